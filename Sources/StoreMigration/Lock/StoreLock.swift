internal import Files

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The right of one process to change a store, until it is released or the process ends.
///
/// It is an advisory lock of the operating system on a file next to the store. A killed process leaves the
/// file but not the lock, so there is never anything to unlock by hand. The file is deleted when the lock is
/// released, and the file of a killed run is simply taken over.
package final class StoreLock {
  /// The lock file.
  private let path: String
  private var file: SystemFile?

  /// Takes the lock of a store.
  ///
  /// The time of day, in seconds since 1970, is shown to processes that find the lock taken. The patience is
  /// the time to wait for the holder, in seconds.
  ///
  /// - Throws: the refusal if another process has the lock, or if the file cannot be written.
  init(store: String, now: Double, patience: Double = 0) throws(MigrationRefusal) {
    path = Self.path(for: store)
    // Another process may only be examining the lock, see `refusal`, for a moment.
    var attemptsLeft = 5 + Int(min(patience, 1e6) * 100)
    while file == nil {
      let (found, isLocked) = try Self.openedFile(at: path, of: store)
      if isLocked {
        // The lock's holder removes the file before releasing it. A file that was opened just before is
        // locked here but has no name any more: the next file is the right one.
        if found.isNamed { file = found }
        continue
      }
      attemptsLeft -= 1
      guard attemptsLeft > 0 else { throw Self.refusal(by: LockOwner.read(from: found), now) }
      usleep(10_000)
    }
    if let file { LockOwner(process: getpid(), since: now).write(to: file) }
  }

  deinit { release() }

  /// Releases the lock.
  func release() {
    guard file != nil else { return }
    // Removed while the lock is held, so that no other process can lock the removed file. A file that cannot
    // be removed is taken over by the next run.
    try? FileSystem.remove(path)
    file = nil
  }

  private static func openedFile(
    at path: String, of store: String
  ) throws(MigrationRefusal) -> (file: SystemFile, isLocked: Bool) {
    do throws(SystemError) {
      let file = try SystemFile.forLock(path)
      return (file, try file.lock(.exclusive))
    } catch {
      guard !FileSystem.exists(path) else { throw .notWritable(path: path, reason: error.reason) }
      // The folder as the caller names it, unless the store is a link to elsewhere.
      let folder = FilePath.folder(of: FileSystem.isLink(store) ? path : store)
      throw FileSystem.isFolder(folder)
        ? .notWritable(path: folder, reason: error.reason) : .missingFolder(path: folder)
    }
  }

  private static func refusal(by owner: LockOwner?, _ now: Double) -> MigrationRefusal {
    .locked(by: owner, age: owner.map { now - $0.since })
  }

  /// The lock file of a store, the same for every path that leads to it.
  private static func path(for store: String) -> String {
    FileSystem.resolved(store) + ".migrate-lock"
  }
}

extension StoreLock {
  /// The refusal for a store that another process has locked now; nil if none has.
  ///
  /// Nothing is created or locked.
  package static func refusal(
    of store: String, now: Double = SystemClock.now()
  ) -> MigrationRefusal? {
    // A lock file that is missing or cannot be examined does not block the store.
    guard let file = try? SystemFile.reading(path(for: store), followingLinks: false),
      let isFree = try? file.lock(.shared), !isFree
    else { return nil }
    return refusal(by: LockOwner.read(from: file), now)
  }

  /// Removes the lock file of a killed run, if there is one and no process holds it.
  static func clearLeftover(of store: String, now: Double) {
    guard FileSystem.exists(path(for: store)) else { return }
    // Releasing the lock removes the file. If it cannot be removed, it blocks nothing.
    (try? StoreLock(store: store, now: now))?.release()
  }

  /// Does the work while this process has the lock of the store.
  ///
  /// - Throws: ``MigrationError/refused(_:)`` if another process has the lock; the errors of the work.
  package static func whileLocked<Result>(
    store: String, _ work: () throws -> Result
  ) throws -> Result {
    let lock: StoreLock
    do throws(MigrationRefusal) {
      lock = try StoreLock(store: store, now: SystemClock.now())
    } catch {
      throw MigrationError.refused([error])
    }
    defer { lock.release() }
    return try work()
  }
}

extension LockOwner {
  /// The line of a lock file: `4711 1763694000.5`.
  private var line: String { "\(process) \(since)\n" }

  /// The owner that a line names; nil for any other text.
  private init?(line: String) {
    guard line.last == "\n" else { return nil }
    let words = line.dropLast().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let process = Int32(words[0]), let since = Double(words[1]) else {
      return nil
    }
    self.init(process: process, since: since)
  }

  /// Writes the line as the only content of a newly opened file.
  ///
  /// It informs people and nothing depends on it, so a full disk does not affect the lock.
  fileprivate func write(to file: SystemFile) {
    do throws(SystemError) {
      try file.truncate()
      try file.write(Array(line.utf8))
    } catch {}
  }

  /// Reads the line of a newly opened lock file that another process holds.
  fileprivate static func read(from file: SystemFile) -> LockOwner? {
    // The lock's holder may not have written its name yet; then it is unknown.
    guard let bytes = try? file.read(upTo: 128), !bytes.isEmpty else { return nil }
    return LockOwner(line: String(decoding: bytes, as: UTF8.self))
  }
}
