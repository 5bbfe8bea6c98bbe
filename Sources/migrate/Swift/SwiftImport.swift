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
    of path: String, named name: String?, otherwise: String?, version: Version?
  ) throws -> (history: ImportedHistory, remarks: [Diagnostic]) {
    let result = try SwiftReading(
      ["import"] + (name.map { ["--name", $0] } ?? [])
        + (otherwise.map { ["--default-name", $0] } ?? [])
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
    var history = ImportedHistory(name: "")
    for version in listed {
      let document = try document(version, in: path)
      history.name = document.schema.name
      history.versions.append(document)
      history.labels.append(version["label"]?.text ?? "")
    }
    history.current = history.versions.last?.schema.version
    return (history, diagnostics)
  }

  private static func document(_ version: JSONNode, in path: String) throws -> SchemaDocument {
    var document = try SchemaReader.read(
      text: (version["yaml"]?.text).require("yaml"), name: path)
    document.schema.declaredPlatform = .swiftData
    return document
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
