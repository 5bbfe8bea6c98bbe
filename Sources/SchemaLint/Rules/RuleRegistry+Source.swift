extension RuleRegistry {
  /// The rules that check only Swift source.
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

  /// The rules on changes that check every step of a migration plan in Swift source.
  package static let changesInSwift: [RuleID] = [
    DropEntity.id, ProbableRename.id, RenameSourceMissing.id, UniqueAdded.id, UniqueChanged.id,
  ]

  /// The rules on changes that check only the last step of a migration plan in Swift source.
  package static let lastChangesInSwift: [RuleID] = [
    CardinalityNarrowed.id, DropAttribute.id, DropRelationship.id, LossyTypeChange.id,
  ]
}
