/// What was pinned of a version when it was released.
///
/// Stores of that version are in the field, so it must never be another one again. A
/// `schema.lock` keeps these facts; how it is written is not described here.
public struct ReleasedVersion: Hashable, Sendable {
  /// The name of the file that pins released versions, next to their schema files.
  public static let lockName = "schema.lock"

  /// The version.
  public var version: Version
  /// The digest of everything that decides what a store holds (``Schema/definitionDigest``).
  public var definitionDigest: String
  /// The digest of the migration that leads to it (``MigrationDeclaration/digest``), if one is
  /// declared.
  public var migrationDigest: String?
  /// The platform's checksum of the model; nil where it cannot be known.
  public var checksum: String?
  /// The platform's version hash of every entity in hexadecimal, where it can be known.
  public var versionHashes: [String: String]
  /// What the digests cover, part by part, so that a change can be named.
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

  /// What is pinned when a document is released as it is.
  public init(releasing document: SchemaDocument) {
    self.init(
      version: document.schema.version, definitionDigest: document.schema.definitionDigest,
      migrationDigest: document.migration?.digest, checksum: document.schema.checksum.value,
      versionHashes: document.schema.versionHashes().compactMapValues { $0.value?.hexadecimal },
      outline: SchemaOutline(of: document))
  }
}
