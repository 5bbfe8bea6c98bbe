public import StoreLayout
public import SchemaModel
internal import SchemaYAML
internal import Threads

extension StoreIdentity {
  /// The identity of a store with this version: the fingerprints, and the model as the text of a schema file,
  /// so that the store describes itself.
  public init(of document: SchemaDocument, seed: String? = nil) {
    self.init(of: document, model: Self.model(of: document), seed: seed)
  }

  /// The identity of a database that does not describe itself: it contains no model.
  package init(describing document: SchemaDocument) { self.init(of: document, model: "") }

  private init(of document: SchemaDocument, model: String, seed: String? = nil) {
    let schema = document.schema
    self.init(
      schema: schema.name, version: schema.version, checksum: schema.checksum.value,
      definitionDigest: schema.definitionDigest,
      migrationDigest: document.migration?.digest, model: model, seed: seed)
  }

  /// The text of a version that is written into a store.
  package static func model(of document: SchemaDocument) -> String {
    let document = SchemaDocument(schema: document.schema, migration: document.migration)
    return models.value(for: document) { SchemaWriter.yaml(of: document) }
  }

  /// A migration asks twice for the text of its source, and records the text of its target.
  private static let models = Shelf<SchemaDocument, String>(room: 2)
}
