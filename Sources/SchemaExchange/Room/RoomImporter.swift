public import Diagnostics
internal import JSON
internal import SchemaModel

/// Imports the history of a database that Android's Room exported.
///
/// It is a folder with files `1.json`, `2.json` and so on, each for the version with that number.
public enum RoomImporter {
  /// Reads all versions in a folder, or the single version in a file.
  ///
  /// An unreadable version before the last one is left out, with a warning.
  ///
  /// - Throws: All problems in the last version.
  public static func history(of path: String) throws(DiagnosticsError) -> ImportedHistory {
    let path = path.withoutTrailingSlash
    let name = name(of: path)
    let files = try files(at: path)
    var versions = VersionCollection(
      name: name, labels: files.map(label), current: files.last.map(label))
    var known: [Version: String] = [:]
    for file in files {
      let log = ImportLog()
      let found = document(file, name, &known, log)
      let number = found?.schema.version ?? Version(Int(label(of: file)) ?? 1)
      versions.add(found, label(of: file), number, log)
    }
    return try versions.history(ImportLog())
  }

  private static func label(of file: String) -> String { file.lastPathPart.withoutSuffix(".json") }

  /// The version in a file; nil, with a reported problem, if the file is not a valid schema.
  ///
  /// A second file of the same version is also reported.
  private static func document(
    _ file: String, _ name: String, _ known: inout [Version: String], _ log: ImportLog
  ) -> SchemaDocument? {
    do throws(DiagnosticsError) {
      let root = try JSONReader.value(of: SourceFiles.bytes(of: file), file: file)
      guard let document = RoomSchema(root, log).document(name: name) else { return nil }
      log.report(document.schema.validate(sources: document.sources))
      let version = document.schema.version
      if let other = known[version] {
        log.report(
          .repeatedVersion(version.major), at: root.location,
          notes: [.init("here is the other one", at: .init(file: other, line: 1, column: 1))])
      }
      known[version] = file
      return document
    } catch {
      log.report(error.diagnostics)
      return nil
    }
  }

  /// Whether a path leads to a folder of exported schemas, or to a file with the extension `.json`.
  static func isSource(_ path: String) throws(DiagnosticsError) -> Bool {
    switch SourceFiles.kind(of: path) {
    case .file: return path.hasSuffix(".json")
    case .folder: return try !files(at: path).isEmpty
    case nil: return false
    }
  }

  private static func files(at path: String) throws(DiagnosticsError) -> [String] {
    guard SourceFiles.kind(of: path) == .folder else { return [path] }
    return try SourceFiles.names(in: path)
      .filter { $0.hasSuffix(".json") && Int($0.withoutSuffix(".json")) != nil }
      .map { "\(path)/\($0)" }
  }

  /// The class name of the database without its package: `AppDatabase`.
  private static func name(of path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    let folder =
      path.hasSuffix(".json") && parts.count > 1 ? parts[parts.count - 2] : path.lastPathPart
    return folder.withoutSuffix(".json").split(separator: ".").last.map(String.init) ?? folder
  }
}
