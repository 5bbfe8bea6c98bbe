internal import Diagnostics
internal import SchemaModel
internal import SchemaYAML

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A version of a model as it is named on a command line: by its number or by its file.
enum VersionReference {
  /// A version of the model in the folder of schema files.
  case version(Version)
  /// A schema file.
  case file(String)

  /// Finds out what a text means; a file of that name goes before a number.
  init(_ text: String) throws {
    if FileManager.default.fileExists(atPath: text) || text.hasSuffix(".yaml")
      || text.hasSuffix(".yml")
    {
      self = .file(text)
    } else if let version = Version(text) {
      self = .version(version)
    } else {
      throw Failure(
        unable: "unknown-version", "'\(text)' is neither a version nor a file",
        notes: [.init("write a version such as 2.1.0, or the path of a schema file")])
    }
  }

  /// The version with all that is to be known of it; a number is looked up in a folder.
  func document(schemas: () throws -> String) throws -> SchemaDocument {
    switch self {
    case .file(let path): return try SchemaReader.read(file: path)
    case .version(let version):
      let folder = try SchemaFolder.find(in: schemas())
      let history = try SchemaReader.history(inDirectory: folder)
      if let document = history[version] { return document }
      throw Self.unknown(version, in: history, folder)
    }
  }

  private static func unknown(
    _ version: Version, in history: SchemaHistory, _ folder: String
  ) -> Failure {
    let known = history.versions.map { "\($0.schema.version)" }.joined(separator: ", ")
    return Failure(
      unable: "unknown-version", "'\(folder)' has no version \(version)",
      notes: [.init("it has \(known)")])
  }
}
