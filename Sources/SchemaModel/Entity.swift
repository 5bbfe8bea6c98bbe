/// A kind of object that the app stores: a class in Swift, a table in a store.
public struct Entity: Hashable, Sendable {
  private struct Fields: Hashable, Sendable {
    var name: String
    var parent: String?
    var isAbstract: Bool
    var renamedFrom: String?
    var hashModifier: String?
    var documentation: String?
    var attributes: [Attribute]
    var relationships: [Relationship]
    var uniquenessConstraints: [[String]]
    var indexes: [Index]
    var rules: [ValidationRule]
    var initializer: [String]?
    var table: String?
    var primaryKey: [String]?
  }

  @CopyOnWrite private var fields: Fields

  /// The entity's name, unique in its schema.
  public var name: String {
    get { fields.name }
    set { fields.name = newValue }
  }
  /// The entity whose properties this one inherits.
  public var parent: String? {
    get { fields.parent }
    set { fields.parent = newValue }
  }
  /// Whether only sub-entities have objects.
  public var isAbstract: Bool {
    get { fields.isAbstract }
    set { fields.isAbstract = newValue }
  }
  /// The entity's name in the previous version.
  public var renamedFrom: String? {
    get { fields.renamedFrom }
    set { fields.renamedFrom = newValue }
  }
  /// A text that changes the version hash on purpose, to force a migration.
  public var hashModifier: String? {
    get { fields.hashModifier }
    set { fields.hashModifier = newValue }
  }
  /// The purpose of the entity, in the team's words.
  public var documentation: String? {
    get { fields.documentation }
    set { fields.documentation = newValue }
  }
  /// The attributes that this entity itself declares.
  public var attributes: [Attribute] {
    get { fields.attributes }
    _modify { yield &fields.attributes }
  }
  /// The relationships that this entity itself declares.
  public var relationships: [Relationship] {
    get { fields.relationships }
    _modify { yield &fields.relationships }
  }
  /// Sets of properties whose values no two objects may share.
  public var uniquenessConstraints: [[String]] {
    get { fields.uniquenessConstraints }
    _modify { yield &fields.uniquenessConstraints }
  }
  /// The indexes that speed up look-ups.
  public var indexes: [Index] {
    get { fields.indexes }
    _modify { yield &fields.indexes }
  }
  /// Conditions that hold for every object.
  public var rules: [ValidationRule] {
    get { fields.rules }
    _modify { yield &fields.rules }
  }
  /// The properties that the initializer of the Swift class takes; nil if they are unknown.
  public var initializer: [String]? {
    get { fields.initializer }
    _modify { yield &fields.initializer }
  }
  /// The existing table that holds the objects, if the database is older than the model.
  public var table: String? {
    get { fields.table }
    set { fields.table = newValue }
  }
  /// The columns of the primary key of ``table``.
  public var primaryKey: [String]? {
    get { fields.primaryKey }
    _modify { yield &fields.primaryKey }
  }

  /// An entity from its parts.
  public init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false, renamedFrom: String? = nil,
    hashModifier: String? = nil, documentation: String? = nil, attributes: [Attribute] = [],
    relationships: [Relationship] = [], uniquenessConstraints: [[String]] = [],
    indexes: [Index] = [], rules: [ValidationRule] = [], initializer: [String]? = nil,
    table: String? = nil, primaryKey: [String]? = nil
  ) {
    fields = Fields(
      name: name,
      parent: parent,
      isAbstract: isAbstract,
      renamedFrom: renamedFrom,
      hashModifier: hashModifier,
      documentation: documentation,
      attributes: attributes,
      relationships: relationships,
      uniquenessConstraints: uniquenessConstraints,
      indexes: indexes,
      rules: rules,
      initializer: initializer,
      table: table,
      primaryKey: primaryKey)
  }
}

extension Entity {
  /// The attribute with this name that the entity itself declares.
  public func attribute(named name: String) -> Attribute? {
    attributes.first { $0.name == name }
  }

  /// The attribute of that name, which is probably at a place in the list.
  func attribute(named name: String, near place: Int) -> Attribute? {
    let attributes = attributes
    return place < attributes.count && attributes[place].name == name
      ? attributes[place] : attribute(named: name)
  }

  /// The relationship with this name that the entity itself declares.
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
  /// The declared name in a Core Data model or an existing database; nil for the default name.
  public var name: String?

  /// An index over these elements.
  public init(_ elements: [Element], name: String? = nil) {
    self.elements = elements
    self.name = name
  }

  /// An ascending index over these properties.
  public init(on properties: String...) { elements = properties.map { Element($0) } }
}

/// A condition that must hold for every object of an entity.
public struct ValidationRule: Hashable, Sendable {
  /// The meaning of the rule, in the team's words; unique in its entity.
  public var name: String
  /// An SQL expression over the entity's properties that is true for a valid object.
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
  /// The largest number of objects that it fetches.
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
