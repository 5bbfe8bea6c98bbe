import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import Testing

/// Compares the problems that a plan finds on a copy with the outcome of the migration.
///
/// Every test that migrates a store is one of this, too: a plan reports what undoes the migration, and
/// nothing where it succeeds, and counts the very effects that the migration counts.
struct TrialLaw {
  /// The plan; nil if it could not be made, or the trial could not.
  private let plan: StorePlan?
  /// The problems in the plan that would undo the migration.
  private let failures: [Diagnostic]

  init(_ store: TestStore, _ history: SchemaHistory, _ options: MigrationOptions) {
    var options = options
    (options.onProgress, options.isCancelled) = (nil, nil)
    plan = try? Migrator(history: history, options: options).plan(for: store.path)
    let failing =
      plan?.obstacles.compactMap { obstacle -> MigrationRefusal? in
        switch obstacle {
        case .failing: obstacle
        case .unapproved(let effects): .unapproved(effects.filter { !$0.kind.isForeseen })
        default: nil
        }
      } ?? []
    failures = MigrationError.refused(failing).diagnostics(of: store.path)
  }

  /// Compares with a migration that succeeded.
  func check(_ summary: MigrationSummary, sourceLocation: Testing.SourceLocation) {
    guard let plan else { return }
    #expect(plan.trialGap == nil, sourceLocation: sourceLocation)
    #expect(failures == [], sourceLocation: sourceLocation)
    #expect(
      plan.effects.filter { !$0.kind.isForeseen } == summary.effects.filter { !$0.kind.isForeseen },
      sourceLocation: sourceLocation)
  }

  /// Compares with one that was undone or refused.
  func check(_ error: MigrationError, sourceLocation: Testing.SourceLocation) {
    guard plan != nil, case .rolledBack(let failure, _) = error, failure.isForTheDataToTell else {
      return
    }
    let found = error.diagnostics(of: "")
    #expect(found.filter { !failures.contains($0) } == [], sourceLocation: sourceLocation)
  }
}

extension MigrationFailure {
  fileprivate var isForTheDataToTell: Bool {
    switch self {
    case .checks, .refusedValues, .unmetRequirements, .duplicates, .brokenDemands, .several,
      .statement, .step, .brokenRows, .unapproved, .brokenReferences:
      true
    case .brokenObjects, .rowCounts, .contents, .triggered, .definition, .unmanagedObjects,
      .script, .diskFull, .unwritableFile, .database:
      false
    }
  }
}
