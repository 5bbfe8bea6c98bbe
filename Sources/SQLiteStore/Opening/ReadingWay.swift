internal import Files

/// How a store is read so that not a byte is written, and no file appears or vanishes beside it.
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

  private var parameters: String {
    switch self {
    case .ordinary: "mode=ro"
    case .immutable: "mode=ro&immutable=1"
    case .sharedIndexUntouched: "mode=ro&readonly_shm=1"
    case .indexInMemory: "mode=ro&vfs=unix-none"
    }
  }
}
