internal import Diagnostics
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML

/// The versions of a model that `migrate-swift` reads from Swift source.
enum SwiftImport {
  /// The versions that the source at a path declares, or its models as version 1.0.0, and what is
  /// to be told about them.
  ///
  /// - Throws: whatever makes a model other than the one that is meant, all of it.
  static func history(
    of path: String, named name: String?, version: Version?
  ) throws -> (history: ImportedHistory, remarks: [Diagnostic]) {
    let result = try SwiftReading(
      ["import"] + (name.map { ["--name", $0] } ?? [])
        + (version.map { ["--version", "\($0)"] } ?? []), of: [path])
    let diagnostics = try result.diagnostics()
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      throw Failure(.unable, diagnostics)
    }
    let declared = try (result["versions"]).require("versions").elements
    let live = result["live"].flatMap { $0.content == .null ? nil : $0 }
    let listed = declared.isEmpty ? [live].compactMap(\.self) : declared
    guard !listed.isEmpty else { throw noModels(path) }
    guard version == nil || declared.isEmpty else { throw declaresVersions(path) }
    try checkNumbers(listed)
    var history = ImportedHistory(name: "")
    for version in listed {
      let document = try document(version, in: path)
      history.name = document.schema.name
      history.versions.append(document)
      history.labels.append(version["label"]?.text ?? "")
    }
    history.current = history.versions.last?.schema.version
    let left = declared.isEmpty ? [] : leftOut(try live.map { try document($0, in: path) })
    return (history, (diagnostics + left).sorted())
  }

  /// Two models in one folder may have a version of the same number each.
  private static func checkNumbers(_ versions: [JSONNode]) throws {
    var labels: [String: String] = [:]
    for version in versions {
      let (number, label) = (version["version"]?.text ?? "", version["label"]?.text ?? "")
      if let other = labels.updateValue(label, forKey: number) {
        throw Failure(
          unable: "duplicate-version", "'\(other)' and '\(label)' are both version \(number)",
          notes: [.init("name the files of one model alone")])
      }
    }
  }

  private static func document(_ version: JSONNode, in path: String) throws -> SchemaDocument {
    try SchemaReader.read(text: (version["yaml"]?.text).require("yaml"), name: path)
  }

  /// Models that no version lists are no version of the same model: that is said, not guessed.
  private static func leftOut(_ live: SchemaDocument?) -> [Diagnostic] {
    guard let live else { return [] }
    let names = live.schema.entities.map { "'\($0.name)'" }.joined(separator: ", ")
    return [
      Diagnostic(
        code: "unlisted-model", severity: .warning,
        "no version lists \(names), which are left out",
        notes: [.init("to import them, name the files that declare them alone")])
    ]
  }

  private static func declaresVersions(_ path: String) -> Failure {
    Failure(
      unable: "numbered-versions", "the Swift files at '\(path)' number their versions themselves",
      notes: [.init("leave '--version' out, or name the files that declare the models alone")])
  }

  private static func noModels(_ path: String) -> Failure {
    Failure(
      unable: "no-models", "there is no '@Model' class in the Swift files at '\(path)'",
      notes: [.init("a Core Data model is imported from its '.xcdatamodeld'")])
  }
}
