/// What a team says about how a store of the version before becomes this version.
///
/// Expressions are SQL over the properties of the version before. This module keeps them as they
/// are written and does not read them.
public struct MigrationDeclaration: Hashable, Sendable {
  /// What the team asserts about the migration's kind.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The platform can infer it.
    case lightweight
    /// Somebody says what happens to the data.
    case custom
  }

  /// A condition that must hold, or the migration is undone.
  public enum Check: Hashable, Sendable {
    /// The number of an entity's objects. Before: it is remembered. After: it equals the number
    /// given, or the number before where none is given.
    case count(entity: String, equals: Int?)
    /// The single value of a query; nil means NULL.
    case expect(sql: String, equals: Literal?)
  }

  /// Where the objects of one entity of this version, and their values, come from.
  public struct EntityMap: Hashable, Sendable {
    /// The entity of this version.
    public var entity: String
    /// The SQL expression for each property whose value is not simply carried over.
    public var properties: [String: String]
    /// The SQL condition for the objects to carry over; the others are left behind on purpose.
    public var filter: String?

    /// A map from its parts.
    public init(_ entity: String, properties: [String: String] = [:], filter: String? = nil) {
      self.entity = entity
      self.properties = properties
      self.filter = filter
    }
  }

  /// The asserted kind, if one is asserted.
  public var kind: Kind?
  /// What must hold before.
  public var before: [Check]
  /// What happens to the data of each entity named, in the order of declaration.
  public var maps: [EntityMap]
  /// What must hold after.
  public var after: [Check]

  /// A declaration from its parts.
  public init(
    kind: Kind? = nil, before: [Check] = [], maps: [EntityMap] = [], after: [Check] = []
  ) {
    self.kind = kind
    self.before = before
    self.maps = maps
    self.after = after
  }
}

extension MigrationDeclaration {
  /// The map of an entity, if one is declared.
  public func map(of entity: String) -> EntityMap? { maps.first { $0.entity == entity } }
}
