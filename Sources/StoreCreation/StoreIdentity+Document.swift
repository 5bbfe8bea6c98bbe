public import StoreLayout
public import SchemaModel
internal import SchemaYAML

extension StoreIdentity {
  /// What a store says about itself when it holds this version: its fingerprints, and the model
  /// as the text of a schema file, so that a store explains itself.
  public init(of document: SchemaDocument, seed: String? = nil) {
    let schema = document.schema
    self.init(
      schema: schema.name, version: schema.version, checksum: schema.checksum.value,
      definitionDigest: schema.definitionDigest,
      migrationDigest: document.migration?.digest,
      model: Self.model(of: document), seed: seed)
  }

  /// A version as the text that a store carries in itself.
  package static func model(of document: SchemaDocument) -> String {
    SchemaWriter.yaml(
      of: SchemaDocument(schema: document.schema, migration: document.migration))
  }
}
