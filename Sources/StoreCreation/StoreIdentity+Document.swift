public import StoreLayout
public import SchemaModel
internal import SchemaYAML

extension StoreIdentity {
  /// The identity of a store with this version: the fingerprints, and the model as the text of a schema file,
  /// so that the store describes itself.
  public init(of document: SchemaDocument, seed: String? = nil) {
    let schema = document.schema
    self.init(
      schema: schema.name, version: schema.version, checksum: schema.checksum.value,
      definitionDigest: schema.definitionDigest,
      migrationDigest: document.migration?.digest,
      model: Self.model(of: document), seed: seed)
  }

  /// The text of a version that is written into a store.
  package static func model(of document: SchemaDocument) -> String {
    SchemaWriter.yaml(
      of: SchemaDocument(schema: document.schema, migration: document.migration))
  }
}
