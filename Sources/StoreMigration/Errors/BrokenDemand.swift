public import Diagnostics
public import SQLite
public import StoreVerification

/// A demand of the new version that objects do not meet, although they met it before.
public struct BrokenDemand: Hashable, Sendable {
  /// What is wrong, as `verify` would find it.
  public var finding: Finding
  /// Some of the objects, with what they hold.
  public var samples: [SampleObject]
  /// The place of the demand in the schema file.
  public var demandedAt: SourceLocation?
  /// The place of the expression that made the values, where there is one.
  public var madeAt: SourceLocation?

  /// A broken demand from its parts.
  public init(
    _ finding: Finding, samples: [SampleObject] = [], demandedAt: SourceLocation? = nil,
    madeAt: SourceLocation? = nil
  ) {
    self.finding = finding
    self.samples = samples
    self.demandedAt = demandedAt
    self.madeAt = madeAt
  }
}

/// An object by its identity, with those of its values that matter.
public struct SampleObject: Hashable, Sendable {
  /// A value under its name.
  public struct Field: Hashable, Sendable {
    /// The property.
    public var property: String
    /// Its value.
    public var value: SQLValue

    /// A field from its parts.
    public init(_ property: String, _ value: SQLValue) {
      self.property = property
      self.value = value
    }
  }

  /// The `_id`; 0 where something else than a number tells the object apart.
  public var identity: Int64
  /// What tells it apart in a table that was there before any model, by name: `isbn 'x'`.
  public var key: String?
  /// The values, in the order in which they are reported.
  public var values: [Field]

  /// An object from its parts.
  public init(_ identity: Int64, key: String? = nil, values: [Field] = []) {
    self.identity = identity
    self.key = key
    self.values = values
  }
}
