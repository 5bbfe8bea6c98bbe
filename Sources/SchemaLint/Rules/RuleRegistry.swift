internal import Diagnostics

/// The lists of all rules.
public enum RuleRegistry {
  /// All rules, sorted by name.
  ///
  /// Each list below has the rules of a folder under `Rules`.
  public static let rules = (declared + sourceOnly).sorted { $0.id < $1.id }

  private static let declared: [any LintRule] =
    onModels + onChanges + onChains + onSQL + forSync + onExceptions

  private static let onModels: [any LintRule] = [
    AmbiguousInverse(), CascadeCycle(), CaseCollision(), DanglingReferenceRisk(), DuplicateIndex(),
    ImplicitDeleteRule(), InsertBeforeRelate(), InverseMismatch(), LargeDataInline(),
    MissingInverse(), NoActionDelete(), RelationshipInInitializer(), RequiredCycle(),
    RequiredToMany(), RequiredToOneNullified(), RequiredWithoutDefault(), ReservedName(),
    TransformableOpaque(), UnindexedForeignKey(), UnindexedQuery(),
  ]

  private static let onChanges: [any LintRule] = [
    CardinalityNarrowed(), ChangeDestination(), ChangeOrdering(), CompositeChanged(),
    CustomWithoutAssertion(), DropAttribute(), DropEntity(), DropRelationship(), EnumCaseRemoved(),
    LightweightNotInferred(),
    LossyTypeChange(), OptionalMadeRequired(), ProbableRename(), RenameCaseOnly(),
    RenameClaimedTwice(), RenameSourceKept(), RenameSourceMissing(), RenameSwap(),
    RenameTargetExists(), RequiredAddedWithoutDefault(), RuleAdded(), UniqueAdded(),
    UniqueChanged(),
  ]

  private static let onChains: [any LintRule] = [
    EntityVanishesBetween(), IdenticalVersions(), LightweightOnlyStages(),
    OldestSupportedUnreachable(), ReleasedVersionEdited(), SkipHopUnsafe(), StaleRename(),
    VersionGap(), VersionOrder(),
  ]

  private static let onSQL: [any LintRule] = [
    CastAsConversion(), DeferIsNotOff(), DeleteWithoutWhere(), DoubleQuotedLiteral(),
    PragmaInTransaction(), RenameLiveTableFirst(), UnorderedLimit(), UnusableSql(),
    VacuumInMigration(),
  ]

  private static let forSync: [any LintRule] = [
    SyncDeny(), SyncMissingInverse(), SyncNotAdditive(), SyncOrdered(), SyncRequiredRelationship(),
    SyncRequiredWithoutDefault(), SyncUnique(),
  ]

  private static let onExceptions: [any LintRule] = [
    BlanketSuppression(), StaleBaseline(), SuppressionWithoutReason(), UnusedSuppression(),
  ]

  /// The rules on one version of a model.
  public static let modelRules = rules.compactMap { $0 as? any ModelRule }
  /// The rules on the step from one version to the next.
  public static let changeRules = rules.compactMap { $0 as? any ChangeRule }
  /// The rules on all versions together.
  public static let chainRules = rules.compactMap { $0 as? any ChainRule }
  /// The rules on the SQL of migrations.
  public static let sqlRules = rules.compactMap { $0 as? any SQLRule }
  /// The rules on exceptions to rules.
  public static let hygieneRules = rules.compactMap { $0 as? any HygieneRule }

  private static let byID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }

  /// The rule with a name; nil if no rule has it.
  public static func rule(_ id: RuleID) -> (any LintRule)? { byID[id] }

  /// The rule with the most similar name, for a misspelt name.
  public static func nearestRule(to name: String) -> RuleID? {
    nearest(to: name, among: rules.map(\.id.name)).map { RuleID($0) }
  }
}
