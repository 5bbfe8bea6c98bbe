public import SQLite
public import SchemaModel

/// A consequence of a change to a store: objects, values or links that are not simply carried over.
///
/// ```swift
/// let effect = Effect(.takenAlong(.values), of: "Book.title", count: 2)
/// effect.message // "2 values of 'Book.title' are removed with merged objects"
/// ```
public struct Effect: Hashable, Sendable {
  /// The kind, with the facts that are specific to it.
  public var kind: Kind
  /// The entity, property, table or step that it concerns: `Book`, `Book.title`.
  public var subject: String
  /// The number in the kind's unit; nil if it is not known yet, and for `resized` and `altered`.
  public var count: Int64?
  /// Some of the objects concerned, by their keys before the migration.
  public var examples: Examples
  /// The checksum of the data concerned; nil if unknown.
  public var digest: String?
  /// Whether the caller allows it.
  public var isApproved = false

  /// An effect from its parts.
  public init(
    _ kind: Kind, of subject: String, count: Int64? = nil, examples: Examples = Examples(),
    digest: String? = nil
  ) {
    (self.kind, self.subject, self.count) = (kind, subject, count)
    (self.examples, self.digest) = (examples, digest)
  }
}

extension Effect {
  /// The unit of a count.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Objects of an entity.
    case objects
    /// Values of an attribute.
    case values
    /// Links of a relationship.
    case links
    /// Positions of links among the links of the same object.
    case order
  }

  /// A change of the model that loses something.
  public struct Change: Hashable, Sendable {
    /// The approval that allows the loss: `drop-attribute:Book.year`; nil if it needs no approval.
    public var approval: String?
    /// The change in words: `attribute Book.year: int?`.
    public var summary: String
    /// The reason why it loses something.
    public var reason: String
    /// The version with the change.
    public var version: Version
    /// Whether the loss is certain, and not only possible.
    public var isCertain: Bool

    /// A change from its parts.
    public init(
      approval: String?, summary: String, reason: String, version: Version, isCertain: Bool
    ) {
      (self.approval, self.summary, self.reason) = (approval, summary, reason)
      (self.version, self.isCertain) = (version, isCertain)
    }
  }

  /// Some of the objects of an effect.
  public struct Examples: Hashable, Sendable {
    /// The keys of the objects, each a number or a text, sorted.
    public var keys: [SQLValue]
    /// The columns of the key: `_id`, or the key of a table of an existing database.
    public var names: [String]
    /// Whether there are further objects.
    public var areMore: Bool

    /// The maximal number of examples.
    package static let limit = 5

    /// Examples by their keys; further keys are dropped.
    public init(_ keys: [SQLValue] = [], named names: [String] = ["_id"]) {
      let keys = Array(Set(keys)).sorted { $0.comesBefore($1) }
      self.keys = Array(keys.prefix(Self.limit))
      self.names = names
      areMore = keys.count > Self.limit
    }

    /// Whether no key is known.
    public var isEmpty: Bool { keys.isEmpty }

    /// Adds other examples of the same table.
    package mutating func formUnion(_ others: Self) {
      let areMore = areMore || others.areMore
      self = Self(keys + others.keys, named: others.names)
      self.areMore = self.areMore || areMore
    }
  }
}

extension [Effect] {
  /// The losses by changes of the model, which are counted before each stage.
  public var losses: [Effect] { filter { if case .lost = $0.kind { true } else { false } } }

  /// The same effects, marked as approved or not by the caller's approvals.
  package func approved(by approvals: Set<String>) -> [Effect] {
    map { effect in
      var effect = effect
      effect.isApproved = effect.approval.map(approvals.contains) ?? false
      return effect
    }
  }

  /// The effects that need an approval that was not given.
  package var unapproved: [Effect] { filter { $0.needsApproval && !$0.isApproved } }
}

extension SQLValue {
  /// Whether it is sorted before another value: numbers in order, before texts in order.
  fileprivate func comesBefore(_ other: SQLValue) -> Bool {
    switch (self, other) {
    case (.integer(let first), .integer(let second)): first < second
    case (.integer, _): true
    case (_, .integer): false
    default: literal < other.literal
    }
  }
}
