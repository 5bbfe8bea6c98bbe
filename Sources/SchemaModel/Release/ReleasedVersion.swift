/// The facts that were pinned when a version was released.
///
/// Stores of a released version are in the field, so the version must never change. A `schema.lock` keeps
/// these facts; its format is not described here.
public struct ReleasedVersion: Hashable, Sendable {
  /// The name of the file that pins released versions, next to their schema files.
  public static let lockName = "schema.lock"

  /// The version.
  public var version: Version
  /// The digest of everything that decides what a store holds (``Schema/definitionDigest``).
  public var definitionDigest: String
  /// The digest of the migration that leads to the version (``MigrationDeclaration/digest``); nil if none is
  /// declared.
  public var migrationDigest: String?
  /// The platform's checksum of the model; nil if it is unknown.
  public var checksum: String?
  /// The platform's version hashes in hexadecimal, by entity; entities with an unknown hash are left out.
  public var versionHashes: [String: String]
  /// The outline of everything that the digests cover, so that a change can be named.
  public var outline: SchemaOutline

  /// A pinned version from its parts.
  public init(
    version: Version, definitionDigest: String, migrationDigest: String? = nil,
    checksum: String? = nil, versionHashes: [String: String] = [:],
    outline: SchemaOutline = SchemaOutline()
  ) {
    self.version = version
    self.definitionDigest = definitionDigest
    self.migrationDigest = migrationDigest
    self.checksum = checksum
    self.versionHashes = versionHashes
    self.outline = outline
  }

  /// The facts of a document that is released as it is.
  public init(releasing document: SchemaDocument) {
    self.init(
      version: document.schema.version, definitionDigest: document.schema.definitionDigest,
      migrationDigest: document.migration?.digest, checksum: document.schema.checksum.value,
      versionHashes: document.schema.versionHashes().compactMapValues { $0.value?.hexadecimal },
      outline: SchemaOutline(of: document))
  }
}
