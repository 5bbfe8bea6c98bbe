/// The kinds of changes, by their stable names in plans and approvals.
public enum ChangeKind: String, Hashable, Sendable, CaseIterable {
  case addEntity = "add-entity"
  case dropEntity = "drop-entity"
  case renameEntity = "rename-entity"
  case changeParent = "change-parent"
  case changeAbstractness = "change-abstractness"
  case changeEntityHashModifier = "change-entity-hash-modifier"
  case addAttribute = "add-attribute"
  case dropAttribute = "drop-attribute"
  case renameAttribute = "rename-attribute"
  case moveAttribute = "move-attribute"
  case changeAttributeType = "change-attribute-type"
  case makeAttributeOptional = "make-attribute-optional"
  case makeAttributeRequired = "make-attribute-required"
  case changeDefault = "change-default"
  case changeStorage = "change-storage"
  case changeTransience = "change-transience"
  case changePreservation = "change-preservation"
  case changeDerivation = "change-derivation"
  case changeAttributeHashModifier = "change-attribute-hash-modifier"
  case changeBounds = "change-bounds"
  case changeEnumeration = "change-enumeration"
  case changeComposite = "change-composite"
  case addRelationship = "add-relationship"
  case dropRelationship = "drop-relationship"
  case renameRelationship = "rename-relationship"
  case moveRelationship = "move-relationship"
  case changeDestination = "change-destination"
  case changeCardinality = "change-cardinality"
  case makeRelationshipOptional = "make-relationship-optional"
  case makeRelationshipRequired = "make-relationship-required"
  case changeInverse = "change-inverse"
  case changeDeleteRule = "change-delete-rule"
  case changeOrdering = "change-ordering"
  case changeCounts = "change-counts"
  case changeRelationshipHashModifier = "change-relationship-hash-modifier"
  case changeAttributeToRelationship = "change-attribute-to-relationship"
  case changeRelationshipToAttribute = "change-relationship-to-attribute"
  case addUniqueness = "add-uniqueness"
  case dropUniqueness = "drop-uniqueness"
  case addIndex = "add-index"
  case dropIndex = "drop-index"
  case addRule = "add-rule"
  case dropRule = "drop-rule"
  case changeRule = "change-rule"
  case rewriteAttribute = "rewrite-attribute"
  case rewriteRelationship = "rewrite-relationship"
  case dropLinks = "drop-links"
  case changeTable = "change-table"
  case changePrimaryKey = "change-primary-key"
  case changeColumn = "change-column"
  case changeColumnType = "change-column-type"
}

extension SchemaChange {
  /// The kind of change.
  public var kind: ChangeKind {
    switch self {
    case .addEntity: .addEntity
    case .dropEntity: .dropEntity
    case .renameEntity: .renameEntity
    case .changeParent: .changeParent
    case .changeAbstractness: .changeAbstractness
    case .changeEntityHashModifier: .changeEntityHashModifier
    case .addAttribute: .addAttribute
    case .dropAttribute: .dropAttribute
    case .renameAttribute: .renameAttribute
    case .moveAttribute: .moveAttribute
    case .changeAttributeType: .changeAttributeType
    case .changeAttributeOptionality(_, _, let toOptional):
      toOptional ? .makeAttributeOptional : .makeAttributeRequired
    case .changeDefault: .changeDefault
    case .changeStorage: .changeStorage
    case .changeTransience: .changeTransience
    case .changePreservation: .changePreservation
    case .changeDerivation: .changeDerivation
    case .changeAttributeHashModifier: .changeAttributeHashModifier
    case .changeBounds: .changeBounds
    case .changeEnumeration: .changeEnumeration
    case .changeComposite: .changeComposite
    case .addRelationship: .addRelationship
    case .dropRelationship: .dropRelationship
    case .renameRelationship: .renameRelationship
    case .moveRelationship: .moveRelationship
    case .changeDestination: .changeDestination
    case .changeCardinality: .changeCardinality
    case .changeRelationshipOptionality(_, _, let toOptional):
      toOptional ? .makeRelationshipOptional : .makeRelationshipRequired
    case .changeInverse: .changeInverse
    case .changeDeleteRule: .changeDeleteRule
    case .changeOrdering: .changeOrdering
    case .changeCounts: .changeCounts
    case .changeRelationshipHashModifier: .changeRelationshipHashModifier
    case .changeAttributeToRelationship: .changeAttributeToRelationship
    case .changeRelationshipToAttribute: .changeRelationshipToAttribute
    case .addUniqueness: .addUniqueness
    case .dropUniqueness: .dropUniqueness
    case .addIndex: .addIndex
    case .dropIndex: .dropIndex
    case .addRule: .addRule
    case .dropRule: .dropRule
    case .changeRule: .changeRule
    case .rewriteAttribute: .rewriteAttribute
    case .rewriteRelationship: .rewriteRelationship
    case .dropLinks: .dropLinks
    case .changeTable: .changeTable
    case .changePrimaryKey: .changePrimaryKey
    case .changeColumn: .changeColumn
    case .changeColumnType: .changeColumnType
    }
  }

  /// The kind of change, in kebab case and stable: `drop-attribute`.
  public var code: String { kind.rawValue }
}
