import Diagnostics
import SchemaModel
import SchemaYAML
import SwiftModels
import TestSupport
import Testing

/// Expects a text, and fails with the lines that differ.
func expect(
  _ found: String, is expected: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  if found != expected {
    Issue.record(
      "\(lineDifference(from: expected, to: found))", sourceLocation: sourceLocation)
  }
}

/// The models of some files, given by path and text.
func schemas(_ files: [String: String]) -> SwiftSchemas {
  SwiftSource(texts: files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    .schemas(name: SchemaName("Library"))
}

/// The models of a file as schema files, then the parts that could not be read.
func imported(_ text: String) -> String { imported(["Models.swift": text]) }

/// The models of some files as schema files, then the parts that could not be read.
func imported(_ files: [String: String]) -> String {
  let schemas = schemas(files)
  let documents = schemas.documents.map { SchemaWriter.yaml(of: $0) }
  return (documents + schemas.problems.map(line)).joined(separator: "\n")
}

/// A diagnostic on a line, its notes below it.
func line(_ diagnostic: Diagnostic) -> String {
  let place = diagnostic.location.map { "\($0): " } ?? ""
  let notes = diagnostic.notes.map { note in
    "\n  " + (note.location.map { "\($0): " } ?? "") + note.message
  }
  return "\(place)\(diagnostic.severity): \(diagnostic.message) [\(diagnostic.code)]"
    + notes.joined()
}

/// The entities of a file, without the lines above them.
func entities(_ text: String) -> String {
  let yaml = imported(text)
  guard let start = yaml.firstRange(of: "entities:\n") else { return yaml }
  return String(yaml[start.upperBound...])
}

/// The result of reading a file that may not parse.
struct SwiftSourceProbe {
  /// The errors of the parser.
  let problems: [Diagnostic]
  /// The names of the entities that were read.
  let entities: [String]

  init(_ text: String) {
    let source = SwiftSource(texts: [("Models.swift", text)])
    problems = source.problems
    entities = source.schemas().documents.flatMap { $0.schema.entities.map(\.name) }
  }
}
