internal import CSQLite
internal import Digests

/// An open SQLite database.
///
/// It is not `Sendable`: a connection belongs to the thread of control that opened it.
@safe public final class Connection {
  /// The access of a connection to its file.
  public enum Mode: Hashable, Sendable {
    /// Read only. The file must exist; nothing is written, not even a checkpoint.
    case readOnly
    /// Read and write. The file must exist.
    case readWrite
    /// Read and write, and create the file if it does not exist.
    case create
  }

  /// The path of the opened file.
  public let path: String
  /// The access of this connection to its file.
  public let mode: Mode
  let handle: OpaquePointer
  /// The limit of steps at which a statement was ended; nil if none was.
  package internal(set) var exceededSteps: Int?
  /// Whether a failed commit may yet be visible to the next connection.
  package internal(set) var mayHaveCommitted = false
  /// The temporary views that are created as soon as a statement names them.
  var pendingViews = PendingViews()
  /// The collations that stand in for an app's; nil if none exists.
  var standIns: StandInNames?
  /// The name under which SQLite opened the file.
  private let name: String

  /// Opens a database.
  ///
  /// - Throws: ``SQLiteError`` if the file cannot be opened. Whether it is a database is known only at the
  ///   first statement.
  public convenience init(path: String, mode: Mode) throws(SQLiteError) {
    // SQLite has special names, ':memory:' and 'file:…': behind a folder they are files.
    let name = path.hasPrefix("/") ? path : "./" + path
    try self.init(path: path, mode: mode, name: name, flags: mode.flags)
  }

  /// Opens a database for reading, with SQLite's parameters (https://www.sqlite.org/uri.html).
  convenience init(path: String, uriParameters: String) throws(SQLiteError) {
    // An absolute path follows an empty authority, so that it may begin with several slashes.
    let name = "file:\(path.hasPrefix("/") ? "//" : "")\(path.uriEncoded)?\(uriParameters)"
    try self.init(
      path: path, mode: .readOnly, name: name, flags: Mode.readOnly.flags | SQLITE_OPEN_URI)
  }

  private init(path: String, mode: Mode, name: String, flags: Int32) throws(SQLiteError) {
    self.path = path
    self.mode = mode
    self.name = name
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
    guard let connection = unsafe opened, code == SQLITE_OK else {
      // A failed open still returns a handle to close: https://www.sqlite.org/c3ref/open.html
      let error =
        unsafe opened.map { unsafe SQLiteError(code, of: $0) }
        ?? SQLiteError(.init(rawValue: code), "")
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = connection
    unsafe sqlite3_extended_result_codes(connection, 1)
    unsafe migrate_allow_double_quoted_strings(connection, 0)
    // Indexes over JSON and the triggers of full-text tables need it. No function here has a side effect: the
    // registered ones are for statements alone, or harmless (https://www.sqlite.org/security.html).
    unsafe migrate_set_trusted_schema(connection, 1)
    unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longestRow)
  }

  /// The maximal length of a value or a row in bytes: 512 MiB.
  ///
  /// A value is held several times at once, and an expression of a schema file may require any length
  /// (https://www.sqlite.org/limits.html#max_length).
  package static let longestRow: Int32 = 1 << 29

  /// Opens a database in memory.
  public static func inMemory() throws(SQLiteError) -> Connection {
    try Connection(
      path: ":memory:", mode: .create, name: ":memory:", flags: Mode.create.flags)
  }

  /// Opens an empty database in an unnamed file, which is deleted with the connection and with the process
  /// (https://www.sqlite.org/inmemorydb.html#temp_db).
  ///
  /// Errors name the given path.
  package static func temporary(namedIn path: String) throws(SQLiteError) -> Connection {
    try Connection(path: path, mode: .create, name: "", flags: Mode.create.flags)
  }

  deinit { unsafe sqlite3_close_v2(handle) }
}

extension Connection {
  /// Another connection that reads the same data as this one's transaction, for another thread; nil if it
  /// could read other data.
  ///
  /// As long as a transaction reads a database with a rollback journal, no other connection can commit to it.
  /// With a log another connection may have, unless the file is read as immutable.
  package func companion() throws(SQLiteError) -> Connection? {
    let isImmutable = name.hasPrefix("file:") && name.hasSuffix("immutable=1")
    guard mode == .readOnly, isInTransaction, isImmutable || !usesWriteAheadLog else { return nil }
    // A transaction begins with the first read.
    _ = try integer("SELECT count(*) FROM sqlite_schema")
    let flags = mode.flags | (isImmutable ? SQLITE_OPEN_URI : 0)
    let other = try Connection(path: path, mode: mode, name: name, flags: flags)
    try other.execute("BEGIN")
    _ = try other.integer("SELECT count(*) FROM sqlite_schema")
    return other
  }

  /// Another connection that reads the data from the beginning of this one's transaction, for another thread.
  ///
  /// No other process may be able to write meanwhile. With a rollback journal, the new connection must not
  /// read a page that this one has written to since.
  package func readerOfBeginning() throws(SQLiteError) -> Connection {
    let other = try usesWriteAheadLog ? Connection(path: path, mode: .readOnly) : reader()
    try other.execute("BEGIN")
    // A transaction begins with the first read, and keeps the page with the database's size.
    _ = try other.integer("SELECT count(*) FROM sqlite_schema")
    return other
  }

  /// Another connection that reads the file as it is, without a lock, for another thread.
  ///
  /// The caller must make sure that the pages that it reads are not written to meanwhile.
  package func reader() throws(SQLiteError) -> Connection {
    try Connection(path: path, uriParameters: "mode=ro&immutable=1")
  }

