public import Diagnostics
public import SQLite
public import StoreVerification

/// A demand of the new version that objects do not meet, although they met it before.
public struct BrokenDemand: Hashable, Sendable {
  /// The problem, as `verify` would report it.
  public var finding: Finding
  /// Some of the objects, with their values.
  public var samples: [SampleObject] = []
  /// The place of the demand in the schema file.
  public var demandedAt: SourceLocation?
  /// The place of the expression that computed the values, if any.
  public var madeAt: SourceLocation?
}

/// An object by its identity, with its relevant values.
public struct SampleObject: Hashable, Sendable {
  /// A value under its name.
  public struct Field: Hashable, Sendable {
    /// The property.
    public var property: String
    /// Its value.
    public var value: SQLValue
  }

  /// The `_id`; 0 if the object is not identified by a number.
  public var identity: Int64
  /// The key in an existing table, with the name: `isbn 'x'`.
  public var key: String?
  /// The values, in the order in which they are reported.
  public var values: [Field] = []
}
