/// A schema as it was read: the model, the migration that leads to it, and the places of their parts.
public struct SchemaDocument: Hashable, Sendable {
  /// The complete model, including everything that it extends.
  public var schema: Schema
  /// The declared migration from the previous version; nil if none is declared.
  public var migration: MigrationDeclaration?
  /// The parts of the previous version that this version drops by name, each by its path there.
  ///
  /// They stand under `removed`. A listed part is never considered one half of a rename.
  public var removals: Set<SchemaPath>
  /// The places of the parts of the model and the migration; the parts of the migration are below
  /// `migration`.
  public var sources: SourceMap
  /// The file from which the document was read, if any.
  public var file: String?

  /// A document from its parts.
  public init(
    schema: Schema, migration: MigrationDeclaration? = nil, removals: Set<SchemaPath> = [],
    sources: SourceMap = SourceMap(), file: String? = nil
  ) {
    self.schema = schema
    self.migration = migration
    self.removals = removals
    self.sources = sources
    self.file = file
  }
}

/// All versions of one object model, the oldest first.
public struct SchemaHistory: Hashable, Sendable {
  /// The versions, in ascending order.
  public let versions: [SchemaDocument]

  /// A history of these documents, which share one name and have different versions.
  public init(_ documents: [SchemaDocument]) {
    versions = documents.sorted { $0.schema.version < $1.schema.version }
  }

  /// The document of a version, if it exists.
  public subscript(version: Version) -> SchemaDocument? {
    versions.first { $0.schema.version == version }
  }

  /// The newest version; nil for an empty history.
  public var newest: SchemaDocument? { versions.last }

  /// The versions from the oldest one that is still in the field; all versions if none is given.
  public func since(_ oldest: Version?) -> SchemaHistory {
    guard let oldest else { return self }
    return SchemaHistory(versions.filter { oldest <= $0.schema.version })
  }

  /// The versions after one version up to and including another, in the order of migration.
  ///
  /// Nil if either version is unknown, or if the second is older than the first.
  public func path(from source: Version, to target: Version) -> [SchemaDocument]? {
    guard source <= target, self[source] != nil, self[target] != nil else { return nil }
    return versions.filter { source < $0.schema.version && $0.schema.version <= target }
  }
}
