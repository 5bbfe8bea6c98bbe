/// A schema as it was read: the model, how a store comes to it, and where it all stands.
public struct SchemaDocument: Hashable, Sendable {
  /// The model, whole, with whatever it extends folded in.
  public var schema: Schema
  /// How a store of the version before becomes this version, where that is declared.
  public var migration: MigrationDeclaration?
  /// The parts of the version before that this one drops by name, each by its path there.
  ///
  /// They stand under `removed`. What is listed here is never taken for one half of a rename.
  public var removals: Set<SchemaPath>
  /// The places of the parts of both; those of the declaration are below `migration`.
  public var sources: SourceMap
  /// The file it was read from, if it came from one.
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

  /// The document of that version, if there is one.
  public subscript(version: Version) -> SchemaDocument? {
    versions.first { $0.schema.version == version }
  }

  /// The newest version; nil for an empty history.
  public var newest: SchemaDocument? { versions.last }

  /// The versions from the oldest one that is still in the field; all where nobody says which that is.
  public func since(_ oldest: Version?) -> SchemaHistory {
    guard let oldest else { return self }
    return SchemaHistory(versions.filter { oldest <= $0.schema.version })
  }

  /// The versions after one up to and with another, in the order in which a store goes through
  /// them; nil where either is unknown or the second does not come after the first.
  public func path(from source: Version, to target: Version) -> [SchemaDocument]? {
    guard source <= target, self[source] != nil, self[target] != nil else { return nil }
    return versions.filter { source < $0.schema.version && $0.schema.version <= target }
  }
}
