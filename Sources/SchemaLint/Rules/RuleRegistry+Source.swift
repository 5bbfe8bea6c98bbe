extension RuleRegistry {
  /// The rules that look at Swift source and at nothing else.
  static let sourceOnly: [any LintRule] = [
    ContainerFatalError(), ContainerWithoutPlan(), FactoryWithoutContext(), FilterAfterFetch(),
    ForcedSave(),
    IdenticalSchemaVersions(), InverseOnBothSides(), LightweightStageNotInferred(),
    LiveModelInVersionedSchema(), ModelAcrossActors(), ModelMissingFromSchema(),
    NewTypeInWillMigrate(), OldTypeInDidMigrate(), PredicateOnEnum(), RelateAcrossContexts(),
    RelateInWillMigrate(), StageGap(), StoreDeletedOnFailure(), SwallowedSave(),
    TypeChangeInCustomStage(), UnsavedMigrationStep(), UnversionedModelChange(),
    VersionMissingFromPlan(),
  ]

  /// The rules on changes that are asked of every step of a migration plan in Swift source.
  package static let changesInSwift: [RuleID] = [
    DropEntity.id, ProbableRename.id, UniqueAdded.id, UniqueChanged.id,
  ]

  /// The rules on changes that are asked of the last step of a migration plan in Swift source.
  package static let lastChangesInSwift: [RuleID] = [
    DropAttribute.id, DropRelationship.id, LossyTypeChange.id,
  ]
}
