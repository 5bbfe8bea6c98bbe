/// A link from the objects of one entity to those of another.
public struct Relationship: Hashable, Sendable {
  /// How many objects one object may be linked to.
  public enum Cardinality: String, Hashable, Sendable, CaseIterable {
    /// At most one.
    case toOne
    /// Any number.
    case toMany
  }

  /// The relationship's name, unique in its entity and the entity's ancestors.
  public var name: String
  /// How many objects it leads to.
  public var cardinality: Cardinality
  /// The entity it leads to.
  public var destination: String
  /// Whether an object may be linked to none.
  public var isOptional: Bool
  /// The relationship of the destination that leads back.
  public var inverse: String?
  /// The delete rule as declared; nil where the model leaves it unsaid.
  public var declaredDeleteRule: DeleteRule?
  /// Whether the linked objects have an order; for to-many only.
  public var isOrdered: Bool
  /// The fewest linked objects, where declared.
  public var minimumCount: Int?
  /// The most linked objects, where declared.
  public var maximumCount: Int?
  /// The name this relationship had in the version before.
  public var renamedFrom: String?
  /// Changes the version hash on purpose, to force a migration.
  public var hashModifier: String?
  /// What the relationship is for, in the team's words.
  public var documentation: String?
  /// The existing column that holds it, where the database came before the model.
  public var column: String?

  /// A relationship from its parts.
  public init(
    _ name: String, _ cardinality: Cardinality, _ destination: String, isOptional: Bool = false,
    inverse: String? = nil, deleteRule: DeleteRule? = nil, isOrdered: Bool = false,
    minimumCount: Int? = nil, maximumCount: Int? = nil, renamedFrom: String? = nil,
    hashModifier: String? = nil, documentation: String? = nil, column: String? = nil
  ) {
    self.name = name
    self.cardinality = cardinality
    self.destination = destination
    self.isOptional = isOptional
    self.inverse = inverse
    declaredDeleteRule = deleteRule
    self.isOrdered = isOrdered
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.renamedFrom = renamedFrom
    self.hashModifier = hashModifier
    self.documentation = documentation
    self.column = column
  }
}

extension Relationship {
  /// The delete rule in force: as declared, or `nullify`, the platform's own default.
  public var deleteRule: DeleteRule { declaredDeleteRule ?? .nullify }
}

/// What happens to the objects at the other end of a relationship when an object is deleted.
public enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  /// They are deleted too.
  case cascade
  /// They stay, and their link back becomes empty.
  case nullify
  /// The object cannot be deleted while there are any.
  case deny
  /// Nothing, so that their links back may lead nowhere.
  case noAction
}
