/// A kind of object that the app stores: a class in Swift, a table in a store.
public struct Entity: Hashable, Sendable {
  /// The entity's name, unique in its schema.
  public var name: String
  /// The entity whose properties this one inherits.
  public var parent: String?
  /// Whether only sub-entities have objects.
  public var isAbstract: Bool
  /// The name this entity had in the version before.
  public var renamedFrom: String?
  /// Changes the version hash on purpose, to force a migration.
  public var hashModifier: String?
  /// What the entity is for, in the team's words.
  public var documentation: String?
  /// The attributes that this entity itself declares.
  public var attributes: [Attribute]
  /// The relationships that this entity itself declares.
  public var relationships: [Relationship]
  /// Sets of properties whose values no two objects may share.
  public var uniquenessConstraints: [[String]]
  /// The indexes that speed up look-ups.
  public var indexes: [Index]
  /// Conditions that hold for every object.
  public var rules: [ValidationRule]
  /// The properties that the initializer of the Swift class takes, where it is known.
  public var initializer: [String]?
  /// The existing table that holds the entity, where the database came before the model.
  public var table: String?
  /// The columns of that table's primary key.
  public var primaryKey: [String]?

  /// An entity from its parts.
  public init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false, renamedFrom: String? = nil,
    hashModifier: String? = nil, documentation: String? = nil, attributes: [Attribute] = [],
    relationships: [Relationship] = [], uniquenessConstraints: [[String]] = [],
    indexes: [Index] = [], rules: [ValidationRule] = [], initializer: [String]? = nil,
    table: String? = nil, primaryKey: [String]? = nil
  ) {
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.renamedFrom = renamedFrom
    self.hashModifier = hashModifier
    self.documentation = documentation
    self.attributes = attributes
    self.relationships = relationships
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.rules = rules
    self.initializer = initializer
    self.table = table
    self.primaryKey = primaryKey
  }
}

extension Entity {
  /// The attribute that this entity itself declares under that name.
  public func attribute(named name: String) -> Attribute? {
    attributes.first { $0.name == name }
  }

  /// The relationship that this entity itself declares under that name.
  public func relationship(named name: String) -> Relationship? {
    relationships.first { $0.name == name }
  }
}

/// An index over properties of an entity.
public struct Index: Hashable, Sendable {
  /// One property of an index and its direction.
  public struct Element: Hashable, Sendable {
    /// The attribute or to-one relationship.
    public var property: String
    /// Whether small values come first.
    public var isAscending: Bool

    /// An element of an index.
    public init(_ property: String, isAscending: Bool = true) {
      self.property = property
      self.isAscending = isAscending
    }
  }

  /// The properties, the most significant first.
  public var elements: [Element]

  /// An index over these elements.
  public init(_ elements: [Element]) { self.elements = elements }

  /// An ascending index over these properties.
  public init(on properties: String...) { elements = properties.map { Element($0) } }
}

/// A condition that must hold for every object of an entity.
public struct ValidationRule: Hashable, Sendable {
  /// What the rule says, in the team's words; unique in its entity.
  public var name: String
  /// An SQL expression over the entity's properties that is true for a sound object.
  public var check: String

  /// A rule from its name and its condition.
  public init(name: String, check: String) {
    self.name = name
    self.check = check
  }
}

/// A query that the app runs, declared so that its cost can be judged.
public struct Query: Hashable, Sendable {
  /// The query's name, unique in its schema.
  public var name: String
  /// The entity whose objects it fetches.
  public var entity: String
  /// An SQL condition over the entity's properties.
  public var filter: String?
  /// SQL ordering terms over the entity's properties.
  public var order: String?
  /// How many objects it fetches at most.
  public var limit: Int?

  /// A query from its parts.
  public init(
    name: String, entity: String, filter: String? = nil, order: String? = nil, limit: Int? = nil
  ) {
    self.name = name
    self.entity = entity
    self.filter = filter
    self.order = order
    self.limit = limit
  }
}
