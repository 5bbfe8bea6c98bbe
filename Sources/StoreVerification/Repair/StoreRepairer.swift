internal import Diagnostics
public import SQLite
internal import SchemaModel
internal import SchemaYAML

/// Repairs dangling links, and merges duplicates.
///
/// Orphans are repaired by the delete rules of their relationships. Duplicates are merged only if a
/// ``DuplicateMerge`` names their key. Problems that no rule decides are left alone and reported.
///
/// ```swift
/// let plan = try StoreRepairer.plan(storeAt: "Library.store")
/// plan.steps.first?.message
/// // delete 2 objects of 'Note': 'Note.book' leads to a 'Book' that does not exist, and its delete rule …
/// ```
public enum StoreRepairer {
  /// Plans a repair for the present state of the store; nothing is written to it.
  ///
  /// A step may leave new orphans behind, merged objects may have had orphans, and delete rules delete
  /// further objects. Therefore the steps run on a temporary copy that no other process sees, and the plan
  /// reports their results.
  ///
  /// `isCancelled` is called many times a second.
  ///
  /// - Throws: the errors of ``apply(storeAt:options:isCancelled:backup:)``;
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

  /// Repairs a store in one transaction, so that a failure leaves it unchanged.
  ///
  /// The backup is taken inside the transaction, which locks out other writers. The function for the backup
  /// gets the connection and returns the path of the backup. It is not called if nothing is to be done.
  ///
  /// After the transaction, files next to the store that no object names are moved away. They are not
  /// removed, because another program may have begun to write them for a new object.
  ///
  /// `isCancelled` is called many times a second; if it returns true, nothing is repaired.
  ///
  /// - Throws: the errors of the backup; ``SQLite/StoreOpenError``, ``VerificationError``, ``RepairError``,
  ///   ``SQLite/SQLiteError``.
  public static func apply(
    storeAt path: String, options: RepairOptions = RepairOptions(),
    isCancelled: @escaping () -> Bool = { false }, backup: (Connection) throws -> String
  ) throws -> RepairOutcome {
    let options = options.ofStore(at: path)
    let connection = try StoreFile.open(path: path, for: .writing)
    var outcome = try repair(connection, options, isCancelled, backup)
    if !outcome.plan.strayFiles.isEmpty {
      do {
        // Files that another writer's objects name in the meantime stay.
        let moved = try connection.transaction(.immediate) {
          try StrayFiles(UpkeepStore(connection, options.history, isKnownSound: true)).move(
            outcome.plan.strayFiles)
        }
        (outcome.strayFolder, outcome.filesLeft) = (moved.place, moved.left)
        (outcome.plan.strayFiles, outcome.plan.strayBytes) = (moved.files.names, moved.files.bytes)
      } catch {
        // The objects are repaired already, and the outcome has to report that.
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
  /// The same options for a trial on a copy: files of the original store are not files of objects.
  fileprivate func ofStore(at path: String) -> RepairOptions {
    var options = self
    options.ownedFiles = ownedFiles?.ofStore(at: path)
    return options
  }
}
