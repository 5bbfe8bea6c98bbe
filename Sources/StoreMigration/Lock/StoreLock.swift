internal import Files

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The right of one process to migrate a store, until it is released or the process ends.
///
/// It is an advisory lock of the operating system on a file next to the store. A killed process leaves the
/// file but not the lock, so there is never anything to unlock by hand. The file is deleted when the lock is
/// released, and the file of a killed run is simply taken over.
final class StoreLock {
  /// The lock file.
  let path: String
  private var file: SystemFile?

  /// Takes the lock of a store, or reports its holder.
  ///
  /// The time of day, in seconds since 1970, is shown to processes that find the lock taken. The patience is
  /// the time to wait for the holder, in seconds.
  init(store: String, now: Double, patience: Double = 0) throws(StoreLockError) {
    path = Self.path(for: store)
    let file = try Self.lockedFile(at: path, patience)
    LockOwner(process: getpid(), since: now).write(to: file)
    self.file = file
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

  /// Whether another process holds the lock of a store now, and its owner; nothing is created or locked.
  static func isTaken(of store: String) -> (isTaken: Bool, owner: LockOwner?) {
    // A lock file that is missing or cannot be examined does not block the store.
    guard let file = try? SystemFile.reading(path(for: store), followingLinks: false),
      let isFree = try? file.lock(.shared), !isFree
    else { return (false, nil) }
    return (true, LockOwner.read(from: file))
  }

  /// Removes the lock file of a killed run, if there is one and no process holds it.
  static func clearLeftover(of store: String, now: Double) {
    guard FileSystem.exists(path(for: store)) else { return }
    // Releasing the lock removes the file. If it cannot be removed, it blocks nothing.
    (try? StoreLock(store: store, now: now))?.release()
  }

  private static func lockedFile(
    at path: String, _ patience: Double
  ) throws(StoreLockError) -> SystemFile {
    // Another process may only be examining the lock, see `isTaken`, for a moment.
    var attemptsLeft = 5 + Int(min(patience, 1e6) * 100)
    while true {
      let (file, isLocked) = try openedFile(at: path)
      if isLocked {
        // The lock's holder removes the file before releasing it. A file that was opened just before is
        // locked here but has no name any more: the next file is the right one.
        if file.isNamed { return file }
        continue
      }
      attemptsLeft -= 1
      guard attemptsLeft > 0 else { throw .taken(by: LockOwner.read(from: file)) }
      usleep(10_000)
    }
  }

  private static func openedFile(
    at path: String
  ) throws(StoreLockError) -> (file: SystemFile, isLocked: Bool) {
    do throws(SystemError) {
      let file = try SystemFile.forLock(path)
      return (file, try file.lock(.exclusive))
    } catch {
      throw .cannotCreate(path: path, reason: error.reason)
    }
  }

  /// The lock file of a store, the same for every path that leads to it.
  static func path(for store: String) -> String {
    FileSystem.resolved(store) + ".migrate-lock"
  }
}

/// The reason why the lock of a store could not be taken.
enum StoreLockError: Error, Hashable {
  /// Another process has it; nil if that process has not recorded its name yet.
  case taken(by: LockOwner?)
  /// The file cannot be created or locked.
  case cannotCreate(path: String, reason: String)
}
