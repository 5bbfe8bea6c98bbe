public import StoreLayout
public import SchemaModel
internal import SchemaYAML

extension StoreIdentity {
  /// The identity of a store with this version: the fingerprints, and the model as the text of a schema file,
  /// so that the store describes itself.
  public init(of document: SchemaDocument, seed: String? = nil) {
    let recorded = SchemaDocument(schema: document.schema, migration: document.migration)
    self.init(of: document, model: SchemaWriter.yaml(of: recorded), seed: seed)
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
}
