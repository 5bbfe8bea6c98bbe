internal import Files

/// How a store is read so that not a byte is written, and no file appears or vanishes next to it.
///
/// Without a write-ahead log a read-only connection is enough. With one, an ordinary reader makes
/// the files `-wal` and `-shm` where they are missing and leaves them behind
/// (https://www.sqlite.org/wal.html#read_only_databases), and one that takes the file to be
/// immutable does not look at the log at all (https://www.sqlite.org/uri.html#uriimmutable). So it
/// depends on what is there.
enum ReadingWay: Hashable {
  /// No log in use, or others at work with it: as every reader does.
  case ordinary
  /// A log mode, and nothing in the log: the file by itself is the whole store. Nobody has it open,
  /// as whoever has would have made a log.
  case immutable
  /// A log and its index: the index is opened for reading only. Where nobody keeps it up to date,
  /// SQLite builds one of its own in memory (`readonly_shm` of SQLite's os_unix.c, and
  /// https://www.sqlite.org/releaselog/3_22_0.html, item 3).
  case sharedIndexUntouched
  /// A log with content and no index, as when a store was copied or a machine died: exclusive
  /// locking keeps the index in memory (https://www.sqlite.org/wal.html#noshm). A connection that
  /// may only read cannot take that lock, so it does not ask for any; nobody else has the store
  /// open, as whoever has would have made an index.
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

  /// The way to try where an index that is only read was of no use, nil where there is none;
  /// `isQuiet` says that neither the log nor the index changed in the meantime.
  func afterwards(_ error: SQLiteError, isQuiet: Bool) -> ReadingWay? {
    switch error.code {
    // Others are at work and have left no place in the index for a reader that may not write it:
    // take a place as every reader does. The files are there already, and stay.
    case .cannotLockIndex: .ordinary
    // A writer died after it began the log anew and before it said so in the index. SQLite takes
    // such an index for one that is about to change, and waits ten seconds for that. Nobody is at
    // work where nothing did change, so an index in memory is made of the log, as a writer would.
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

/// What is next to a store in log mode, to tell whether somebody is at work with it.
struct LogFiles: Hashable {
  private let log: FileStatus?
  private let index: FileStatus?

  /// The files as they are now.
  init(_ path: String) {
    log = FileStatus(path: path + "-wal")
    index = FileStatus(path: path + "-shm")
  }
}

extension SQLiteError.Code {
  /// SQLITE_READONLY_CANTLOCK: the log's index has no place for a reader that may not write it.
  fileprivate static let cannotLockIndex = Self(rawValue: 520)
  /// SQLITE_PROTOCOL: the log's index was another one whenever it was looked at
  /// (https://www.sqlite.org/rescode.html#protocol).
  fileprivate static let indexKeepsChanging = Self(rawValue: 15)
}
