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
    /// Which of several objects a relationship that led to many stays linked to, for each to-one
    /// for which that is said: the most important reason first, over the version before.
    public var keptLinks: [String: [Deduplication.Choice]]
    /// The SQL condition for the objects to carry over; the others are left behind on purpose.
    public var filter: String?
    /// Objects of the version before of which more objects are made, in the order of declaration.
    public var origins: [Origin]
    /// Which of its objects are one and the same, once they have their values.
    public var deduplication: Deduplication?

    /// A map from its parts.
    public init(
      _ entity: String, properties: [String: String] = [:],
      keptLinks: [String: [Deduplication.Choice]] = [:], filter: String? = nil,
      origins: [Origin] = [], deduplication: Deduplication? = nil
    ) {
      self.entity = entity
      self.properties = properties
      self.keptLinks = keptLinks
      self.filter = filter
      self.origins = origins
      self.deduplication = deduplication
    }
  }

  /// Objects of the version before of which objects of another entity are made, each of one.
  ///
  /// Whatever becomes of them besides: a person may stay what it is, and an address be made of it.
  public struct Origin: Hashable, Sendable {
    /// The entity of the version before; the objects of its sub-entities are among its objects.
    public var entity: String
    /// The SQL expression for each property that does not have the value of the same name.
    public var properties: [String: String]
    /// The SQL condition for the objects of which one is made; nil for all of them.
    public var filter: String?
    /// The to-one relationship of this version, as `Person.address`, that links the new object and
    /// what became of the one that it was made of.
    public var link: String?

    /// An origin from its parts.
    public init(
      _ entity: String, properties: [String: String] = [:], filter: String? = nil,
      link: String? = nil
    ) {
      self.entity = entity
      self.properties = properties
      self.filter = filter
      self.link = link
    }
  }

  /// The asserted kind, if one is asserted.
  public var kind: Kind?
  /// What must hold before.
  public var before: [Check]
  /// What happens to the data of each entity named, in the order of declaration.
  public var maps: [EntityMap]
  /// What is done with the rows once they have their values, in this order.
  public var steps: [DeclaredStep]
  /// What must hold after.
  public var after: [Check]

  /// A declaration from its parts.
  public init(
    kind: Kind? = nil, before: [Check] = [], maps: [EntityMap] = [],
    steps: [DeclaredStep] = [], after: [Check] = []
  ) {
    self.kind = kind
    self.before = before
    self.maps = maps
    self.steps = steps
    self.after = after
  }
}

extension MigrationDeclaration {
  /// The map of an entity, if one is declared.
  public func map(of entity: String) -> EntityMap? { maps.first { $0.entity == entity } }

  /// Whether more is declared than an asserted kind.
  public var declaresWork: Bool {
    !before.isEmpty || !maps.isEmpty || !steps.isEmpty || !after.isEmpty
  }

  /// Whether all that is said is that somebody does something, as code of the app does.
  public var leavesWorkUnsaid: Bool { kind == .custom && !declaresWork }
}
