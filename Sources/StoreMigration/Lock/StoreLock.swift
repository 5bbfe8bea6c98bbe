#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The right of one process to migrate a store; it ends with the value, or with the process.
///
/// It is an advisory lock of the operating system on a file beside the store. A process that is
/// killed leaves the file and not the lock, so there is never anything to unlock by hand. The file
/// goes when the lock is given back, and a file that a killed run left is simply taken over.
struct StoreLock: ~Copyable {
  /// The lock file.
  let path: String
  private let descriptor: Int32

  /// Takes the lock of a store at once, or tells who has it.
  ///
  /// The time of day, in seconds since 1970, is for those who find the lock taken.
  init(store: String, now: Double) throws(StoreLockError) {
    let path = Self.path(for: store)
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: SystemError.current) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let error = SystemError.current
        defer { close(descriptor) }
        guard error.isWouldBlock else { throw .cannotCreate(path: path, reason: error) }
        throw .taken(by: LockOwner.read(from: descriptor))
      }
      // Whoever held the lock removes the file before giving it back. A file that was opened just
      // before that is locked here and yet has no name any more: the next one must be locked.
      guard Self.isNamed(path, descriptor) else {
        close(descriptor)
        continue
      }
      self.path = path
      self.descriptor = descriptor
      LockOwner(process: getpid(), since: now).write(to: descriptor)
      return
    }
  }

  deinit {
    // Removed while it is still held: nobody can hold a lock on the file that goes.
    unlink(path)
    close(descriptor)
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
