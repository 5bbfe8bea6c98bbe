public import Diagnostics
internal import Files
internal import SchemaModel

/// Imports compiled Core Data models: `.mom` files, and `.momd` folders of several versions.
///
/// The optimised `.omo` files next to them have a private format of Apple and no additional content.
public enum CompiledModelImporter {
  /// Reads all versions in a `.momd` folder, or the single version in a `.mom` file.
  ///
  /// An unreadable version before the current one is left out, with a warning.
  ///
  /// - Throws: All problems in the current version and in later versions.
  public static func history(of path: String) throws(DiagnosticsError) -> ImportedHistory {
    let log = ImportLog()
    let path = path.withoutTrailingSlash
    let name = path.lastPathPart.withoutSuffix(".momd").withoutSuffix(".mom")
    let files = try files(at: path, log)
    var versions = VersionCollection(
      name: name, labels: files.map(label), current: try currentVersion(of: path, log))
    for (position, file) in files.enumerated() {
      let (own, number) = (ImportLog(), Version(position + 1))
      versions.add(document(file, name, number, own), label(of: file), number, own)
    }
    return try versions.history(log)
  }

  private static func label(of file: String) -> String { file.lastPathPart.withoutSuffix(".mom") }

  private static func document(
    _ file: String, _ name: String, _ version: Version, _ log: ImportLog
  ) -> SchemaDocument? {
    do throws(DiagnosticsError) {
      let bytes = try SourceFiles.bytes(of: file)
      var schema = CompiledModelImport.schema(
        bytes, name: name, version: version, source: "'\(file)'", log: log)
      schema?.documentation = label(of: file)
      log.report(schema?.validate() ?? [])
      return schema.map { SchemaDocument(schema: $0, file: file) }
    } catch {
      log.report(error.diagnostics)
      return nil
    }
  }

  private static func files(
    at path: String, _ log: ImportLog
  ) throws(DiagnosticsError) -> [String] {
    guard SourceFiles.kind(of: path) == .folder else { return [path] }
    let files = try SourceFiles.names(in: path).filter { $0.hasSuffix(".mom") }
      .map { $0.withoutSuffix(".mom") }
      .inOrder(ofVersionsOf: path.lastPathPart.withoutSuffix(".momd"))
    if files.isEmpty { log.report(.noVersions(path), at: nil) }
    return files.map { "\(path)/\($0).mom" }
  }

  /// The name of the current version in `VersionInfo.plist`.
  private static func currentVersion(
    of path: String, _ log: ImportLog
  ) throws(DiagnosticsError) -> String? {
    let file = path + "/VersionInfo.plist"
    guard SourceFiles.kind(of: file) == .file else { return nil }
    let bytes = try SourceFiles.bytes(of: file)
    do throws(BinaryPropertyList.Problem) {
      let list = try BinaryPropertyList.value(of: bytes)
      return list["NSManagedObjectModel_CurrentVersionName"]?.text
    } catch {
      log.report(.malformed("'\(file)'", error.rawValue), at: nil)
      return nil
    }
  }
}
