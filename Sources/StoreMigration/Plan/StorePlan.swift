internal import Digests
public import MigrationPlanner
public import StoreLayout
public import StoreScript
public import SchemaModel
public import StoreVerification

/// The migration of one store, as far as it is known without writing.
public struct StorePlan: Hashable, Sendable {
  /// The result of inspecting the store.
  public var inspection: StoreInspection
  /// The changes to objects, values and links.
  public var migration: MigrationPlan
  /// The changes to the tables, by stage, in the order of the stages.
  public var stages: [[MigrationStep]]
  /// The statements of all steps of each stage, in the order in which they run.
  public var statements: [[ScriptStatement]]
  /// The effects on objects, values and links.
  ///
  /// They stand in the order of the stages. The effects of the first stage's changes are counted in this
  /// store, all others on a copy as far as the stages were tried.
  public var effects: [Effect]
  /// Columns that SQLite computes from changing columns, so that their values may change too.
  public var recomputed: [RecomputedColumn] = []
  /// Unmanaged search indexes that will no longer match their tables.
  public var staleSearchIndexes: [StaleSearchIndex] = []
  /// Existing problems with the files next to the store, which block nothing.
  public var knownFindings: [Finding] = []
  /// The given approvals that this migration does not need, sorted.
  public var idleApprovals: [String] = []
  /// Everything that blocks the migration now, or would undo it.
  public var obstacles: [MigrationRefusal] = []
  /// Whether rows of any table are rewritten, however few tables have rows.
  public var rewritesRows = false
  /// The number of stages that were completed on the copy.
  public var triedStages = 0
  /// The reason why the migration was not tried on a copy, or not completely; nil if it was.
  public var trialGap: TrialGap?
  /// The path of the backup; nil if no backup is wanted, or the store is current.
  public var backup: String?
  /// The newest backup of that version next to the store, which serves instead of a new one if its content is
  /// equal; nil if none exists.
  public var earlierBackup: String?
}

extension StorePlan {
  /// The digest of everything that the plan would carry out, in hexadecimal.
  public var digest: String {
    var digest = Digest(.sha256)
    for text in [migration.digest] + statements.flatMap({ $0.map(\.sql) }) {
      digest.update(utf8: "\(text.utf8.count):\(text)")
    }
    return digest.finalize().hexadecimal
  }

  /// The losses by changes of the model, counted in this store or in the trial; those of untried stages have no
  /// count.
  public var losses: [Effect] { effects.losses }

  /// The possible losses by declared steps, each as the approval that it may need.
  ///
  /// Their amounts are known only once the steps have run.
  public var stepApprovals: [String] {
    migration.stages.map(\.mapping).filter { !$0.steps.isEmpty }.flatMap {
      StepAccount(of: $0, in: StoreLayout(of: $0.target)).approvals
    }
  }
  /// The version of the store.
  public var source: Version { migration.source.version }
  /// The version to migrate to.
  public var target: Version { migration.target.version }
  /// The changes to the tables, in order.
  public var steps: [MigrationStep] { stages.flatMap(\.self) }
  /// The number of rows to rewrite, as far as it is known before.
  public var estimatedRows: Int64 {
    steps.reduce(0) { $0 + ($1.dependsOnEarlierStage ? 0 : $1.estimatedRows ?? 0) }
  }
  /// Whether the store already has the version.
  public var isCurrent: Bool { source == target }
}
