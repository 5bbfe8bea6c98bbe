internal import Files
public import SQLite
public import SchemaModel

/// Removes objects that are too old, and what goes along by the delete rules of the model.
///
/// ```swift
/// let options = PruneOptions(entity: "RecordingSession", attribute: "createdAt", before: cutoff)
/// let plan = try StorePruner.plan(storeAt: "recordings.store", options: options)
/// plan.effects.map(\.message) // 120 objects of 'AudioSegment' are removed, …
/// ```
public enum StorePruner {
  /// What a prune would remove now; nothing is written, but to a copy that goes at once.
  ///
  /// - Throws: ``SQLite/StoreOpenError``, ``VerificationError``, ``RepairError`` where the
  ///   store is in no state to be worked on; ``PruneError``, ``SQLite/SQLiteError``.
  public static func plan(
    storeAt path: String, options: PruneOptions, isCancelled: @escaping () -> Bool = { false }
  ) throws -> PrunePlan {
    let connection = try StoreFile.open(path: path, for: .reading)
    return try connection.cancellable(when: isCancelled) {
      try connection.transaction {
        var plan = try Prune(connection, options).plan()
        // Done to a copy it fails where it would fail, as by a trigger of somebody's own.
        if plan.isPossible {
          let copy = try UpkeepStore.trialCopy(of: connection, unless: isCancelled)
          let trial = try prune(copy, options, isCancelled) { _ in "" }.plan
          plan.effects = trial.effects
          plan.releasedPaths = trial.releasedPaths
          plan.unownedFiles = try unownedFiles(copy, path, options)
        } else if plan.obstacles.isEmpty {
          plan.unownedFiles = try unownedFiles(connection, path, options)
        }
        return plan
      }
    }
  }

  /// Removes what is due in one transaction: all of it, or nothing.
  ///
  /// That just the objects go that the delete rules say is proven before the commit. Files next to
  /// the store go after it, those that no object speaks of any more.
  ///
  /// The backup is taken inside the transaction; it is not called where there is nothing to do.
  ///
  /// - Parameters:
  ///   - path: the store.
  ///   - options: what is too old.
  ///   - isCancelled: is asked many times a second whether to stop; then nothing is removed.
  ///   - backup: takes the backup, and tells where it is.
  /// - Returns: what was removed.
  /// - Throws: what the backup throws, and what ``plan(storeAt:options:isCancelled:)`` throws.
  public static func apply(
    storeAt path: String, options: PruneOptions, isCancelled: @escaping () -> Bool = { false },
    backup: (Connection) throws -> String
  ) throws -> PruneOutcome {
    let connection = try StoreFile.open(path: path, for: .writing)
    // A folder that cannot be read is reported before anything is removed.
    _ = try unownedFiles(connection, path, options)
    var outcome = try prune(connection, options, isCancelled, backup)
    if !outcome.plan.files.isEmpty {
      do {
        // What another writer has come to speak of in between stays.
        outcome.filesLeft = try connection.transaction(.immediate) {
          try StrayFiles(UpkeepStore(connection, options.history, isKnownSound: true))
            .remove(outcome.plan.files)
        }
      } catch {
        // The objects are gone by now, and that is what has to be reported.
        outcome.filesLeft = ["the external files of what was removed are still there: \(error)"]
      }
    }
    if let files = options.ownedFiles {
      do {
        // What another writer has come to name in between stays.
        let move = try connection.transaction(.immediate) {
          try check(connection, path, files, options.history, isKnownSound: true).moveUnowned()
        }
        outcome.move = move
        outcome.filesLeft += move.left
      } catch {
        outcome.filesLeft.append("the files that no object names are still there: \(error)")
      }
    }
    return outcome
  }

  private static func prune(
    _ connection: Connection, _ options: PruneOptions, _ isCancelled: @escaping () -> Bool,
    _ backup: (Connection) throws -> String
  ) throws -> PruneOutcome {
    try UpkeepStore.changing(connection, unless: isCancelled) {
      try Prune(connection, options).run(backup)
    }
  }

  private static func unownedFiles(
    _ connection: Connection, _ path: String, _ options: PruneOptions
  ) throws -> UnownedFiles? {
    try options.ownedFiles.map {
      try check(connection, path, $0, options.history, isKnownSound: true).unowned()
    }
  }

  private static func check(
    _ connection: Connection, _ path: String, _ files: OwnedFiles, _ history: SchemaHistory?,
    isKnownSound: Bool = false
  ) throws -> OwnedFileCheck {
    let store = try UpkeepStore(connection, history, isKnownSound: isKnownSound)
    return OwnedFileCheck(
      connection: connection, layout: store.layout, files: files.ofStore(at: path))
  }
}

// MARK: - Files that no object names, whatever their age

extension StorePruner {
  /// The files in the folder of an app that no object names; nothing is moved.
  ///
  /// - Throws: ``PruneError/noPaths`` where no attribute has `storage: path`; what
  ///   ``plan(storeAt:options:isCancelled:)`` throws of the store itself.
  public static func unownedFiles(
    storeAt path: String, _ files: OwnedFiles, history: SchemaHistory? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> UnownedFiles {
    let connection = try StoreFile.open(path: path, for: .reading)
    return try connection.cancellable(when: isCancelled) {
      try connection.transaction {
        try check(connection, path, files, history).unowned()
      }
    }
  }

  /// Moves the files that no object names to a new folder next to that of the app.
  ///
  /// The store is not changed, and so no backup is taken. Nobody else can write to it meanwhile.
  ///
  /// - Throws: what ``unownedFiles(storeAt:_:history:isCancelled:)`` throws.
  public static func moveUnownedFiles(
    storeAt path: String, _ files: OwnedFiles, history: SchemaHistory? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> UnownedFileMove {
    let connection = try StoreFile.open(path: path, for: .writing)
    return try connection.cancellable(when: isCancelled) {
      try connection.transaction(.immediate) {
        try check(connection, path, files, history).moveUnowned()
      }
    }
  }
}

extension OwnedFileCheck {
  /// The same check, where it is asked for by itself.
  ///
  /// - Throws: ``PruneError/noPaths`` where no attribute holds paths: then every file would be one that no object
  ///   names.
  func required() throws(PruneError) -> OwnedFileCheck {
    guard isPossible else { throw .noPaths }
    return self
  }

  /// The files that no object names.
  fileprivate func unowned() throws -> UnownedFiles {
    UnownedFiles(try required().survey().unowned, in: FilePath.shortened(files.folder))
  }

  /// Moves these files to a new folder next to that of the app.
  fileprivate func moveUnowned() throws -> UnownedFileMove {
    let found = try unowned()
    // The name is next to the folder itself, whatever links lead to it.
    let destination = FileSystem.destination(of: found.folder)
    let isNamed = ![".", ".."].contains(FilePath.name(of: destination))
    let base =
      isNamed
      ? destination
      : FilePath.join(destination, "../" + FilePath.name(of: FileSystem.resolved(destination)))
    return try UnownedFileMove(of: found.names, in: found.folder, to: base + ".unowned")
  }
}
