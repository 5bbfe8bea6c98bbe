public import SchemaModel

/// A difference between two versions of a schema, or a declared change to existing data.
///
/// The spine of the project: a new case is a compile error in every place that must handle it. Entities and
/// properties have their names in the new version. Dropped ones, and their owners, have their names in the
/// old version.
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
  /// The attribute stays in its hierarchy, and another entity of it now declares the attribute.
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
  /// The cases of an attribute's enumeration, or their stored values, change.
  case changeEnumeration(name: String, entity: String, EnumerationChange)
  case changeComposite(name: String, from: Composite, to: Composite)
  // Relationships
  case addRelationship(Relationship, entity: String)
  case dropRelationship(Relationship, entity: String)
  case renameRelationship(Relationship, from: String, entity: String)
  /// The relationship stays in its hierarchy, and another entity of it now declares the relationship.
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
  // Declared changes to existing values and links
  /// An expression replaces the carried values of an attribute, for the entity for which it is declared and
  /// its sub-entities.
  case rewriteAttribute(Attribute, entity: String)
  /// The same for a to-one relationship.
  case rewriteRelationship(Relationship, entity: String)
  /// Links of a many-to-many are lost with the objects at one end that conditions for these entities leave
  /// behind.
  case dropLinks(Relationship, entity: String, filtered: [String])
  // The place in an existing database
  case changeTable(entity: String, from: String?, to: String?)
  case changePrimaryKey(entity: String, from: [String]?, to: [String]?)
  case changeColumn(
    name: String, entity: String, kind: SchemaPath.PropertyKind, from: String?, to: String?)
  case changeColumnType(name: String, entity: String, from: String?, to: String?)
}
