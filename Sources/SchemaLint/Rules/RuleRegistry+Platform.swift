extension RuleRegistry {
  /// The rules about Apple's frameworks, which are off for a model with `platform: none`.
  ///
  /// The app itself manages the databases of such a model. No migration is inferred, and no object
  /// is inserted into a context. Foreign keys refuse the mistakes that an inverse would have to
  /// correct.
  package static let platformRules: Set<RuleID> = syncRules.union([
    AmbiguousInverse.id, DanglingReferenceRisk.id, InsertBeforeRelate.id, LargeDataInline.id,
    LightweightOnlyStages.id, MissingInverse.id, RelationshipInInitializer.id, RequiredCycle.id,
    RequiredWithoutDefault.id, SkipHopUnsafe.id,
  ])

  /// The rules of the profile `cloudkit`.
  package static let syncRules: Set<RuleID> = Set(
    rules.map(\.id).filter { $0.name.hasPrefix("sync-") })
}
