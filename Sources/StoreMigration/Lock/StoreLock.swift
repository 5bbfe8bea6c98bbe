#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The right of one process to migrate a store, until it is given back or the process ends.
///
/// It is an advisory lock of the operating system on a file beside the store. A process that is
/// killed leaves the file and not the lock, so there is never anything to unlock by hand. The file
/// goes when the lock is given back, and a file that a killed run left is simply taken over.
final class StoreLock {
  /// The lock file.
  let path: String
  private let descriptor: Int32
  private var isHeld = true

  /// Takes the lock of a store at once, or tells who has it.
  ///
  /// The time of day, in seconds since 1970, is for those who find the lock taken.
  init(store: String, now: Double) throws(StoreLockError) {
    path = Self.path(for: store)
    descriptor = try Self.lockedFile(at: path)
    LockOwner(process: getpid(), since: now).write(to: descriptor)
  }

  deinit { release() }

  /// Gives the lock back.
  func release() {
    guard isHeld else { return }
    isHeld = false
    // Removed while it is still held: nobody can hold a lock on the file that goes.
    unlink(path)
    close(descriptor)
  }

  /// Whether another process has the lock of a store now, and who; nothing is made or taken.
  static func isTaken(of store: String) -> (isTaken: Bool, owner: LockOwner?) {
    let descriptor = open(path(for: store), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return (false, nil) }
    defer { close(descriptor) }
    let isTaken = flock(descriptor, LOCK_SH | LOCK_NB) != 0 && SystemError.current.isWouldBlock
    return (isTaken, isTaken ? LockOwner.read(from: descriptor) : nil)
  }

  /// Removes a lock file that a killed run left; nothing happens where there is none, or where
  /// somebody holds it.
  static func clearLeftover(of store: String, now: Double) {
    guard FilePaths.exists(path(for: store)) else { return }
    // Giving the lock back removes the file. Where that cannot be, the file is in nobody's way.
    (try? StoreLock(store: store, now: now))?.release()
  }

  private static func lockedFile(at path: String) throws(StoreLockError) -> Int32 {
    var attemptsLeft = 5
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: SystemError.current) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // Whoever held the lock removes the file before giving it back. A file that was opened
        // just before that is locked here and yet has no name any more: the next one is meant.
        if isNamed(path, descriptor) { return descriptor }
        close(descriptor)
        continue
      }
      let error = SystemError.current
      defer { close(descriptor) }
      guard error.isWouldBlock else { throw .cannotCreate(path: path, reason: error) }
      // Somebody may only be asking, see `isTaken`, and be gone in a moment.
      attemptsLeft -= 1
      guard attemptsLeft > 0 else { throw .taken(by: LockOwner.read(from: descriptor)) }
      usleep(10_000)
    }
  }

  /// The lock file of a store, the same for every path that leads to it.
  static func path(for store: String) -> String {
    FilePaths.resolved(store) + ".migrate-lock"
  }

  private static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
    var (mine, named) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path, &named) == 0
      && mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
  }
}

/// Why the lock of a store was not to be had.
enum StoreLockError: Error, Hashable {
  /// Another process has it; nil where that one has not yet written who it is.
  case taken(by: LockOwner?)
  /// The file cannot be made or locked.
  case cannotCreate(path: String, reason: SystemError)
}
