public import SchemaModel

/// A difference between two versions of a schema, or what the newer one declares to happen to data
/// that is there.
///
/// The spine of the project: a new case is a compile error in every place that must learn of it.
/// Entities and properties are named as in the new version, dropped ones and what they belonged
/// to as in the old.
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
  case renameAttribute(Attribute, from: String, entity: String)
  /// The attribute stays in its hierarchy and another entity of it declares it now.
  case moveAttribute(Attribute, from: String, to: String)
  case changeAttributeType(from: Attribute, to: Attribute, entity: String)
  case changeAttributeOptionality(Attribute, entity: String, toOptional: Bool)
  case changeDefault(name: String, entity: String, from: DefaultValue?, to: DefaultValue?)
  case changeStorage(
    name: String, entity: String, from: Attribute.Storage, to: Attribute.Storage)
  case changeTransience(Attribute, entity: String, toTransient: Bool)
  case changePreservation(name: String, entity: String, toPreserved: Bool)
  case changeDerivation(name: String, entity: String, from: String?, to: String?)
  case changeAttributeHashModifier(name: String, entity: String, from: String?, to: String?)
  case changeBounds(from: Attribute, to: Attribute, entity: String)
  // Shared types
  /// The cases of an attribute's enumeration, or what is stored for them, are others.
  case changeEnumeration(name: String, entity: String, EnumerationChange)
  case changeComposite(name: String, from: Composite, to: Composite)
  // Relationships
  case addRelationship(Relationship, entity: String)
  case dropRelationship(Relationship, entity: String)
  case renameRelationship(Relationship, from: String, entity: String)
  /// The relationship stays in its hierarchy and another entity of it declares it now.
  case moveRelationship(Relationship, from: String, to: String)
  case changeDestination(name: String, entity: String, from: String, to: String)
  case changeCardinality(
    name: String, entity: String, from: Relationship.Cardinality, to: Relationship.Cardinality)
  case changeRelationshipOptionality(Relationship, entity: String, toOptional: Bool)
  case changeInverse(name: String, entity: String, from: String?, to: String?)
  case changeDeleteRule(name: String, entity: String, from: DeleteRule, to: DeleteRule)
  case changeOrdering(name: String, entity: String, toOrdered: Bool)
  case changeCounts(from: Relationship, to: Relationship, entity: String)
  case changeRelationshipHashModifier(name: String, entity: String, from: String?, to: String?)
  // Over one column of an existing table
  /// An attribute becomes a to-one relationship: the column gets a foreign key.
  case changeAttributeToRelationship(from: Attribute, to: Relationship, entity: String)
  /// A to-one relationship becomes an attribute: the column loses its foreign key.
  case changeRelationshipToAttribute(from: Relationship, to: Attribute, entity: String)
  // Constraints of an entity
  case addUniqueness([String], entity: String)
  case dropUniqueness([String], entity: String)
  case addIndex(Index, entity: String)
  case dropIndex(Index, entity: String)
  case addRule(ValidationRule, entity: String)
  case dropRule(ValidationRule, entity: String)
  case changeRule(from: ValidationRule, to: ValidationRule, entity: String)
  // What a migration declares about values and links that are there
  /// An expression gives the values of an attribute that would be carried over; of the entity for
  /// which it is declared, and of those below it.
  case rewriteAttribute(Attribute, entity: String)
  /// The same of a to-one relationship.
  case rewriteRelationship(Relationship, entity: String)
  /// Links of a many-to-many go with the objects at one end that conditions leave behind: those for
  /// these entities.
  case dropLinks(Relationship, entity: String, filtered: [String])
  // The place in a database that came before the model
  case changeTable(entity: String, from: String?, to: String?)
  case changePrimaryKey(entity: String, from: [String]?, to: [String]?)
  case changeColumn(
    name: String, entity: String, kind: SchemaPath.PropertyKind, from: String?, to: String?)
  case changeColumnType(name: String, entity: String, from: String?, to: String?)
}
