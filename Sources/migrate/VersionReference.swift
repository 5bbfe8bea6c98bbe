internal import StoreLayout
internal import Diagnostics
internal import Files
internal import SchemaModel
internal import SchemaYAML
internal import StoreReading

/// A version of a model on a command line: given by its number, its file, or a store.
enum VersionReference {
  /// A version of the model in the folder of schema files.
  case version(Version)
  /// A schema file.
  case file(String)
  /// A store.
  case store(StoreGlimpse)
  /// A Core Data or SwiftData store, represented by its version or the model that it contains. The contained
  /// model has neither a name nor a number.
  case platformStore(SchemaDocument, hasVersion: Bool)

  /// Reads a text; an existing file with that name takes precedence over a number.
  init(_ text: String, _ invocation: Invocation) throws {
    if SchemaReader.isSchemaFile(named: text) {
      self = .file(text)
    } else if FileSystem.exists(text), let store = try PlatformStore.found(at: text, invocation) {
      self = .platformStore(store.document, hasVersion: store.version != nil)
    } else if FileSystem.exists(text) {
      self = .store(try StoreGlimpse(of: text))
    } else if let version = Version(text) {
      self = .version(version)
    } else {
      throw Failure(
        unable: "unknown-version", "'\(text)' is neither a version nor a file or store",
        notes: [.init("write a version such as 2.1.0, or the path of a schema file or a store")])
    }
  }

  /// The name of the model, if it is known before the version is read.
  var model: String? {
    switch self {
    case .store(let glimpse): glimpse.identity.schema
    case .version, .file, .platformStore: nil
    }
  }

  /// Whether it is the model in a store, whose name and number are unknown.
  var isUnnamed: Bool {
    if case .platformStore(_, hasVersion: false) = self { true } else { false }
  }

  /// The complete version; a number is looked up in a folder.
  ///
  /// If the folder has several models, the name selects one.
  func document(_ invocation: Invocation, model: String? = nil) throws -> SchemaDocument {
    switch self {
    case .store(let glimpse): return try glimpse.document(invocation)
    case .platformStore(let document, hasVersion: _): return document
    case .file(let path): return try SchemaReader.read(file: path)
    case .version(let version):
      let folder = try SchemaFolder.find(in: invocation.schemas(), model: model)
      let history = try invocation.histories.history(inDirectory: folder)
      if let document = history[version] { return document }
      throw Self.unknown(version, in: history, folder)
    }
  }

  /// The newest version in the folder.
  static func newest(_ invocation: Invocation) throws -> SchemaDocument {
    let folder = try SchemaFolder.find(in: invocation.schemas())
    guard let newest = try invocation.histories.history(inDirectory: folder).newest else {
      throw Failure.noSchemaFiles(in: folder)
    }
    return newest
  }

  /// The failure of a version that a folder does not have.
  static func unknown(
    _ version: Version, in history: SchemaHistory, _ folder: String
  ) -> Failure {
    let known = history.versions.map { "\($0.schema.version)" }.joined(separator: ", ")
    return Failure(
      unable: "unknown-version", "'\(folder)' has no version \(version)",
      notes: [.init("it has \(known)")])
  }
}
