extension RuleRegistry {
  /// The rules on what Apple's frameworks do, which a model with `platform: none` is not asked.
  ///
  /// Its stores are databases of the app's own: nothing is inferred there, no object is inserted into
  /// a context, and foreign keys refuse what an inverse would have to correct.
  package static let platformRules: Set<RuleID> = syncRules.union([
    AmbiguousInverse.id, DanglingReferenceRisk.id, InsertBeforeRelate.id, LargeDataInline.id,
    LightweightOnlyStages.id, MissingInverse.id, RelationshipInInitializer.id, RequiredCycle.id,
    RequiredWithoutDefault.id, SkipHopUnsafe.id,
  ])

  /// The rules of the profile `cloudkit`.
  static let syncRules: Set<RuleID> = Set(
    rules.map(\.id).filter { $0.name.hasPrefix("sync-") })
}
