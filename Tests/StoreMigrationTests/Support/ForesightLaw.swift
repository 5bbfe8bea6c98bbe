import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreMigration
import Testing

/// Holds what a plan tells of the data beforehand against how the migration ends.
///
/// Every test that migrates a store is one of this, too: a plan tells of what undoes the migration,
/// and of nothing where it succeeds.
struct ForesightLaw {
  /// What the plan tells that would undo the migration, and what it says that it cannot tell; nil
  /// where there is no plan, or it merges objects.
  private let foreseen: [Diagnostic]?
  /// Whether declared steps decide some of it, or what the store itself asks of rows, of which nothing
  /// is told.
  private let isPartial: Bool

  init(_ store: TestStore, _ history: SchemaHistory, _ options: MigrationOptions) {
    var options = options
    (options.onProgress, options.isCancelled) = (nil, nil)
    let plan = try? Migrator(history: history, options: options).plan(for: store.path)
    let unforeseen = plan?.warnings.filter { $0.code == "unforeseen" } ?? []
    let hasSteps = plan?.migration.stages.contains { !$0.mapping.steps.isEmpty } ?? false
    let asksRows = plan?.foresightGap.map { $0.isAboutOwnDemands } ?? false
    isPartial = asksRows || hasSteps && !unforeseen.isEmpty
    foreseen = plan.flatMap { plan in
      let obstacles = plan.obstacles.filter { if case .foreseen = $0 { true } else { false } }
      return MigrationError.refused(obstacles).diagnostics(of: store.path)
        + (hasSteps || asksRows ? [] : unforeseen)
    }
  }

  /// Compares with the end; nil stands for a migration that succeeded.
  func check(_ error: MigrationError?, sourceLocation: Testing.SourceLocation) {
    guard let foreseen else { return }
    if isPartial, error != nil { return }
    switch error {
    case nil: #expect(foreseen == [], sourceLocation: sourceLocation)
    case .rolledBack(.brokenReferences, _):
      #expect(!foreseen.isEmpty, sourceLocation: sourceLocation)
    case .rolledBack(let failure, _) where failure.isForTheDataToTell:
      let told = error?.diagnostics(of: "") ?? []
      #expect(told.filter { !foreseen.contains($0) } == [], sourceLocation: sourceLocation)
    case .rolledBack, .refused, .cancelled, .needsAttention: return
    }
  }
}

extension ForesightGap {
  fileprivate var isAboutOwnDemands: Bool {
    switch reason {
    case .ownDemands, .checks: true
    case .unreadable, .forgottenFiles, .steps: false
    }
  }
}

extension MigrationFailure {
  fileprivate var isForTheDataToTell: Bool {
    switch self {
    case .checks, .refusedValues, .unmetRequirements, .duplicates, .brokenDemands, .several: true
    case .statement, .step, .recomputedValues, .unapprovedStepLosses, .brokenReferences,
      .brokenObjects, .rowCounts,
      .contents, .triggered, .definition,
      .unmanagedObjects, .script, .diskFull, .unwritableFile, .database:
      false
    }
  }
}
