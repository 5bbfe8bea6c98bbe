public import Diagnostics
public import StoreLayout
public import SchemaModel

/// The result of a verification.
public struct VerificationReport: Hashable, Sendable {
  /// The number of objects of an entity.
  public struct EntityCount: Hashable, Sendable {
    /// The entity.
    public var entity: String
    /// The number of objects of exactly this entity, without its sub-entities.
    public var count: Int64
  }

  /// A summary of one table's content.
  public struct TableChecksum: Hashable, Sendable {
    /// The table.
    public var table: String
    /// The checksum of its rows, whatever their order.
    public var checksum: ContentChecksum
  }

  /// The schema's name; nil if the store does not say it.
  public var schema: String?
  /// The version of the schema that the store holds; nil if the store does not say it.
  public var version: Version?
  /// The number of objects of each entity, in the order of the schema.
  public var entities: [EntityCount] = []
  /// The number of links in the many-to-many tables.
  public var linkCount: Int64 = 0
  /// The problems, in the order in which the checks ran.
  public var findings: [Finding] = []
  /// Whether Core Data or SwiftData wrote the store, so that only the app may change it.
  public var isOfPlatform: Bool { platformModel != nil }
  /// The model of a store that Core Data or SwiftData wrote; nil for a store of ours.
  package var platformModel: Schema?
  /// The checksums of all tables, if the options ask for them.
  public var checksums: [TableChecksum] = []

  /// Whether no finding is an error; warnings are allowed.
  public var isSound: Bool { findings.areHarmless }

  /// The findings in their printed form, in their order.
  public func diagnostics(of store: String, schemas: String? = nil) -> [Diagnostic] {
    findings.map { $0.diagnostic(of: store, schemas: schemas, ofPlatform: platformModel) }
  }
}
