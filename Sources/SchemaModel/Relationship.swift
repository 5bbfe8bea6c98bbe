/// A link from the objects of one entity to the objects of another entity.
public struct Relationship: Hashable, Sendable {
  /// The number of objects to which one object may be linked.
  public enum Cardinality: String, Hashable, Sendable, CaseIterable {
    /// At most one.
    case toOne
    /// Any number.
    case toMany
  }

  private struct Fields: Hashable, Sendable {
    var name: String
    var cardinality: Cardinality
    var destination: String
    var isOptional: Bool
    var inverse: String?
    var declaredDeleteRule: DeleteRule?
    var isOrdered: Bool
    var minimumCount: Int?
    var maximumCount: Int?
    var renamedFrom: String?
    var hashModifier: String?
    var documentation: String?
    var column: String?
  }

  @CopyOnWrite private var fields: Fields

  /// The relationship's name, unique in its entity and the entity's ancestors.
  public var name: String {
    get { fields.name }
    set { fields.name = newValue }
  }
  /// The number of objects to which it leads.
  public var cardinality: Cardinality {
    get { fields.cardinality }
    set { fields.cardinality = newValue }
  }
  /// The entity to which it leads.
  public var destination: String {
    get { fields.destination }
    set { fields.destination = newValue }
  }
  /// Whether an object may have no linked object.
  public var isOptional: Bool {
    get { fields.isOptional }
    set { fields.isOptional = newValue }
  }
  /// The relationship of the destination that leads back; nil if none is declared.
  public var inverse: String? {
    get { fields.inverse }
    set { fields.inverse = newValue }
  }
  /// The declared delete rule; nil if the model declares none.
  public var declaredDeleteRule: DeleteRule? {
    get { fields.declaredDeleteRule }
    set { fields.declaredDeleteRule = newValue }
  }
  /// Whether the linked objects have an order; for to-many only.
  public var isOrdered: Bool {
    get { fields.isOrdered }
    set { fields.isOrdered = newValue }
  }
  /// The minimum number of linked objects, if declared.
  public var minimumCount: Int? {
    get { fields.minimumCount }
    set { fields.minimumCount = newValue }
  }
  /// The maximum number of linked objects, if declared.
  public var maximumCount: Int? {
    get { fields.maximumCount }
    set { fields.maximumCount = newValue }
  }
  /// The relationship's name in the previous version.
  public var renamedFrom: String? {
    get { fields.renamedFrom }
    set { fields.renamedFrom = newValue }
  }
  /// A text that changes the version hash on purpose, to force a migration.
  public var hashModifier: String? {
    get { fields.hashModifier }
    set { fields.hashModifier = newValue }
  }
  /// The purpose of the relationship, in the team's words.
  public var documentation: String? {
    get { fields.documentation }
    set { fields.documentation = newValue }
  }
  /// The existing column that holds the link, if the database is older than the model.
  public var column: String? {
    get { fields.column }
    set { fields.column = newValue }
  }

  /// A relationship from its parts.
  public init(
    _ name: String, _ cardinality: Cardinality, _ destination: String, isOptional: Bool = false,
    inverse: String? = nil, deleteRule: DeleteRule? = nil, isOrdered: Bool = false,
    minimumCount: Int? = nil, maximumCount: Int? = nil, renamedFrom: String? = nil,
    hashModifier: String? = nil, documentation: String? = nil, column: String? = nil
  ) {
    fields = Fields(
      name: name,
      cardinality: cardinality,
      destination: destination,
      isOptional: isOptional,
      inverse: inverse,
      declaredDeleteRule: deleteRule,
      isOrdered: isOrdered,
      minimumCount: minimumCount,
      maximumCount: maximumCount,
      renamedFrom: renamedFrom,
      hashModifier: hashModifier,
      documentation: documentation,
      column: column)
  }
}

extension Relationship {
  /// The delete rule in force: as declared, or `nullify`, the platform's own default.
  public var deleteRule: DeleteRule { declaredDeleteRule ?? .nullify }
}

/// The effect of deleting an object on the objects at the other end of a relationship.
public enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  /// They are deleted too.
  case cascade
  /// They are kept, and their link back is removed.
  case nullify
  /// The object cannot be deleted while it has linked objects.
  case deny
  /// Nothing happens to them, so their links back may lead to a missing object.
  case noAction
}
