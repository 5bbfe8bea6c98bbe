public import SchemaModel

/// The identity that a store records: the version and the schema that it holds.
public struct StoreIdentity: Hashable, Sendable {
  /// The name of the schema.
  public var schema: String
  /// The version of the schema.
  public var version: Version
  /// The checksum that the platform computes for this version; nil if it is unknown.
  public var checksum: String?
  /// The digest of everything that decides the store's content and constraints.
  public var definitionDigest: String
  /// The digest of the declared migration from the previous version; nil if none is declared.
  public var migrationDigest: String?
  /// The model itself, as the text of a schema file.
  public var model: String
  /// The seed of the store's sample data, if it has any.
  public var seed: String?

  /// An identity from its parts.
  public init(
    schema: String, version: Version, checksum: String? = nil, definitionDigest: String,
    migrationDigest: String? = nil, model: String, seed: String? = nil
  ) {
    self.schema = schema
    self.version = version
    self.checksum = checksum
    self.definitionDigest = definitionDigest
    self.migrationDigest = migrationDigest
    self.model = model
    self.seed = seed
  }
}
