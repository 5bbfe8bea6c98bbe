public import Diagnostics
internal import Files
internal import SchemaModel

/// Imports compiled Core Data models: `.mom` files, and `.momd` folders of several versions.
///
/// The optimised form beside them, `.omo`, is Apple's own and holds nothing else.
public enum CompiledModelImporter {
  /// Reads all versions in a `.momd` folder, or the one in a `.mom` file.
  ///
  /// - Throws: every problem in any of the versions.
  public static func history(of path: String) throws(DiagnosticsError) -> ImportedHistory {
    let log = ImportLog()
    let path = path.withoutTrailingSlash
    let name = path.lastPathPart.withoutSuffix(".momd").withoutSuffix(".mom")
    var result = ImportedHistory(name: name)
    for (position, file) in try files(at: path, log).enumerated() {
      let label = file.lastPathPart.withoutSuffix(".mom")
      let bytes = try SourceFiles.bytes(of: file)
      guard
        var schema = CompiledModelImport.schema(
          bytes, name: name, version: Version(position + 1), source: "'\(file)'", log: log)
      else { continue }
      schema.documentation = label
      log.report(schema.validate())
      result.versions.append(SchemaDocument(schema: schema, file: file))
      result.labels.append(label)
    }
    try readCurrentVersion(of: path, into: &result, log)
    try log.throwProblems()
    result.remarks = log.remarks.sorted()
    return result
  }

  private static func files(
    at path: String, _ log: ImportLog
  ) throws(DiagnosticsError) -> [String] {
    guard SourceFiles.kind(of: path) == .folder else { return [path] }
    let files = try SourceFiles.names(in: path).filter { $0.hasSuffix(".mom") }
      .map { $0.withoutSuffix(".mom") }.sorted(by: NaturalOrder.precedes)
    if files.isEmpty { log.report(.noVersions(path), at: nil) }
    return files.map { "\(path)/\($0).mom" }
  }

  /// `VersionInfo.plist` says which version is the current one.
  private static func readCurrentVersion(
    of path: String, into history: inout ImportedHistory, _ log: ImportLog
  ) throws(DiagnosticsError) {
    if history.versions.count == 1 { history.current = history.versions[0].schema.version }
    let file = path + "/VersionInfo.plist"
    guard SourceFiles.kind(of: file) == .file else { return }
    let bytes = try SourceFiles.bytes(of: file)
    do throws(BinaryPropertyList.Problem) {
      let list = try BinaryPropertyList.value(of: bytes)
      let label = list["NSManagedObjectModel_CurrentVersionName"]?.text
      if let position = history.labels.firstIndex(where: { $0 == label }) {
        history.current = history.versions[position].schema.version
      }
    } catch {
      log.report(.malformed("'\(file)'", error.rawValue), at: nil)
    }
  }
}
