internal import Diagnostics
public import SQLite
internal import SchemaModel
internal import SchemaYAML

/// Repairs links that lead nowhere, and makes one object of several that are the same.
///
/// Orphans are repaired as the delete rules of their relationships say. Duplicates are merged only
/// where a ``DuplicateMerge`` says how. What no rule decides is left alone and reported.
///
/// ```swift
/// let plan = try StoreRepairer.plan(storeAt: "Library.store")
/// plan.steps.first?.message
/// // delete 2 objects of 'Note': 'Note.book' leads to a 'Book' that is gone, and its delete rule …
/// ```
public enum StoreRepairer {
  /// What a repair would do now; nothing is written.
  ///
  /// A step may leave new orphans behind, merged objects may have had some, and delete rules take
  /// others along. So where there is anything to do, it is done to a copy, which nobody else sees
  /// and which goes at once: what is reported is what came of it.
  ///
  /// It is asked many times a second whether to stop.
  ///
  /// - Throws: what ``apply(storeAt:options:isCancelled:backup:)`` would;
  ///   ``RepairError/noRoomToTry(reason:)``.
  public static func plan(
    storeAt path: String, options: RepairOptions = RepairOptions(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> RepairPlan {
    let options = options.ofStore(at: path)
    let connection = try StoreFile.open(path: path, for: .reading)
    return try connection.cancellable(when: isCancelled) {
      try connection.transaction {
        let plan = try Repair(connection, options, isCancelled).plan()
        guard !plan.isEmpty else { return plan }
        let copy = try UpkeepStore.trialCopy(of: connection, unless: isCancelled)
        return try repair(copy, options, isCancelled) { _ in "" }.plan
      }
    }
  }

  /// Repairs a store in one transaction: it is repaired, or it is as it was.
  ///
  /// The backup is taken inside the transaction, when no other writer can come in between any
  /// more; it gets the connection and tells where the backup is. It is not called where there is
  /// nothing to do.
  ///
  /// Files next to the store that no object speaks of are moved out of the way after it, and not
  /// removed: another program may have begun to write them for an object to come.
  ///
  /// It is asked many times a second whether to stop; then nothing is repaired.
  ///
  /// - Throws: what the backup throws; ``SQLite/StoreOpenError``, ``VerificationError``,
  ///   ``RepairError``, ``SQLite/SQLiteError``.
  public static func apply(
    storeAt path: String, options: RepairOptions = RepairOptions(),
    isCancelled: @escaping () -> Bool = { false }, backup: (Connection) throws -> String
  ) throws -> RepairOutcome {
    let options = options.ofStore(at: path)
    let connection = try StoreFile.open(path: path, for: .writing)
    var outcome = try repair(connection, options, isCancelled, backup)
    if !outcome.plan.strayFiles.isEmpty {
      do {
        // What another writer has come to speak of in between stays.
        let moved = try connection.transaction(.immediate) {
          try StrayFiles(UpkeepStore(connection, options.history, isKnownSound: true)).move(
            outcome.plan.strayFiles)
        }
        (outcome.strayFolder, outcome.filesLeft) = (moved.place, moved.left)
        (outcome.plan.strayFiles, outcome.plan.strayBytes) = (moved.files.names, moved.files.bytes)
      } catch {
        // The objects are repaired by now, and that is what has to be reported.
        outcome.filesLeft = ["the files that no object speaks of are still there: \(error)"]
        (outcome.plan.strayFiles, outcome.plan.strayBytes) = ([], 0)
      }
    }
    return outcome
  }

  private static func repair(
    _ connection: Connection, _ options: RepairOptions, _ isCancelled: @escaping () -> Bool,
    _ backup: (Connection) throws -> String
  ) throws -> RepairOutcome {
    try UpkeepStore.changing(connection, unless: isCancelled) {
      try Repair(connection, options, isCancelled).run(backup)
    }
  }
}

extension RepairOptions {
  /// The same, with the store whose own files are no files of objects: it is tried on a copy.
  fileprivate func ofStore(at path: String) -> RepairOptions {
    var options = self
    options.ownedFiles = ownedFiles?.ofStore(at: path)
    return options
  }
}
