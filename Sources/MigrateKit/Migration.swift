public import MigrationPlanner
public import StoreMigration

/// The migration of stores: inspect, plan, rehearse, apply and restore.
///
/// ```swift
/// let migrator = Migrator(history: history)
/// try migrator.plan(for: "library.store").target // 4.0.0, and nothing is written
/// try migrator.apply(to: "library.store")        // .migrated, with a summary
/// ```
///
/// Each of them blocks until it is done. `apply` throws ``MigrationError``.
public typealias Migrator = StoreMigration.Migrator

/// The decisions of a caller about a migration: target, backup, approvals, patience, closures.
///
/// ```swift
/// var options = MigrationOptions()
/// options.allowedLosses = ["drop-attribute:Book.pages"] // any other loss is refused
/// options.patience = 30                                 // waits half a minute for another process
/// options.isCancelled = { Task.isCancelled }            // after true the store is as it was
/// let migrator = Migrator(history: history, options: options)
/// ```
public typealias MigrationOptions = StoreMigration.MigrationOptions

/// The good ends of a migration.
///
/// ```swift
/// switch try Migrator(history: history).apply(to: "library.store") {
/// case .alreadyCurrent(let version): print("still version \(version)")
/// case .migrated(let summary): print("now version \(summary.target)")
/// case .rehearsed(let plan): print("\(plan.steps.count) tables would change") // a dry run
/// }
/// ```
public typealias MigrationOutcome = StoreMigration.MigrationOutcome

/// The report of a finished migration: versions, backup, rows, losses.
///
/// ```swift
/// if case .migrated(let summary) = try Migrator(history: history).apply(to: "library.store") {
///   summary.backup     // "library.store.v1.0.0.backup.json"
///   summary.rowsProved // how many rows were compared with what they had to be
/// }
/// ```
public typealias MigrationSummary = StoreMigration.MigrationSummary

/// The progress of a migration: its phase, and how many rows are done.
///
/// ```swift
/// var options = MigrationOptions()
/// options.onProgress = { print($0.phase.rawValue, $0.rows) }
/// // backingUp 0, … committing 0
/// ```
public typealias MigrationProgress = StoreMigration.MigrationProgress

/// The plan for one store: its steps, its losses, and what stands in its way.
///
/// ```swift
/// let plan = try Migrator(history: history).plan(for: "library.store")
/// plan.isCurrent           // false
/// plan.losses.map(\.count) // [412]: that many values would be lost
/// plan.obstacles.isEmpty   // true where `apply` can start
/// ```
public typealias StorePlan = StoreMigration.StorePlan

/// The changes from one version of the model to another, without a store.
///
/// ```swift
/// let migration: MigrationPlan = try Migrator(history: history).plan(for: "library.store").migration
/// migration.hops.first?.changes.map(\.description) // "- attribute 'Book.pages'", …
/// ```
public typealias MigrationPlan = MigrationPlanner.MigrationPlan

/// A saved plan, which `apply` can be asked to follow.
///
/// ```swift
/// let saved = try PlanFile(contentsOf: "library.plan.json")
/// try migrator.apply(to: "library.store", following: saved)
/// // refused where the schema files or the store would lead to another plan by now
/// ```
public typealias PlanFile = StoreMigration.PlanFile

/// The result of a migration of a copy: how it ended, how long it took, how much room it needed.
///
/// ```swift
/// let report = try Migrator(history: history).rehearse("library.store")
/// report.seconds  // 1.4
/// report.peakRoom // bytes on the disk, at most
/// ```
public typealias RehearsalReport = StoreMigration.RehearsalReport
