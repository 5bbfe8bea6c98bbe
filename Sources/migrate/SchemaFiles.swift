internal import Diagnostics
internal import Files
internal import SchemaModel
internal import SchemaYAML

/// Reads the schema files that a command line names.
enum SchemaFiles {
  /// The versions in files, in folders of one model, and in folders of such folders, each once, as
  /// far as they can be read, sound or not; and all that is wrong with them.
  static func readAll(_ paths: [String]) -> (documents: [SchemaDocument], problems: [Diagnostic]) {
    var reading = Reading()
    for path in paths { reading.read(path) }
    var known: Set<String> = []
    let distinct = reading.documents.filter { document in
      document.file.map { known.insert($0).inserted } ?? true
    }
    return (distinct, Set(reading.problems).sorted())
  }
}

/// What was read so far, and what could not be.
private struct Reading {
  var documents: [SchemaDocument] = []
  var problems: [Diagnostic] = []

  mutating func read(_ path: String) {
    guard isFolder(path) else { return add(SchemaReader.inspect(file: path)) }
    do throws(DiagnosticsError) {
      for folder in try SchemaReader.systems(inDirectory: path) {
        add(SchemaReader.inspect(directory: folder))
      }
    } catch {
      problems += error.diagnostics
    }
  }

  private mutating func add(_ inspection: SchemaInspection) {
    documents += inspection.documents
    problems += inspection.problems
  }

  /// Whether a path is to be read as a folder; of one that leads nowhere, the name decides.
  private func isFolder(_ path: String) -> Bool {
    if let status = FileStatus(path: path) { return status.kind == .directory }
    return !path.hasSuffix(".yaml") && !path.hasSuffix(".yml")
  }
}
