public import MigrationPlanner
internal import StoreLayout
public import StoreScript
public import SchemaModel
public import StoreVerification

/// What a migration would do to one store, as far as that can be told without writing.
public struct StorePlan: Hashable, Sendable {
  /// What was found out about the store.
  public var inspection: StoreInspection
  /// What happens to objects, values and links.
  public var migration: MigrationPlan
  /// What happens to the tables, stage by stage, in the order of the stages.
  public var stages: [[MigrationStep]]
  /// The statements of all steps of each stage, in the order in which they run.
  public var statements: [[ScriptStatement]]
  /// What the changes would lose, counted in this store; those that concern nothing are left out.
  public var losses: [DataLoss]
  /// Values and links that declared expressions give anew, counted in this store where that can be.
  public var rewritten: [RewrittenValues]
  /// Objects that a declared condition leaves behind, counted in this store where that can be.
  public var leftBehind: [LeftBehind]
  /// Links of which one of several stays, counted in this store where that can be.
  public var chosenLinks: [ChosenLinks]
  /// Objects that get a new identity, counted in this store where that can be.
  public var renumbered: [RenumberedObjects]
  /// Objects that are merged as declared, counted in this store where that can be.
  public var merged: [MergedObjects]
  /// Columns that SQLite computes from others that change, whose values may so be others, too.
  public var recomputed: [RecomputedColumn] = []
  /// Which objects and links conditions and choices pick out, as far as that can be told before.
  public var chosenObjects: [ChosenObjects] = []
  /// Search indexes of the store's own that will know other rows than their tables have.
  public var staleSearchIndexes: [StaleSearchIndex] = []
  /// What is wrong with the files beside the store already, and keeps nothing from being done.
  public var knownFindings: [Finding]
  /// The approvals that were given and that this migration does not ask for, sorted.
  public var idleApprovals: [String]
  /// Everything that keeps the migration from being carried out now, and what would undo it.
  public var obstacles: [MigrationRefusal]
  /// The first stage of which it could not be told whether the data would undo it; nil for none.
  public var foresightGap: ForesightGap?
  /// Where the backup would go; nil where none is wanted, or there is nothing to do.
  public var backup: String?
  /// The newest backup of that version beside the store, which serves instead of a new one where it
  /// holds the same; nil where there is none.
  public var earlierBackup: String?
  /// The digest of everything that the plan would carry out, in hexadecimal.
  public var digest: String

  /// A plan from its parts.
  public init(
    inspection: StoreInspection, migration: MigrationPlan, stages: [[MigrationStep]],
    statements: [[ScriptStatement]], losses: [DataLoss],
    rewritten: [RewrittenValues] = [], leftBehind: [LeftBehind] = [],
    chosenLinks: [ChosenLinks] = [], renumbered: [RenumberedObjects] = [],
    merged: [MergedObjects] = [], knownFindings: [Finding] = [],
    idleApprovals: [String] = [], obstacles: [MigrationRefusal], backup: String?, digest: String
  ) {
    self.inspection = inspection
    self.migration = migration
    self.stages = stages
    self.statements = statements
    self.losses = losses
    self.rewritten = rewritten
    self.leftBehind = leftBehind
    self.chosenLinks = chosenLinks
    self.renumbered = renumbered
    self.merged = merged
    self.knownFindings = knownFindings
    self.idleApprovals = idleApprovals
    self.obstacles = obstacles
    self.backup = backup
    self.digest = digest
  }
}

extension StorePlan {
  /// What becomes by declaration of objects and values that do not stay what they are, each as a
  /// sentence.
  public var declaredEffects: [String] {
    [
      rewritten.map(\.message), leftBehind.map(\.message), chosenLinks.map(\.message),
      renumbered.map(\.message), declaredSteps.map(\.message), merged.map(\.message),
      recomputed.map(\.message),
    ].flatMap(\.self)
  }
  /// What declared steps may change, in order.
  public var declaredSteps: [StepResult] {
    migration.stages.flatMap(\.mapping.steps).map { StepResult($0, count: nil) }
  }
  /// What declared steps may take from the store, each as the approval that they may ask for.
  ///
  /// How much that is, only the steps themselves tell.
  public var stepApprovals: [String] {
    migration.stages.map(\.mapping).filter { !$0.steps.isEmpty }.flatMap {
      StepAccount(of: $0, in: StoreLayout(of: $0.target)).approvals
    }
  }
  /// The version of the store.
  public var source: Version { migration.source.version }
  /// The version to come to.
  public var target: Version { migration.target.version }
  /// What happens to the tables, in order.
  public var steps: [MigrationStep] { stages.flatMap(\.self) }
  /// How many rows would be written anew, as far as that is known before.
  public var estimatedRows: Int64 {
    steps.reduce(0) { $0 + ($1.dependsOnEarlierStage ? 0 : $1.estimatedRows ?? 0) }
  }
  /// Whether the store has the version already.
  public var isCurrent: Bool { source == target }
}
