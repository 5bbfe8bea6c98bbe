internal import Files
public import SchemaModel
public import SQLite

/// Removes objects that are too old, and the rows that the model's delete rules delete with them.
///
/// ```swift
/// let options = PruneOptions(entity: "RecordingSession", attribute: "createdAt", before: cutoff)
/// let plan = try StorePruner.plan(storeAt: "recordings.store", options: options)
/// plan.effects.map(\.message) // 120 objects of 'AudioSegment' are removed, …
/// ```
public enum StorePruner {
  /// Plans a prune for the present state of the store, with a trial on a temporary copy; the store itself is
  /// not written.
  ///
  /// - Throws: ``SQLite/StoreOpenError``, ``VerificationError``, ``RepairError`` if the store is in no state
  ///   for changes; ``PruneError``, ``SQLite/SQLiteError``.
  public static func plan(
    storeAt path: String, options: PruneOptions, isCancelled: @escaping () -> Bool = { false }
  ) throws -> PrunePlan {
    let connection = try StoreFile.open(path: path, for: .reading)
    return try connection.cancellable(when: isCancelled) {
      try connection.transaction {
        var plan = try Prune(connection, options).plan()
        // The trial on a copy fails if the prune would fail, for example because of the user's own trigger.
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

  /// Removes the due objects in one transaction: all of them, or none.
  ///
  /// A proof before the commit ensures that only the due objects are deleted, and the objects that the delete
  /// rules delete with them. After the commit, files next to the store that no object names any more are
  /// removed.
  ///
  /// The backup is taken inside the transaction, unless nothing is to be done.
  ///
  /// - Parameters:
  ///   - path: the path of the store.
  ///   - options: the settings of the prune.
  ///   - isCancelled: a function that is called many times a second; if it returns true, nothing is removed.
  ///   - backup: a function that takes the backup, and returns its path.
  /// - Returns: the removed objects and files.
  /// - Throws: the errors of the backup and of ``plan(storeAt:options:isCancelled:)``.
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
        // Files that another writer's objects name in the meantime stay.
        outcome.filesLeft = try connection.transaction(.immediate) {
          try StrayFiles(UpkeepStore(connection, options.history, isKnownSound: true))
            .remove(outcome.plan.files)
        }
      } catch {
        // The objects are deleted already, and the outcome has to report that.
        outcome.filesLeft = ["the external files of what was removed are still there: \(error)"]
      }
    }
    if let files = options.ownedFiles {
      do {
        // Files that another writer's objects name in the meantime stay.
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
  /// - Throws: ``PruneError/noPaths`` if no attribute has `storage: path`; the store's errors that
  ///   ``plan(storeAt:options:isCancelled:)`` also throws.
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

  /// Moves the files that no object names to a new folder next to the app's folder.
  ///
  /// The store is not changed, so no backup is taken. No other process can write to the store in the
  /// meantime.
  ///
  /// - Throws: the errors of ``unownedFiles(storeAt:_:history:isCancelled:)``.
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
  /// The check itself, if it is possible.
  ///
  /// - Throws: ``PruneError/noPaths`` if no attribute holds paths, so that no object would name any file.
  func required() throws(PruneError) -> OwnedFileCheck {
    guard isPossible else { throw .noPaths }
    return self
  }

  /// The files that no object names.
  fileprivate func unowned() throws -> UnownedFiles {
    UnownedFiles(try required().survey().unowned, in: FilePath.shortened(files.folder))
  }

  /// Moves the files that no object names to a new folder next to the app's folder.
  fileprivate func moveUnowned() throws -> UnownedFileMove {
    let found = try unowned()
    // The name is next to the real folder, even if links lead to it.
    let destination = FileSystem.destination(of: found.folder)
    let isNamed = ![".", ".."].contains(FilePath.name(of: destination))
    let base =
      isNamed
      ? destination
      : FilePath.join(destination, "../" + FilePath.name(of: FileSystem.resolved(destination)))
    return try UnownedFileMove(of: found.names, in: found.folder, to: base + ".unowned")
  }
}

/// The settings of a prune, which removes the objects of an entity whose date is before a time.
///
/// ```swift
/// PruneOptions(entity: "RecordingSession", attribute: "createdAt", before: cutoff)
/// ```
public struct PruneOptions: Hashable, Sendable {
  /// The entity; its sub-entities are included.
  public var entity: String
  /// The attribute with the date.
  public var attribute: String
  /// The first instant that stays, in seconds since 1970-01-01 00:00 UTC.
  public var cutoff: Double
  /// The versions, one of which may describe a database without a catalog.
  ///
  /// Such a database has no history, so nothing is recorded in it.
  public var history: SchemaHistory?
  /// The folder of the files that objects own; nil to leave these files alone.
  ///
  /// Files in the folder that no object names afterwards are moved away.
  public var ownedFiles: OwnedFiles?
  /// The version of the tool, for the store's history.
  public var toolVersion = ""

  /// Options from their parts.
  public init(entity: String, attribute: String, before cutoff: Double) {
    self.entity = entity
    self.attribute = attribute
    self.cutoff = cutoff
  }
}
