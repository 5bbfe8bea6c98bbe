package import SQLite

/// Puts objects back into a store that a backup has and the store has lost: all of them, or nothing.
///
/// An object that exists is never changed: where it differs from the backup, that is only reported. What is put
/// back keeps its links, whatever `_id` the objects at their ends have by now.
///
/// ```swift
/// try Restorer.restore(backup: "library.json", to: "restored.store")
/// let plan = try StoreRecoverer.plan(storeAt: "library.store", from: "restored.store")
/// plan.missing // 12 Book, 140 Note
/// ```
package enum StoreRecoverer {
  /// What a recovery would put back: it is done to a copy of the store.
  ///
  /// The donor is a store in the same version, to which the backup was restored. It is asked many times a second
  /// whether to stop.
  ///
  /// - Throws: ``SQLite/StoreOpenError``, ``VerificationError``, ``RepairError`` where the store is in no state
  ///   to be worked on; ``RecoveryError``, ``SQLite/SQLiteError``.
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

  /// Puts back what is missing in one transaction.
  ///
  /// That nothing else changed is proven before the commit, and files next to the store are on the disk before
  /// it. The backup of the store as it is, is taken inside the transaction, where there is something to do.
  ///
  /// - Throws: what the backup throws, and what ``plan(storeAt:from:options:isCancelled:)`` throws.
  package static func apply(
    storeAt path: String, from donor: String, options: RecoveryOptions = RecoveryOptions(),
    isCancelled: @escaping () -> Bool = { false }, backup: (Connection) throws -> String
  ) throws -> RecoveryOutcome {
    let connection = try StoreFile.open(path: path, for: .writing)
    var undo: () -> Void = {}
    do {
      return try recover(connection, donor, options, isCancelled, backup) { files, plan in
        undo = try files.copy(plan.files, unless: isCancelled)
      }
    } catch {
      // Where it is not known what the store is now, its rows may name the files.
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
        // Attached before, it would be locked for writing too. Then SQLite's journal would be that
        // of two databases, and a copy of the store after a power cut could not be rolled back.
        try connection.execute("ATTACH \(donor) AS \(name: RowMatching.donor)")
        let theirs = try Connection(path: donor, mode: .readOnly)
        let recovery = try Recovery(connection, donor: theirs, options)
        let outcome = try recovery.run(backup)
        try finishing(recovery.files, outcome.plan)
        return outcome
      }
    } catch let error as SQLiteError where error.primaryCode == .constraint {
      // Links of the model are checked before: the commit finds what other foreign keys lead to.
      throw RecoveryError.undone([.unmet])
    }
  }
}
