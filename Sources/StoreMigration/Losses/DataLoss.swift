public import MigrationPlanner
public import SQLite
public import SchemaModel

/// Something that a change would lose, counted in the store.
public struct DataLoss: Hashable, Sendable {
  /// What makes the values count as lost.
  public enum Unit: String, Hashable, Sendable {
    /// Objects.
    case rows
    /// Values of an attribute.
    case values
    /// Links of a relationship.
    case links
  }

  /// The change.
  public var change: PlannedChange
  /// The property whose values or links are lost, where the change is about more: `Media.width`.
  public var property: String?
  /// The version that brings it.
  public var version: Version
  /// How many are concerned.
  public var count: Int64
  /// What is counted.
  public var unit: Unit
  /// What tells some objects apart that lose something, in the store as it is now, where that is
  /// known.
  public var objects: Objects
  /// All that is lost and of which objects, summed up; nil where that is not known.
  public var digest: String?
  /// Whether the caller said that it is meant.
  public var isApproved: Bool

  /// A loss from its parts.
  public init(
    _ change: PlannedChange, of property: String? = nil, version: Version, count: Int64, unit: Unit,
    objects: Objects = Objects(), digest: String? = nil, isApproved: Bool
  ) {
    self.change = change
    self.property = property
    self.version = version
    self.count = count
    self.unit = unit
    self.objects = objects
    self.digest = digest
    self.isApproved = isApproved
  }
}

extension DataLoss {
  /// Some of the objects that lose something.
  public struct Objects: Hashable, Sendable {
    /// What tells them apart: a number, or else the text that the key is, sorted.
    public var keys: [SQLValue]
    /// The columns that these are: `_id`, or the key of a table that was there before any model.
    public var names: [String]
    /// Whether there are more of them.
    public var areMore: Bool

    /// How many are told, at most.
    static let limit = 5

    /// Objects by their keys, of which there may be more than are told.
    public init(_ keys: [SQLValue] = [], named names: [String] = ["_id"]) {
      let keys = Array(Set(keys)).sorted { $0.comesBefore($1) }
      self.keys = Array(keys.prefix(Self.limit))
      self.names = names
      areMore = keys.count > Self.limit
    }

    /// Whether none is known.
    public var isEmpty: Bool { keys.isEmpty }
  }

  /// The identities of some objects that lose something, where they are numbers.
  public var examples: [Int64] { objects.keys.compactMap(\.identity) }
}

extension SQLValue {
  /// Numbers in their order and before texts, which are in theirs.
  fileprivate func comesBefore(_ other: SQLValue) -> Bool {
    switch (self, other) {
    case (.integer(let first), .integer(let second)): first < second
    case (.integer, _): true
    case (_, .integer): false
    default: literal < other.literal
    }
  }
}
