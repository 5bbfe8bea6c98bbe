internal import Digests
public import MigrationPlanner
public import StoreLayout
public import StoreScript
public import SchemaModel
public import StoreVerification

/// What a migration would do to one store, as far as that can be known without writing.
public struct StorePlan: Hashable, Sendable {
  /// What was found out about the store.
  public var inspection: StoreInspection
  /// What happens to objects, values and links.
  public var migration: MigrationPlan
  /// What happens to the tables, stage by stage, in the order of the stages.
  public var stages: [[MigrationStep]]
  /// The statements of all steps of each stage, in the order in which they run.
  public var statements: [[ScriptStatement]]
  /// The effects on objects, values and links: first those of the changes, counted in this store, then
  /// those of the stages, counted on a copy as far as that was tried.
  public var effects: [Effect]
  /// Columns that SQLite computes from others that change, whose values may so be others, too.
  public var recomputed: [RecomputedColumn] = []
  /// Search indexes of the store's own that will know other rows than their tables have.
  public var staleSearchIndexes: [StaleSearchIndex] = []
  /// What is wrong with the files next to the store already, and keeps nothing from being done.
  public var knownFindings: [Finding] = []
  /// The approvals that were given and that this migration does not ask for, sorted.
  public var idleApprovals: [String] = []
  /// Everything that keeps the migration from being carried out now, and what would undo it.
  public var obstacles: [MigrationRefusal] = []
  /// Whether rows of any table are written anew, in however few tables there are any.
  public var rewritesRows = false
  /// How many stages came to their end on the copy.
  public var triedStages = 0
  /// Why the migration was not tried on a copy, or not all of it; nil where it was.
  public var trialGap: TrialGap?
  /// Where the backup would go; nil where none is wanted, or there is nothing to do.
  public var backup: String?
  /// The newest backup of that version next to the store, which serves instead of a new one where it
  /// holds the same; nil where there is none.
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

  /// The losses by changes of the model, counted in this store.
  public var losses: [Effect] { effects.losses }

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
