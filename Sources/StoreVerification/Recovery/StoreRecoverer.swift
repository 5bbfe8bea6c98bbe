package import SQLite

/// Puts back the objects that a backup has and a store has lost: all of them, or none.
///
/// Existing objects are never changed: differences from the backup are only reported. Recovered objects keep
/// their links, even if the objects at the other ends have a new `_id`.
///
/// ```swift
/// try Restorer.restore(backup: "library.json", to: "restored.store")
/// let plan = try StoreRecoverer.plan(storeAt: "library.store", from: "restored.store")
/// plan.missing // 12 Book, 140 Note
/// ```
package enum StoreRecoverer {
  /// Plans a recovery, with a trial on a copy of the store.
  ///
  /// The donor is a store of the same version, to which the backup was restored. `isCancelled` is called many
  /// times a second.
  ///
  /// - Throws: ``SQLite/StoreOpenError``, ``VerificationError``, ``RepairError`` if the store is in no state
  ///   for changes; ``RecoveryError``, ``SQLite/SQLiteError``.
  package static func plan(
    storeAt path: String, from donor: String, options: RecoveryOptions = RecoveryOptions(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> RecoveryPlan {
    let connection = try StoreFile.open(path: path, for: .reading)
    let copy = try connection.transaction {
      try UpkeepStore.trialCopy(of: connection, unless: isCancelled)
    }
    return try recover(copy, donor, options, isCancelled) { _ in "" }.plan
  }

  /// Puts back the missing objects in one transaction.
  ///
  /// Before the commit, it is proven that nothing else changed, and the files next to the store are on the
  /// disk. The backup of the store is taken inside the transaction, unless nothing is to be done.
  ///
  /// - Throws: the errors of the backup and of ``plan(storeAt:from:options:isCancelled:)``.
  package static func apply(
    storeAt path: String, from donor: String, options: RecoveryOptions = RecoveryOptions(),
    isCancelled: @escaping () -> Bool = { false }, backup: (Connection) throws -> String
  ) throws -> RecoveryOutcome {
    let connection = try StoreFile.open(path: path, for: .writing)
    var undo: () -> Void = {}
    do {
      return try recover(connection, donor, options, isCancelled, backup) { files, plan in
        undo = try files.copy(plan, unless: isCancelled)
      }
    } catch {
      // If the state of the store is unknown, its rows may name the files.
      if !connection.mayHaveCommitted { undo() }
      throw error
    }
  }

  private static func recover(
    _ connection: Connection, _ donor: String, _ options: RecoveryOptions,
    _ isCancelled: @escaping () -> Bool, _ backup: (Connection) throws -> String,
    finishing: (RecoveredFiles, RecoveryPlan) throws -> Void = { _, _ in }
  ) throws -> RecoveryOutcome {
    do {
      return try UpkeepStore.changing(connection, unless: isCancelled) {
        // If it were attached earlier, it would be locked for writing too. SQLite's journal would then belong
        // to two databases, and a copy of the store after a power cut could not be rolled back.
        try connection.execute("ATTACH \(donor) AS \(name: RowMatching.donor)")
        let theirs = try Connection(path: donor, mode: .readOnly)
        let recovery = try Recovery(connection, donor: theirs, options)
        let outcome = try recovery.run(backup)
        try finishing(recovery.files, outcome.plan)
        return outcome
      }
    } catch let error as SQLiteError where error.primaryCode == .constraint {
      // The model's links are checked earlier, so that the commit only finds violations of other foreign
      // keys.
      throw RecoveryError.undone([.unmet])
    }
  }
}
