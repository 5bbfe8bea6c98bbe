/// The team's declaration of how a store of the previous version becomes a store of this version.
///
/// Expressions are SQL over the properties of the previous version. This module keeps them as they are
/// written and does not parse them.
public struct MigrationDeclaration: Hashable, Sendable {
  /// The team's assertion about the kind of the migration.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The platform can infer the migration.
    case lightweight
    /// The team declares what happens to the data.
    case custom
  }

  /// A condition that must hold; otherwise the migration is undone.
  public enum Check: Hashable, Sendable {
    /// The number of an entity's objects.
    ///
    /// Before the migration, the number is remembered, and must equal the given number if there is one. After
    /// the migration, it must equal the given number, or else the remembered one.
    case count(entity: String, equals: Int?)
    /// The single value of a query; nil means NULL.
    case expect(sql: String, equals: Literal?)
  }

  /// The origin of the objects of one entity of this version, and of their values.
  public struct EntityMap: Hashable, Sendable {
    /// The entity of this version.
    public var entity: String
    /// The SQL expression for each property whose value is not copied unchanged.
    public var properties: [String: String]
    /// The criteria for which link is kept when a to-many relationship becomes a to-one, by the to-one's
    /// name.
    ///
    /// The most important criterion comes first. Criteria are over the previous version.
    public var keptLinks: [String: [Deduplication.Choice]]
    /// The SQL condition for the objects that are migrated; other objects are left behind on purpose.
    public var filter: String?
    /// The sources of additional objects in the previous version, in the order of declaration.
    public var origins: [Origin]
    /// The rule for duplicates among the objects, which is applied after they have their values.
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

  /// Objects of the previous version from which objects of another entity are created, one from each.
  ///
  /// The original objects may still be migrated themselves: a person can stay a person, and also become the
  /// source of an address.
  public struct Origin: Hashable, Sendable {
    /// The entity of the previous version, including the objects of its sub-entities.
    public var entity: String
    /// The SQL expression for each property whose value is not copied from the property with the same name.
    public var properties: [String: String]
    /// The SQL condition for the objects from which an object is created; nil for all objects.
    public var filter: String?
    /// The to-one relationship of this version, such as `Person.address`, that links the original object to
    /// the new one.
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

  /// The asserted kind; nil if the team asserts none.
  public var kind: Kind?
  /// The checks before the migration.
  public var before: [Check]
  /// The maps of entities, in the order of declaration.
  public var maps: [EntityMap]
  /// The steps that change the rows after they have their values, in this order.
  public var steps: [DeclaredStep]
  /// The checks after the migration.
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
  /// The map of an entity; nil if none is declared.
  public func map(of entity: String) -> EntityMap? { maps.first { $0.entity == entity } }

  /// Whether the declaration contains more than an asserted kind.
  public var declaresWork: Bool {
    !before.isEmpty || !maps.isEmpty || !steps.isEmpty || !after.isEmpty
  }

  /// Whether the declaration says only that the migration is custom, so that the app's code does the work.
  public var leavesWorkUnsaid: Bool { kind == .custom && !declaresWork }

  /// The entities that get objects of other entities by `from`, in the order of declaration.
  package var copiedEntities: [String] { maps.filter { !$0.origins.isEmpty }.map(\.entity) }
}
