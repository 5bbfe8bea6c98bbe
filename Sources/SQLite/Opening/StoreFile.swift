internal import Files

/// Opens stores, with a separate error for every problem with the file.
public enum StoreFile {
  /// The purpose of opening a store.
  public enum Mode: Hashable, Sendable {
    /// Reading.
    ///
    /// No byte is written, and no file is created or deleted next to the store.
    case reading
    /// Reading and writing.
    case writing
  }

  /// Opens the store at a path.
  ///
  /// The patience is the time that this call, and every later statement, waits for another process, in
  /// seconds.
  ///
  /// - Throws: ``StoreOpenError`` for every problem.
  public static func open(
    path: String, for mode: Mode, patience: Double = 5
  ) throws(StoreOpenError) -> Connection {
    let header = try readHeader(path)
    if mode == .writing {
      // Opening it would play back a journal. It does not matter here whether there is one.
      guard !isOfPlatform(path) else { throw .ofPlatform(path: path, isInterrupted: false) }
      guard !isNamedAsBackup(path) else { throw .ofBackup(path: path) }
      try checkIsWritable(path)
    }
    let (connection, indistinct): (Connection, [IndistinctNames])
    do {
      connection = try connect(path, mode, header, Int32(clamping: Int64(patience * 1000)))
      if mode == .writing {
        try probeWriteLock(connection)
        try makeCommitsLast(connection)
      }
      indistinct = try connection.indistinctNames()
    } catch {
      throw StoreOpenError(error, path: path)
    }
    guard indistinct.isEmpty else { throw .indistinctNames(path: path, indistinct) }
    return connection
  }

  /// Whether a file begins like a database; it may still be damaged.
  package static func isDatabase(_ path: String) throws(SQLiteError) -> Bool {
    DatabaseHeader(try firstBytes(of: path)) != nil
  }

  /// Whether a file has the name of a backup that is a copy of a database: `a.store.v1.0.0.backup-2.sqlite`.
  private static func isNamedAsBackup(_ path: String) -> Bool {
    let words = path.split(separator: ".").suffix(2)
    guard words.count == 2, words.last == "sqlite", let word = words.first,
      path.dropLast(word.count + ".sqlite".count).last == "."
    else { return false }
    let number = word.hasPrefix("backup-") ? word.dropFirst("backup-".count) : "1"
    return word.hasPrefix("backup") && (word == "backup" || Int(number) != nil)
  }

  /// Whether the write-ahead log of a store seems to lack pages, and no index counts them.
  package static func hasCutLog(_ path: String) throws(StoreOpenError) -> Bool {
    do throws(SystemError) {
      return try LogFile.lacksPages(ofStoreAt: path)
    } catch {
      throw .unreadableLog(path: path, file: path + "-wal")
    }
  }

  /// Whether Core Data or SwiftData wrote the database at a path, as far as that is known without its log and
  /// its journal; a truncated file may show it, too.
  package static func isOfPlatform(_ path: String) -> Bool {
    guard FileStatus(path: path)?.kind == .file,
      let connection = try? Connection(path: path, uriParameters: "mode=ro&immutable=1")
    else { return false }
    // SQLite then reads a file that is shorter than its header says.
    return (try? connection.execute("PRAGMA writable_schema = ON")) != nil
      && (try? connection.isOfPlatform()) == true
  }

  private static func readHeader(_ path: String) throws(StoreOpenError) -> DatabaseHeader {
    guard let status = FileStatus(path: path) else {
      if FileSystem.isLoop(path) {
        throw .failed(
          path: path, SQLiteError(.cannotOpen, "its symbolic links form a loop"))
      }
      if FileSystem.isHidden(path) { throw .unreadable(path: path) }
      throw StoreFiles(path).leftover.map { .onlyLeftover(path: path, leftover: $0) }
        ?? .missing(path: path)
    }
    switch status.kind {
    case .directory: throw .isDirectory(path: path)
    case .pipe, .other: throw .isNoFile(path: path)
    case .file: break
    }
    guard FileSystem.isReadable(path) else { throw .unreadable(path: path) }
    let bytes: [UInt8]
    do throws(SQLiteError) {
      bytes = try firstBytes(of: path)
    } catch {
      throw StoreOpenError(error, path: path)
    }
    if bytes.isEmpty { throw .empty(path: path) }
    guard let header = DatabaseHeader(bytes) else { throw .notADatabase(path: path) }
    // With a log or a journal next to it, the file itself may be between two sizes.
    if let expected = header.expectedFileSize, status.size < expected, !hasLogOrJournal(path) {
      throw .truncated(path: path, expectedBytes: expected, actualBytes: status.size)
    }
    try checkLogIsReadable(path)
    if header.usesWriteAheadLog { try LogIndex.checkLog(ofStoreAt: path) }
    return header
  }

