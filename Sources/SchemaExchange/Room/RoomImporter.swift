public import Diagnostics
internal import SchemaModel

/// Imports the history of a database that Android's Room exported: a folder with `1.json`, `2.json`
/// and so on, of which each one is a version with that number.
public enum RoomImporter {
  /// Reads all versions in a folder, or the one in a file.
  ///
  /// - Throws: every problem in any of the versions.
  public static func history(of path: String) throws(DiagnosticsError) -> ImportedHistory {
    let log = ImportLog()
    let path = path.withoutTrailingSlash
    let name = name(of: path)
    var result = ImportedHistory(name: name)
    for file in try files(at: path) {
      do throws(DiagnosticsError) {
        let root = try JSONReader.value(of: SourceFiles.bytes(of: file), file: file)
        guard let document = RoomSchema(root, log).document(name: name) else { continue }
        log.report(document.schema.validate(sources: document.sources))
        let version = document.schema.version
        if let other = result.versions.first(where: { $0.schema.version == version }) {
          log.report(
            .repeatedVersion(version.major), at: root.location,
            notes: [
              .init(
                "here is the other one", at: other.file.map { .init(file: $0, line: 1, column: 1) })
            ])
        }
        result.versions.append(document)
        result.labels.append(file.lastPathPart.withoutSuffix(".json"))
      } catch {
        log.report(error.diagnostics)
      }
    }
    try log.throwProblems()
    result.current = result.versions.last?.schema.version
    result.remarks = log.remarks.sorted()
    return result
  }

  /// Whether a path leads to such a folder, or to a file that is named like its files.
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

  /// The class of the database without its package: `AppDatabase`.
  private static func name(of path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    let folder =
      path.hasSuffix(".json") && parts.count > 1 ? parts[parts.count - 2] : path.lastPathPart
    return folder.withoutSuffix(".json").split(separator: ".").last.map(String.init) ?? folder
  }
}
