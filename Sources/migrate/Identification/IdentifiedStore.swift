internal import Diagnostics
internal import StoreLayout
internal import SchemaExchange
internal import SchemaModel

/// The model that a store was made by, as the store itself records it.
struct IdentifiedStore {
  /// The program that wrote the store.
  enum Writer {
    /// Core Data or SwiftData; with the version of the framework, if the store records it.
    case platform(Int?)
    /// This tool.
    case tool
  }

  let path: String
  let writer: Writer
  /// The names that the store gives its version, which may be wrong.
  let labels: [String]
  /// The name of the model, if the store has one.
  let schema: String?
  private let metadata: CoreDataMetadata
  private let isMirrored: Bool
  /// The model in the store, if it contains one.
  let model: Schema?
  /// The reasons why the model in the store cannot be read, as warnings.
  let warnings: [Diagnostic]

  /// A store of the platform.
  init(path: String, _ store: CoreDataStore) {
    (self.path, metadata, model) = (path, store.metadata, store.model)
    isMirrored = store.isMirrored
    (writer, schema) = (.platform(store.metadata.frameworkVersion), nil)
    labels = store.metadata.versionIdentifiers
    warnings = store.modelProblems.map { problem in
      var warning = problem
      warning.severity = .warning
      return warning
    }
  }

  /// A store of our own, or a database that schema files describe.
  init(path: String, _ identity: StoreIdentity, _ model: Schema) {
    (self.path, self.model, schema, writer) = (path, model, identity.schema, .tool)
    labels = ["\(identity.version)"]
    isMirrored = false
    metadata = CoreDataMetadata(versionHashes: [:], modelChecksum: identity.checksum)
    warnings = []
  }

  /// The names of the entities.
  var entities: [String] { model?.entities.map(\.name) ?? Array(metadata.versionHashes.keys) }

  /// The writer in words.
  var kind: String {
    switch writer {
    case .platform(let framework):
      "Core Data or SwiftData" + (framework.map { ", framework \($0)" } ?? "")
        + (isMirrored ? ", mirrored by CloudKit" : "")
    case .tool: "migrate"
    }
  }

  /// Finds the version of the store in some models.
  func identification(among histories: [SchemaHistory]) -> VersionIdentification {
    switch writer {
    case .tool:
      model.map { VersionIdentification(of: $0, among: histories) }
        ?? VersionIdentification(of: metadata, among: histories)
    case .platform: VersionIdentification(of: metadata, carrying: model, among: histories)
    }
  }
}
