public import Diagnostics
internal import SchemaModel

/// Imports the versions of a Core Data model from its `.xcdatamodeld` package.
///
/// ```swift
/// let moody = try ModelImporter.history(of: "Moody.xcdatamodeld")
/// moody.labels   // ["Moody", "Moody 2", "Moody 3"]
/// moody.versions // 1.0.0, 2.0.0, 3.0.0
/// ```
///
/// A single `.xcdatamodel`, or its file `contents`, becomes a history of one version. The remarks list
/// everything that a schema cannot express. A version is custom if a mapping model leads to it. An
/// `elementID` becomes `renamedFrom` if the previous version has a part with that name.
public enum ModelImporter {
  /// The packages at some paths and in the folders among them, sorted; a version in a package stands for it.
  public static func packages(at paths: [String]) -> [String] { ModelPackage.packages(at: paths) }

  /// The names of all versions in a package, also of versions that cannot be read; nil if the path leads to a
  /// version by itself.
  public static func labels(inPackage path: String) -> [String]? {
    ModelPackage.labels(inPackage: path)
  }

  /// Reads all versions of the package at a path.
  ///
  /// An unreadable version before the current one is left out, with a warning.
  ///
  /// - Throws: All problems in the current version, in later versions, and in the package.
  public static func history(of path: String) throws(DiagnosticsError) -> ImportedHistory {
    let log = ImportLog()
    let package = try ModelPackage(path: path, log: log)
    let mappings = package.versions.count > 1 ? MappingModels(near: path, log: log) : nil
    mappings?.remarkStrays(besides: package.versions.map(\.label))
    var versions = VersionCollection(
      name: package.name, labels: package.versions.map(\.label), current: package.current)
    for (position, version) in package.versions.enumerated() {
      let (own, number) = (ImportLog(), Version(position + 1))
      var document = document(version, package.name, number, own)
      document?.migration = versions.lastLabel.flatMap {
        mappings?.migration(from: $0, to: version.label)
      }
      versions.add(document, version.label, number, own)
    }
    return try versions.history(log)
  }

  private static func document(
    _ version: ModelPackage.Version, _ name: String, _ number: Version, _ log: ImportLog
  ) -> SchemaDocument? {
    if let problem = version.problem {
      log.report(problem, at: nil)
      return nil
    }
    do throws(DiagnosticsError) {
      let bytes = try SourceFiles.bytes(of: version.contents)
      guard !bytes.starts(with: "bplist00".utf8) else {
        log.report(.oldBinaryModel(version.contents), at: nil)
        return nil
      }
      let root = try MarkupReader.root(of: bytes, file: version.contents)
      let document = ModelImport.document(
        root, name: name, version: number, label: version.label, log: log)
      if let document { log.report(document.schema.validate(sources: document.sources)) }
      return document
    } catch {
      log.report(error.diagnostics)
      return nil
    }
  }
}
