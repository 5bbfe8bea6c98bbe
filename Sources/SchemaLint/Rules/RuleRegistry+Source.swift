extension RuleRegistry {
  /// The rules that look at Swift source and at nothing else.
  static let sourceOnly: [any LintRule] = [
    ContainerFatalError(), FactoryWithoutContext(), FilterAfterFetch(), ForcedSave(),
    IdenticalSchemaVersions(), InverseOnBothSides(), LightweightStageNotInferred(),
    LiveModelInVersionedSchema(), ModelAcrossActors(), ModelMissingFromSchema(),
    NewTypeInWillMigrate(), OldTypeInDidMigrate(), PredicateOnEnum(), RelateAcrossContexts(),
    RelateInWillMigrate(), StageGap(), StoreDeletedOnFailure(), SwallowedSave(),
    TypeChangeInCustomStage(), UnsavedMigrationStep(), UnversionedModelChange(),
    VersionMissingFromPlan(),
  ]

  /// The rules on Swift source.
  public static let sourceRules = rules.compactMap { $0 as? any SourceRule }
}
