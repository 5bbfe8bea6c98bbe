internal import Files

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The right of one process to migrate a store, until it is given back or the process ends.
///
/// It is an advisory lock of the operating system on a file next to the store. A process that is
/// killed leaves the file and not the lock, so there is never anything to unlock by hand. The file
/// goes when the lock is given back, and a file that a killed run left is simply taken over.
final class StoreLock {
  /// The lock file.
  let path: String
  private var file: SystemFile?

  /// Takes the lock of a store, or tells who has it.
  ///
  /// The time of day, in seconds since 1970, is for those who find the lock taken. The patience is
  /// how long to wait for whoever has it, in seconds.
  init(store: String, now: Double, patience: Double = 0) throws(StoreLockError) {
    path = Self.path(for: store)
    let file = try Self.lockedFile(at: path, patience)
    LockOwner(process: getpid(), since: now).write(to: file)
    self.file = file
  }

  deinit { release() }

  /// Gives the lock back.
  func release() {
    guard file != nil else { return }
    // Removed while it is still held: nobody can hold a lock on the file that goes. One that
    // cannot be removed is taken over by the next run.
    try? FileSystem.remove(path)
    file = nil
  }

  /// Whether another process has the lock of a store now, and who; nothing is made or taken.
  static func isTaken(of store: String) -> (isTaken: Bool, owner: LockOwner?) {
    // A lock file that is not there, or that cannot be asked, keeps nobody from the store.
    guard let file = try? SystemFile.reading(path(for: store), followingLinks: false),
      let isFree = try? file.lock(.shared), !isFree
    else { return (false, nil) }
    return (true, LockOwner.read(from: file))
  }

  /// Removes a lock file that a killed run left; nothing happens where there is none, or where
  /// somebody holds it.
  static func clearLeftover(of store: String, now: Double) {
    guard FileSystem.exists(path(for: store)) else { return }
    // Giving the lock back removes the file. Where that cannot be, the file is in nobody's way.
    (try? StoreLock(store: store, now: now))?.release()
  }

  private static func lockedFile(
    at path: String, _ patience: Double
  ) throws(StoreLockError) -> SystemFile {
    // Somebody may only be asking, see `isTaken`, and be gone in a moment.
    var attemptsLeft = 5 + Int(min(patience, 1e6) * 100)
    while true {
      let (file, isLocked) = try openedFile(at: path)
      if isLocked {
        // Whoever held the lock removes the file before giving it back. A file that was opened
        // just before that is locked here and yet has no name any more: the next one is meant.
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

/// Why the lock of a store was not to be had.
enum StoreLockError: Error, Hashable {
  /// Another process has it; nil where that one has not yet written who it is.
  case taken(by: LockOwner?)
  /// The file cannot be made or locked.
  case cannotCreate(path: String, reason: String)
}