  /// Ends the connection's work on another thread, which then fails with ``SQLiteError/Code/interrupted``.
  package func interrupt() { unsafe sqlite3_interrupt(handle) }
}

extension Connection {
  /// Prepares a statement and binds its values.
  public func prepare(_ sql: SQL) throws(SQLiteError) -> Statement {
    try makePendingViews(namedIn: sql)
    var statement = try Statement(sql.text, on: self)
    try statement.bind(sql.values)
    return statement
  }

  /// Runs a statement to its end and ignores the rows of its result.
  public func execute(_ sql: SQL) throws(SQLiteError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Runs several statements without values, separated by semicolons.
  public func executeScript(_ script: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, in: script) }
  }

  /// The rows of a query, all in memory.
  ///
  /// Use it for small results, and ``prepare(_:)`` to stream large ones.
  public func rows(_ sql: SQL) throws(SQLiteError) -> [[SQLValue]] {
    let statement = try prepare(sql)
    var result: [[SQLValue]] = []
    while try statement.step() { result.append(statement.row) }
    return result
  }

  /// The first column of the first row of a query; nil if there is no row.
  public func value(_ sql: SQL) throws(SQLiteError) -> SQLValue? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.value(at: 0) : nil
  }

  /// The first column of the first row of a query as an integer; nil for no row or another type.
  public func integer(_ sql: SQL) throws(SQLiteError) -> Int64? {
    try value(sql)?.integer
  }

  /// The number of rows of a query, and the first values of its first column in ascending order; nil if there
  /// are no rows.
  package func sample(
    of query: SQL, limit: Int
  ) throws(SQLiteError) -> (count: Int64, first: [SQLValue])? {
    guard let count = try integer("SELECT count(*) FROM (\(query))"), count > 0 else { return nil }
    let first = try rows("SELECT * FROM (\(query)) ORDER BY 1 LIMIT \(Int64(limit))")
    return (count, first.compactMap(\.first))
  }

  /// The first column of every row of a query; values that are not texts are left out.
  public func texts(_ sql: SQL) throws(SQLiteError) -> [String] {
    try rows(sql).compactMap { if case .text(let text)? = $0.first { text } else { nil } }
  }

  /// The number of rows that the last finished INSERT, UPDATE or DELETE changed.
  public var changedRowCount: Int64 { unsafe sqlite3_changes64(handle) }

  /// Whether the store's file is marked as having a write-ahead log.
  ///
  /// `PRAGMA journal_mode` reports the connection's mode instead, which may read the file in another mode.
  package var usesWriteAheadLog: Bool { unsafe migrate_read_version(handle) == 2 }

  /// The first bytes of the database's file, unchanged.
  func firstBytes(_ count: Int) throws(SQLiteError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes {
      unsafe migrate_read_start(handle, $0.baseAddress, Int32($0.count))
    }
    guard read >= 0 else {
      throw diskFailure
        ?? SQLiteError(.init(rawValue: SQLiteError.Code.unreadable), "its header cannot be read")
    }
    return Array(bytes.prefix(Int(read)))
  }

  /// The first bytes of the shared index of the write-ahead log; nil if no connection uses it.
  ///
  /// The connection must not have read anything yet.
  func firstBytesOfLogIndex(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes {
      unsafe migrate_read_log_index(handle, $0.baseAddress, Int32($0.count))
    }
    return read == Int32(count) ? bytes : nil
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Whether an open transaction holds the write lock.
  package var isWriting: Bool {
    unsafe sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE
  }

  /// Sets the time for which a statement waits for another connection's lock, in milliseconds; 0 does not
  /// wait.
  public func setBusyTimeout(milliseconds: Int32) {
    unsafe sqlite3_busy_timeout(handle, milliseconds)
  }

  /// Lets an unknown name in double quotes be read as text, as SQLite does by default.
  ///
  /// Only for definitions that an existing store already has (https://www.sqlite.org/quirks.html#dblquote).
  package func allowDoubleQuotedStrings() {
    unsafe migrate_allow_double_quoted_strings(handle, 1)
  }

  /// Makes it an error again, as on every new connection.
  package func forbidDoubleQuotedStrings() {
    unsafe migrate_allow_double_quoted_strings(handle, 0)
  }

  /// Says whether the triggers of the database act, as on every new connection, or only temporary ones.
  package func setTriggers(act: Bool) { unsafe migrate_set_triggers(handle, act ? 1 : 0) }

  /// Keeps the write-ahead log unchanged when the last connection closes.
  func keepLogOnClose() { unsafe migrate_set_no_checkpoint_on_close(handle, 1) }

  /// The error that this connection reports, with the system's refusal in that call, if known.
  func error(_ code: Int32, in sql: String? = nil, refusal: Int32 = 0) -> SQLiteError {
    if code == SQLITE_INTERRUPT, let exceededSteps {
      return SQLiteError(
        .interrupted,
        "SQLite has taken \(exceededSteps / 1_000_000) million instructions for it", sql: sql)
    }
    return unsafe SQLiteError(code, of: handle, sql: sql, refusal: refusal)
  }
}

extension Connection.Mode {
  // No lock for each value that is read: a connection that is not Sendable is never used by two threads at
  // once, and SQLite then requires no more (https://www.sqlite.org/threadsafe.html).
  fileprivate var flags: Int32 {
    switch self {
    case .readOnly: SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    }
  }
}

extension String {
  /// The text with every byte escaped that has a meaning in a URI.
  fileprivate var uriEncoded: String {
    var result = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + [byte].hexadecimal
      }
    }
    return result
  }
}
