internal import SQLite
internal import StoreArchive
internal import StoreLayout
internal import StoreMigration
internal import Terminal

/// Long work on a store: the terminal shows how far it is, and Ctrl-C or the system can end it.
struct Work {
  private let progress: Progress

  /// Begins to watch for the wish that it ends.
  init(_ invocation: Invocation) {
    Interruption.watch()
    progress = invocation.makeProgress()
  }

  /// Whether somebody wants it to end.
  var isCancelled: @Sendable () -> Bool { { Interruption.shared.isRequested } }

  /// Does the work, and removes the line that showed its progress.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { progress.clear() }
    return try body()
  }

  /// Does the work on a store; what ends it says what became of the store, as far as that is known.
  func run<Result>(on store: String, _ body: () throws -> Result) throws -> Result {
    try run {
      do {
        return try body()
      } catch let error as MigrationError {
        throw Failure(error, store: store)
      } catch {
        let failure = Failure(error)
        guard failure.circumstance != nil || failure.status == .interrupted else { throw error }
        if let error = error as? SQLiteError, error.mayHaveCommitted {
          throw failure.doubting(store)
        }
        throw failure.leaving("'\(store)' is unchanged", of: store)
      }
    }
  }

  /// Shows how far a task is.
  ///
  /// - Throws: ``Interrupted`` where somebody wants it to end.
  func report(_ task: String, _ completed: Int, of total: Int?, unit: String = "rows") throws {
    guard !isCancelled() else { throw Interrupted() }
    progress.update(ProgressState(task, completed: completed, of: total, unit: unit))
  }

  /// Shows how far a backup or a restore is.
  func archiving(_ task: String) -> (ArchiveProgress) throws -> Void {
    { try report(task, Int($0.rows), of: Int($0.totalRows)) }
  }

  /// Tells what a migration is about to lose, on the standard error.
  var beginning: @Sendable (StorePlan) -> Void {
    { [progress] plan in
      guard !plan.losses.isEmpty else { return }
      progress.clear()
      let lines = plan.losses.map { "\($0.message) (approved), nothing is written yet\n" }
      // What cannot be reported now is reported at the end.
      try? StandardStream.error.write(lines.joined())
    }
  }

  /// Shows how far a migration is; it asks by itself whether to stop.
  var migrating: @Sendable (MigrationProgress) -> Void {
    { [progress] in
      progress.update(
        ProgressState($0.task, completed: Int($0.rows), of: $0.totalRows.map { Int($0) }))
    }
  }
}

/// The end of work that somebody stopped, after it undid what it had begun.
struct Interrupted: Error {}

extension MigrationProgress {
  /// What is being done.
  fileprivate var task: String {
    let subject = subject.map { " \($0)" } ?? ""
    return switch phase {
    case .inspecting: "reading the store"
    case .backingUp: "writing the backup"
    case .restoring: "restoring"
    case .verifyingBackup: "reading the backup back"
    case .measuring: "adding up" + subject
    case .migrating: "migrating" + subject
    case .proving: "comparing" + subject
    case .committing: "finishing"
    }
  }
}