  private static func checkLogIsReadable(_ path: String) throws(StoreOpenError) {
    let store = FileSystem.resolved(path)
    func status(_ suffix: String) -> FileStatus? {
      // SQLite does not follow links to them.
      FileStatus(path: store + suffix, followingLinks: false)
    }
    guard status("-wal") != nil else { return }
    for suffix in ["-wal", "-shm"] {
      guard let kind = status(suffix)?.kind else { continue }
      guard kind == .file else { throw .irregularLog(path: path, file: path + suffix) }
      guard FileSystem.isReadable(store + suffix) else {
        throw .unreadableLog(path: path, file: path + suffix)
      }
    }
  }

  /// Reads through SQLite, whose files know of each other: closing a separate file would release every lock
  /// that this process has on the database by another connection
  /// (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
  private static func firstBytes(of path: String) throws(SQLiteError) -> [UInt8] {
    try Connection(path: path, mode: .readOnly).firstBytes(DatabaseHeader.size)
  }

  private static func hasLogOrJournal(_ path: String) -> Bool {
    StoreFiles(FileSystem.resolved(path)).logs.contains { (FileStatus(path: $0)?.size ?? 0) > 0 }
  }

  private static func checkIsWritable(_ path: String) throws(StoreOpenError) {
    guard FileSystem.isWritable(path) else { throw .readOnly(path: path) }
    guard FileSystem.isWritable(FilePath.folder(of: path)) else {
      throw .readOnlyFolder(path: path)
    }
  }

  private static func connect(
    _ path: String, _ mode: Mode, _ header: DatabaseHeader, _ timeout: Int32
  ) throws(SQLiteError) -> Connection {
    guard mode == .reading else {
      return try checked(try Connection(path: path, mode: .readWrite), timeout)
    }
    // SQLite keeps its log next to the file that a symbolic link leads to.
    let path = FileSystem.resolved(path)
    let way = ReadingWay(path: path, header: header)
    let files = LogFiles(path)
    do {
      return try checked(try way.connect(path), timeout)
    } catch {
      guard way == .sharedIndexUntouched,
        let other = way.afterwards(error, isQuiet: files == LogFiles(path))
      else { throw error }
      return try checked(try other.connect(path), timeout)
    }
  }

  /// Checks the file: SQLite examines it at the first read.
  private static func checked(
    _ connection: Connection, _ timeout: Int32
  ) throws(SQLiteError) -> Connection {
    connection.setBusyTimeout(milliseconds: timeout)
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
    return connection
  }

  /// Makes sure that no power cut undoes a commit.
  ///
  /// With a rollback journal, the removal of that file commits. Only at this level is the removal itself
  /// flushed. Otherwise a power cut brings back the journal, and with it the old rows
  /// (https://www.sqlite.org/pragma.html#pragma_synchronous), whose external files may already be deleted.
  private static func makeCommitsLast(_ connection: Connection) throws(SQLiteError) {
    try connection.execute("PRAGMA synchronous = EXTRA")
  }

  private static func probeWriteLock(_ connection: Connection) throws(SQLiteError) {
    try connection.execute("BEGIN IMMEDIATE")
    try connection.execute("ROLLBACK")
  }
}

extension StoreOpenError {
  /// The case for a failure of SQLite at the first read of a file.
  public init(_ error: SQLiteError, path: String) {
    switch error.primaryCode {
    case .busy, .locked: self = .locked(path: path)
    case .notADatabase: self = .notADatabase(path: path)
    case .corrupt: self = .corrupt(path: path, detail: error.message)
    case .readOnly where error.code == .readOnlyRollback:
      self =
        StoreFile.isOfPlatform(path)
        ? .ofPlatform(path: path, isInterrupted: true) : .interruptedWrite(path: path)
    case .readOnly where !FileSystem.isWritable(path): self = .readOnly(path: path)
    case .permission: self = .unreadable(path: path)
    default: self = .failed(path: path, error)
    }
  }
}

extension SQLiteError.Code {
  /// SQLITE_READONLY_ROLLBACK: a journal must be played back.
  fileprivate static let readOnlyRollback = Self(rawValue: 776)
}
