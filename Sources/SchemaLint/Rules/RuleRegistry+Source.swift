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

  /// The rules on models that only an existing table can break, which Swift source has not.
  private static let onTables: Set<RuleID> = [UnindexedForeignKey.id]

  /// Whether a rule looks at Swift source.
  package static func looksAtSwift(_ rule: any LintRule) -> Bool {
    switch rule {
    case is any SourceRule, is any HygieneRule: true
    case is any ModelRule: !onTables.contains(rule.id)
    default:
      (changesInSwift + lastChangesInSwift + [LightweightNotInferred.id, ReleasedVersionEdited.id])
        .contains(rule.id)
    }
  }

  /// Whether a rule looks at schema files.
  package static func looksAtSchemaFiles(_ rule: any LintRule) -> Bool {
    !(rule is any SourceRule) || rule is any ModelRule
  }

  /// The rules on Swift source.
  public static let sourceRules = rules.compactMap { $0 as? any SourceRule }
}
