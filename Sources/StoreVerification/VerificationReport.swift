public import Diagnostics
public import StoreLayout
public import SchemaModel

/// What verification found out about a store.
public struct VerificationReport: Hashable, Sendable {
  /// A name with a number: how many objects an entity has.
  public struct EntityCount: Hashable, Sendable {
    /// The entity.
    public var entity: String
    /// How many objects are of this entity itself, its sub-entities aside.
    public var count: Int64
  }

  /// The content of one table in short.
  public struct TableChecksum: Hashable, Sendable {
    /// The table.
    public var table: String
    /// Its rows and their sum, whatever their order.
    public var checksum: ContentChecksum
  }

  /// The schema's name; nil where the store cannot say.
  public var schema: String?
  /// The version of the schema that the store holds; nil where the store cannot say.
  public var version: Version?
  /// How many objects there are, in the order of the schema.
  public var entities: [EntityCount] = []
  /// How many links stand by themselves, in many-to-many tables.
  public var linkCount: Int64 = 0
  /// What is wrong, in the order in which it was looked for.
  public var findings: [Finding] = []
  /// Whether Core Data or SwiftData wrote the store, so that only the app may change it.
  public var isOfPlatform: Bool { platformModel != nil }
  /// The model of such a store.
  package var platformModel: Schema?
  /// The content of every table, where it was asked for.
  public var checksums: [TableChecksum] = []

  /// A report about nothing yet.
  public init() {}

  /// Whether there is no error among the findings; warnings may be.
  public var isSound: Bool { findings.areHarmless }

  /// The findings as they are printed, in their order.
  public func diagnostics(of store: String, schemas: String? = nil) -> [Diagnostic] {
    findings.map { $0.diagnostic(of: store, schemas: schemas, ofPlatform: platformModel) }
  }
}
