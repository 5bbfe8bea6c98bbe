internal import Diagnostics
internal import Files
internal import SQLite
internal import SchemaModel
internal import SchemaYAML

/// Reads the schema files on a command line.
enum SchemaFiles {
  /// Reads files, folders of one model, and folders of several models, each once and as far as possible.
  ///
  /// All problems are returned too.
  ///
  /// The versions of a folder are a history. A file that is named by itself does not belong to a history,
  /// unless its folder is named too.
  static func readAll(
    _ paths: [String]
  ) -> (folders: [SchemaHistory], files: [SchemaDocument], problems: [Diagnostic]) {
    var reading = Reading()
    for path in paths { reading.read(path) }
    var known: Set<String> = []
    let folders = reading.folders.filter { history in
      history.versions.first?.file.map { known.insert($0).inserted } ?? false
    }
    known = Set(folders.flatMap(\.versions).compactMap(\.file))
    let files = reading.files.filter { document in
      document.file.map { known.insert($0).inserted } ?? true
    }
    return (folders, files, Set(reading.problems).sorted())
  }
}

/// The versions that were read so far, and the problems.
private struct Reading {
  var folders: [SchemaHistory] = []
  var files: [SchemaDocument] = []
  var problems: [Diagnostic] = []

  mutating func read(_ path: String) {
    guard isFolder(path) else {
      return isDatabase(path)
        ? problems.append(.isStore(path)) : add(SchemaReader.inspect(file: path))
    }
    do throws(DiagnosticsError) {
      let systems = try SchemaReader.systems(inDirectory: path)
      problems += SchemaReader.unseenModels(inDirectory: path)
      for folder in systems {
        let inspection = SchemaReader.inspect(directory: folder)
        folders.append(SchemaHistory(inspection.documents))
        problems += inspection.problems
      }
    } catch {
      problems += error.diagnostics
    }
  }

  private mutating func add(_ inspection: SchemaInspection) {
    files += inspection.documents
    problems += inspection.problems
  }

  private func isDatabase(_ path: String) -> Bool {
    // A file that cannot be read is reported as a schema file.
    FileStatus(path: path)?.kind == .file
      && (try? StoreFile.isDatabase(path)) == true
  }

  /// Whether a path is read as a folder; if it does not exist, its ending decides.
  private func isFolder(_ path: String) -> Bool {
    if let status = FileStatus(path: path) { return status.kind == .directory }
    return !SchemaReader.isSchemaFile(named: path)
  }
}

extension Diagnostic {
  /// The problem of a store in place of schema files.
  fileprivate static func isStore(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "store-as-schema", "'\(path)' is a store, and what is looked at here is a model",
      notes: [
        .init("'migrate lint --store \(path.shellWord)' asks it which findings do harm there"),
        .init("'migrate verify \(path.shellWord)' looks for what is wrong in it"),
      ])
  }
}
