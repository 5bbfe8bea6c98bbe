internal import Files

/// Work on a store that no other run of this tool may do at the same time.
package enum StoreLocking {
  /// Does the work while this process has the lock of the store.
  ///
  /// The time of day, in seconds since 1970, is shown to processes that find the lock taken.
  ///
  /// - Throws: ``MigrationError/refused(_:)`` if another process has the lock; the errors of the work.
  package static func whileLocked<Result>(
    store: String, now: Double = SystemClock.now(), _ work: () throws -> Result
  ) throws -> Result {
    let lock = try lock(store, now)
    defer { lock.release() }
    return try work()
  }

  /// The refusal for a store that another run of this tool has locked; nil if none has.
  package static func occupation(
    of store: String, now: Double = SystemClock.now()
  ) -> MigrationRefusal? {
    let (isTaken, owner) = StoreLock.isTaken(of: store)
    return isTaken ? .locked(by: owner, age: owner.map { now - $0.since }) : nil
  }

  private static func lock(_ store: String, _ now: Double) throws(MigrationError) -> StoreLock {
    do throws(StoreLockError) {
      return try StoreLock(store: store, now: now)
    } catch {
      throw .refused([error.refusal(of: store, now: now)])
    }
  }
}

extension StoreLockError {
  /// The reason why nothing was written.
  func refusal(of store: String, now: Double) -> MigrationRefusal {
    switch self {
    case .taken(let owner): .locked(by: owner, age: owner.map { now - $0.since })
    case .cannotCreate(let path, let reason): Self.unwritable(path, of: store, reason)
    }
  }

  /// The refusal for a lock file that cannot be written: it names the file, if that exists, or its folder.
  private static func unwritable(
    _ path: String, of store: String, _ reason: String
  ) -> MigrationRefusal {
    guard !FileSystem.exists(path) else { return .notWritable(path: path, reason: reason) }
    // The folder as the caller names it, unless the store is a link to elsewhere.
    let folder = FilePath.folder(of: FileSystem.isLink(store) ? path : store)
    return FileSystem.isFolder(folder)
      ? .notWritable(path: folder, reason: reason) : .missingFolder(path: folder)
  }
}
