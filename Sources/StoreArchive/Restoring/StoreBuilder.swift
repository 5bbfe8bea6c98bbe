internal import Files
internal import SQLite

/// Builds a new database from a backup while it is read: first tables, then rows, then everything else.
///
/// It is fast because no other connection uses the file yet: no journal, one transaction, rows in the order
/// of their keys, and indexes only after all rows.
struct StoreBuilder: BackupConsumer, ~Copyable {
  private let backup: String
  private let connection: Connection
  private let externalFolder: String
  /// The receiver of the app's files; nil if they are skipped.
  private let appFiles: RestoredAppFiles?
  private var progress: RowProgress
  private var contents = BackupContents.empty
  private var insertion: RowInsertion?
  private var externalFile: SystemFile?

  /// A builder of a database in an empty file.
  init(
    of backup: String, at path: String, externalFolder: String, _ appFiles: RestoredAppFiles?,
    progress: @escaping (ArchiveProgress) throws -> Void
  ) throws(SQLiteError) {
    self.backup = backup
    self.externalFolder = externalFolder
    self.appFiles = appFiles
    self.progress = RowProgress(progress)
    connection = try Connection(path: path, mode: .readWrite)
  }

  // MARK: Reading

  mutating func begin(_ contents: BackupContents) throws {
    self.contents = contents
    progress.begin(contents.tables)
    try configure()
    try connection.execute("BEGIN")
    let withRows = Set(contents.tables.map(\.name))
    for object in contents.objects where try object.id.kind == .table && !isMadeAlready(object) {
      try make(object, isStored: withRows.contains(object.id.name))
    }
  }

  // The first table with AUTOINCREMENT also creates SQLite's own table.
  private func isMadeAlready(_ object: SchemaObject) throws(SQLiteError) -> Bool {
    guard object.id.name.isReservedTableName else { return false }
    return try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE name = \(object.id.name)") != nil
  }

  // Page size, encoding and vacuum mode are set in the first page, which is not written yet.
  private func configure() throws(SQLiteError) {
    let store = contents.store
    connection.allowDoubleQuotedStrings()
    for pragma in [
      "page_size = \(store.pageSize)", "encoding = '\(store.encoding.rawValue)'",
      "auto_vacuum = \(store.autoVacuum)", "locking_mode = EXCLUSIVE", "journal_mode = OFF",
      "synchronous = OFF", "cache_size = -8192", "temp_store = FILE", "foreign_keys = OFF",
      "ignore_check_constraints = ON", "writable_schema = ON",
      "application_id = \(store.applicationID)", "user_version = \(store.userVersion)",
    ] { try connection.execute("PRAGMA \(raw: pragma)") }
  }

  /// Creates an object of the schema.
  ///
  /// An object with its own pages is created by its statement. Any other is created by its row in the schema,
  /// as in SQLite's own `.dump` and VACUUM. Then the objects that it names need not exist yet.
  private func make(_ object: SchemaObject, isStored: Bool) throws(ArchiveError) {
    do throws(SQLiteError) {
      guard isStored else {
        return try connection.execute(
          """
          INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
          VALUES (\(object.id.kind.rawValue), \(object.id.name), \(object.table), 0, \(object.sql))
          """)
      }
      // No other statement of a forged backup is run.
      guard object.sql.prefix(7).lowercased() == "create " else {
        throw SQLiteError(.error, "the definition is no CREATE statement", sql: object.sql)
      }
      try connection.execute(SQL(raw: object.sql))
    } catch {
      throw .unrestorableObject(path: backup, name: object.id.name, error)
    }
  }

  mutating func beginTable(at index: Int) throws {
    let table = contents.tables[index]
    // The other tables' rows have caused rows in SQLite's own tables.
    if table.name.isReservedTableName {
      try connection.execute("DELETE FROM \(name: table.name)")
    }
    insertion = try RowInsertion(
      into: table, of: connection, encoding: contents.store.encoding, backup: backup)
  }

  mutating func rowID(_ number: Int64) throws { try insertion?.rowID(number) }

  mutating func value(_ value: ArchivedValue, column: Int) throws {
    try unsafe insertion?.value(value, column: column)
  }

  mutating func part(_ bytes: UnsafeRawBufferPointer) { unsafe insertion?.part(bytes) }

  mutating func endRow(line: Int) throws {
    try insertion?.endRow(line: line)
    try progress.countRow()
  }

  mutating func external(_ piece: ExternalFileParser.Piece) throws {
    try progress.tell()
    guard !piece.isOfApp else {
      try appFiles?.take(piece)
      return
    }
    if piece.offset == 0 {
      try externalFile?.flush()
      try FileSystem.makeFolder(externalFolder)
      externalFile = try SystemFile.exclusive(externalFolder + "/" + piece.file)
    }
    try unsafe piece.bytes.withUnsafeBytes { try unsafe externalFile?.write($0) }
  }

  // MARK: Finishing

  /// Creates the objects that need the rows, proves the store, and closes the file.
  mutating func finish(_ contents: BackupContents, _ options: Restorer.Checks) throws -> Int64 {
    insertion = nil
    try externalFile?.flush()
    let end = EarlyEnd(progress)
    do {
      return try connection.cancellable(when: { end.isWanted() }) {
        try complete(contents, options) { end.isWanted() }
      }
    } catch {
      throw end.reason ?? error
    }
  }

  private func complete(
    _ contents: BackupContents, _ options: Restorer.Checks, _ isCancelled: () -> Bool
  ) throws -> Int64 {
    try connection.execute("COMMIT")
    let proof = try RestoreProof(of: contents, in: connection, options)
    try connection.execute("BEGIN")
    for object in contents.objects where object.id.kind != .table {
      try make(object, isStored: object.id.kind == .index)
    }
    try connection.execute("COMMIT")
    try connection.execute("PRAGMA writable_schema = RESET")
    let violations = try proof.finish(unless: isCancelled)
    if contents.store.isWAL { try connection.execute("PRAGMA journal_mode = WAL") }
    return violations
  }
}

/// Whether the progress function asks for an end while SQLite is at work.
private final class EarlyEnd {
  /// The error that the function threw to end the work.
  private(set) var reason: (any Error)?
  private let progress: RowProgress

  init(_ progress: RowProgress) { self.progress = progress }

  func isWanted() -> Bool {
    do { try progress.tell() } catch { reason = error }
    return reason != nil
  }
}
