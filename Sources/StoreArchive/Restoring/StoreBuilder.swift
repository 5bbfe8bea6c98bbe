internal import Files
internal import SQLite

/// Builds a new database from a backup that is read: tables, rows, and then all else.
///
/// It is fast because nothing else looks at the file yet: no journal, one transaction, rows in the
/// order of their keys, and indexes only when all rows are in.
struct StoreBuilder: BackupConsumer, ~Copyable {
  private let backup: String
  private let connection: Connection
  private let externalFolder: String
  /// What becomes of the files of the app; nil where they are passed over.
  private let appFiles: RestoredAppFiles?
  private var progress: RowProgress
  private var contents = BackupContents.empty
  private var insertion: RowInsertion?
  private var externalFile: SystemFile?

  /// A builder of a database whose file is empty.
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
    for object in contents.objects where try object.kind == .table && !isMadeAlready(object) {
      try make(object, isStored: withRows.contains(object.name))
    }
  }

  // The first table with AUTOINCREMENT brings SQLite's own table along.
  private func isMadeAlready(_ object: ArchivedObject) throws(SQLiteError) -> Bool {
    guard object.name.isReservedTableName else { return false }
    return try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE name = \(object.name)") != nil
  }

  // Page size, encoding and vacuum mode are those of the first page, which is not written yet.
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

  /// Makes an object again: by its statement where it has pages of its own, else, as SQLite's own
  /// `.dump` and VACUUM do, by its row in the schema, so that nothing it names need exist yet.
  private func make(_ object: ArchivedObject, isStored: Bool) throws(ArchiveError) {
    do throws(SQLiteError) {
      guard isStored else {
        return try connection.execute(
          """
          INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
          VALUES (\(object.kind.rawValue), \(object.name), \(object.table), 0, \(object.sql))
          """)
      }
      // Whatever else a forged backup may have here is not run.
      guard object.sql.prefix(7).lowercased() == "create " else {
        throw SQLiteError(.error, "the definition is no CREATE statement", sql: object.sql)
      }
      try connection.execute(SQL(raw: object.sql))
    } catch {
      throw .unrestorableObject(path: backup, name: object.name, error)
    }
  }

  mutating func beginTable(at index: Int) throws {
    let table = contents.tables[index]
    // Filling the other tables has left rows in SQLite's own.
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

  /// Makes what waits for the rows, proves the whole, and closes the file.
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
    for object in contents.objects where object.kind != .table {
      try make(object, isStored: object.kind == .index)
    }
    try connection.execute("COMMIT")
    try connection.execute("PRAGMA writable_schema = RESET")
    let violations = try proof.finish(unless: isCancelled)
    if contents.store.isWAL { try connection.execute("PRAGMA journal_mode = WAL") }
    return violations
  }
}

/// Whether whoever is given the progress wants the work to end while SQLite is at it.
private final class EarlyEnd {
  /// What was thrown to end it.
  private(set) var reason: (any Error)?
  private let progress: RowProgress

  init(_ progress: RowProgress) { self.progress = progress }

  func isWanted() -> Bool {
    do { try progress.tell() } catch { reason = error }
    return reason != nil
  }
}
