internal import SQLite
internal import StoreArchive
internal import StoreLayout
internal import StoreMigration
internal import Terminal

/// Long work on a store, with progress on the terminal, which Ctrl-C or the system can end.
struct Work {
  private let progress: Progress

  /// Begins to watch for interruptions.
  init(_ invocation: Invocation) {
    Interruption.watch()
    progress = invocation.makeProgress()
  }

  /// Whether an end of the work was requested.
  var isCancelled: @Sendable () -> Bool { { Interruption.shared.isRequested } }

  /// Does the work, and removes the line that showed its progress.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { progress.clear() }
    return try body()
  }

  /// Does the work on a store; an error gets the state of the store, as far as it is known.
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

  /// Shows the progress of a task.
  ///
  /// - Throws: ``Interrupted`` if an end of the work was requested.
  func report(_ task: String, _ completed: Int, of total: Int?, unit: String = "rows") throws {
    guard !isCancelled() else { throw Interrupted() }
    progress.update(ProgressState(task, completed: completed, of: total, unit: unit))
  }

  /// Shows the progress of a backup or a restore.
  func archiving(_ task: String) -> (ArchiveProgress) throws -> Void {
    { try report(task, Int($0.rows), of: Int($0.totalRows)) }
  }

  /// Prints the values that a migration is about to lose, on the standard error.
  var beginning: @Sendable (StorePlan) -> Void {
    { [progress] plan in
      guard !plan.losses.isEmpty else { return }
      progress.clear()
      let lines = plan.losses.map { "\($0.message) (approved), nothing is written yet\n" }
      // A text that cannot be printed now is reported at the end.
      try? StandardStream.error.write(lines.joined())
    }
  }

  /// Shows the progress of a migration, which checks for cancellation itself.
  var migrating: @Sendable (MigrationProgress) -> Void {
    { [progress] in
      progress.update(
        ProgressState($0.task, completed: Int($0.rows), of: $0.totalRows.map { Int($0) }))
    }
  }
}

/// The error of work that was interrupted, after its changes were undone.
struct Interrupted: Error {}

extension MigrationProgress {
  /// The task in words.
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
