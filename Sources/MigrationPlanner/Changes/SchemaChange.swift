public import SchemaModel

/// A difference between two versions of a schema. The spine of the project: a new case is a
/// compile error in every place that must learn of it.
///
/// Entities and properties are named as in the new version, dropped ones as in the old.
public enum SchemaChange: Hashable, Sendable {
  // Entities
  case addEntity(Entity)
  case dropEntity(Entity)
  case renameEntity(from: String, to: String)
  case changeParent(entity: String, from: String?, to: String?)
  case changeAbstractness(entity: String, toAbstract: Bool)
  case changeEntityHashModifier(entity: String, from: String?, to: String?)
  // Attributes
  case addAttribute(Attribute, entity: String)
  case dropAttribute(Attribute, entity: String)
  case renameAttribute(from: String, to: String, entity: String)
  case changeAttributeType(
    name: String, entity: String, from: AttributeType, to: AttributeType)
  case changeAttributeOptionality(Attribute, entity: String, toOptional: Bool)
  case changeDefault(name: String, entity: String, from: DefaultValue?, to: DefaultValue?)
  case changeStorage(
    name: String, entity: String, from: Attribute.Storage, to: Attribute.Storage)
  case changeTransience(Attribute, entity: String, toTransient: Bool)
  case changePreservation(name: String, entity: String, toPreserved: Bool)
  case changeAttributeHashModifier(name: String, entity: String, from: String?, to: String?)
  case changeBounds(from: Attribute, to: Attribute, entity: String)
  // Shared types
  case changeEnumeration(name: String, entity: String, added: [String], removed: [String])
  case changeComposite(name: String, from: Composite, to: Composite)
  // Relationships
  case addRelationship(Relationship, entity: String)
  case dropRelationship(Relationship, entity: String)
  case renameRelationship(from: String, to: String, entity: String)
  case changeDestination(name: String, entity: String, from: String, to: String)
  case changeCardinality(
    name: String, entity: String, from: Relationship.Cardinality, to: Relationship.Cardinality)
  case changeRelationshipOptionality(name: String, entity: String, toOptional: Bool)
  case changeInverse(name: String, entity: String, from: String?, to: String?)
  case changeDeleteRule(name: String, entity: String, from: DeleteRule, to: DeleteRule)
  case changeOrdering(name: String, entity: String, toOrdered: Bool)
  case changeCounts(from: Relationship, to: Relationship, entity: String)
  case changeRelationshipHashModifier(name: String, entity: String, from: String?, to: String?)
  // Constraints of an entity
  case addUniqueness([String], entity: String)
  case dropUniqueness([String], entity: String)
  case addIndex(Index, entity: String)
  case dropIndex(Index, entity: String)
  case addRule(ValidationRule, entity: String)
  case dropRule(ValidationRule, entity: String)
  case changeRule(from: ValidationRule, to: ValidationRule, entity: String)
}

extension SchemaChange {
  /// The kind of change, in kebab case and stable: `drop-attribute`.
  public var code: String { "" }
  /// What it is about: `BookModel`, or `BookModel.year`.
  public var subject: String { "" }
}
