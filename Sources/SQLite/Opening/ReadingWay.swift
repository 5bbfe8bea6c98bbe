internal import Files

/// The method of reading a store without writing a byte, and without creating or deleting a file next to it.
///
/// Without a write-ahead log a read-only connection is enough. With one, an ordinary reader creates missing
/// `-wal` and `-shm` files and leaves them behind (https://www.sqlite.org/wal.html#read_only_databases). A
/// reader that takes the file to be immutable ignores the log (https://www.sqlite.org/uri.html#uriimmutable).
/// So the method depends on the existing files.
enum ReadingWay: Hashable {
  /// No log is in use, or other connections use it: read as every reader does.
  case ordinary
  /// A log mode, and an empty or missing log: the file itself is the whole store.
  ///
  /// No other connection has it open, because that would have created a log.
  case immutable
  /// A log and its index: the index is opened for reading only.
  ///
  /// If no connection keeps the index up to date, SQLite builds a separate one in memory (`readonly_shm` of
  /// SQLite's os_unix.c, and https://www.sqlite.org/releaselog/3_22_0.html, item 3).
  case sharedIndexUntouched
  /// A log with content and no index, as when a store was copied or a machine died: exclusive locking keeps
  /// the index in memory (https://www.sqlite.org/wal.html#noshm).
  ///
  /// A read-only connection cannot take that lock, so it uses no locks. No other connection has the store
  /// open, because that would have created an index.
  case indexInMemory

  init(path: String, header: DatabaseHeader) {
    let log = FileStatus(path: path + "-wal")
    let hasIndex = FileStatus(path: path + "-shm") != nil
    switch (header.usesWriteAheadLog, log?.size, hasIndex) {
    case (false, _, _): self = .ordinary
    case (true, nil, _), (true, 0?, false): self = .immutable
    case (true, _?, true): self = .sharedIndexUntouched
    case (true, _?, false): self = .indexInMemory
    }
  }

  func connect(_ path: String) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path, uriParameters: parameters)
    if self == .indexInMemory {
      connection.keepLogOnClose()
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    }
    return connection
  }

  /// The method to try after reading with an unwritten index failed; nil if none exists.
  ///
  /// `isQuiet` means that neither the log nor the index changed in the meantime.
  func afterwards(_ error: SQLiteError, isQuiet: Bool) -> ReadingWay? {
    switch error.code {
    // Other connections have left no place in the index for a reader that may not write it: take a place as
    // every reader does. The files exist already, and stay.
    case .cannotLockIndex: .ordinary
    // A writer died after it restarted the log and before it recorded that in the index. SQLite takes such an
    // index for one that is about to change, and waits ten seconds for that. If nothing changed, no
    // connection is writing, so an index in memory is made from the log, as a writer would.
    case .indexKeepsChanging where isQuiet: .indexInMemory
    default: nil
    }
  }

  private var parameters: String {
    switch self {
    case .ordinary: "mode=ro"
    case .immutable: "mode=ro&immutable=1"
    case .sharedIndexUntouched: "mode=ro&readonly_shm=1"
    case .indexInMemory: "mode=ro&vfs=unix-none"
    }
  }
}

/// The state of the files next to a store in log mode, which shows whether a connection is using it.
struct LogFiles: Hashable {
  private let log: FileStatus?
  private let index: FileStatus?

  /// The current state of the files.
  init(_ path: String) {
    log = FileStatus(path: path + "-wal")
    index = FileStatus(path: path + "-shm")
  }
}

extension SQLiteError.Code {
  /// SQLITE_READONLY_CANTLOCK: the log's index has no place for a reader that may not write it.
  fileprivate static let cannotLockIndex = Self(rawValue: 520)
  /// SQLITE_PROTOCOL: the log's index changed each time that it was read
  /// (https://www.sqlite.org/rescode.html#protocol).
  fileprivate static let indexKeepsChanging = Self(rawValue: 15)
}
