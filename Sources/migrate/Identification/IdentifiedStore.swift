internal import Diagnostics
internal import StoreLayout
internal import SchemaExchange
internal import SchemaModel

/// What a store says about the model that it was made by, whoever wrote it.
struct IdentifiedStore {
  /// Who wrote it.
  enum Writer {
    /// Core Data, or SwiftData on top of it; the framework's version, where it says.
    case platform(Int?)
    /// This tool.
    case tool
  }

  let path: String
  let writer: Writer
  /// The names that it gives its version, which need not be true.
  let labels: [String]
  /// The name of its model, where it has one.
  let schema: String?
  private let metadata: CoreDataMetadata
  private let isMirrored: Bool
  /// The model itself, where the store carries it.
  let model: Schema?
  /// Why the model that it carries cannot be read, as warnings.
  let warnings: [Diagnostic]

  /// A store of the platform's.
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

  /// The names of its entities.
  var entities: [String] { model?.entities.map(\.name) ?? Array(metadata.versionHashes.keys) }

  /// Who wrote it, in words.
  var kind: String {
    switch writer {
    case .platform(let framework):
      "Core Data or SwiftData" + (framework.map { ", framework \($0)" } ?? "")
        + (isMirrored ? ", mirrored by CloudKit" : "")
    case .tool: "migrate"
    }
  }

  /// Finds its version among those of some models.
  func identification(among histories: [SchemaHistory]) -> VersionIdentification {
    switch writer {
    case .tool:
      model.map { VersionIdentification(of: $0, among: histories) }
        ?? VersionIdentification(of: metadata, among: histories)
    case .platform: VersionIdentification(of: metadata, carrying: model, among: histories)
    }
  }
}
