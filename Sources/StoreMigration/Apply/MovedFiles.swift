internal import Files
internal import SQLite
internal import StoreLayout

/// The files next to a store that one migration creates and removes.
///
/// New files are written before COMMIT and old files are removed after it, so that a store never names a
/// missing file. A killed run leaves files that nothing names.
final class MovedFiles {
  private let folder: ExternalFolder
  /// The new files, whose names were free before.
  private var added: [String] = []
  /// The files whose names are given to rows.
  private var named: Set<String> = []
  /// The error that kept the last file from being written; SQLite reports it like that of any function.
  private(set) var trouble: SystemError?
  private static let candidates = "_migrate_files"

  /// The files of a store.
  init(of store: String) { folder = ExternalFolder(ofStoreAt: store) }

  /// Lets a connection's statements move values between rows and files.
  func register(on connection: Connection, seed: String, now: Double) throws(SQLiteError) {
    try connection.register(
      MigrationFunctions(
        seed: seed, now: now, storeFile: { try self.store($0) },
        loadFile: { try self.folder.read($0) }
      ))
  }

  private func store(_ bytes: [UInt8]) throws -> String {
    let (name, isNew): (String, Bool)
    do {
      (name, isNew) = try folder.keep(bytes)
    } catch {
      trouble = error as? SystemError
      throw error
    }
    if isNew { added.append(name) }
    named.insert(name)
    return name
  }

  /// Removes the partial files of a killed run; a complete file has another name.
  ///
  /// - Returns: Messages for files that could not be removed: they only take up room.
  func removeLeftovers() -> [String] {
    do {
      try folder.removePartials()
      return []
    } catch {
      return ["what an earlier run began to write next to the store is not removed: \(error)"]
    }
  }

  /// Records the files that the store names before the migration.
  ///
  /// The names are in a temporary table, as there may be as many as rows.
  func remember(_ layout: StoreLayout, on connection: Connection) throws(SQLiteError) {
    guard !layout.externalAttributes.isEmpty else { return }
    try connection.execute(
      "CREATE TEMP TABLE \(name: Self.candidates) (name TEXT PRIMARY KEY) WITHOUT ROWID")
    for attribute in layout.externalAttributes {
      try connection.execute(
        """
        INSERT OR IGNORE INTO temp.\(name: Self.candidates) SELECT \(name: attribute.column) \
        FROM \(name: attribute.table) WHERE \(name: attribute.column) IS NOT NULL
        """)
    }
  }

  /// Flushes and proves the files whose names were given to rows, so that COMMIT may rely on them.
  func settle() throws {
    guard !named.isEmpty else { return }
    try folder.flush()
    for name in named.sorted() { try folder.prove(name) }
  }

  /// Removes the new files after the migration was undone.
  func removeAdded() {
    // A file that cannot be removed is a file that nothing names: verify reports it.
    for name in added { try? FileSystem.remove(folder.path(of: name)) }
    added = []
  }

  /// The files that the store named before the migration and no longer names; nil if none exists.
  func forgotten(
    _ layout: StoreLayout, on connection: Connection
  ) throws(SQLiteError) -> RemovedFiles? {
    guard try connection.hasTemporaryTable(Self.candidates) else { return nil }
    for attribute in layout.externalAttributes {
      try connection.execute(
        """
        DELETE FROM temp.\(name: Self.candidates) WHERE name IN \
        (SELECT \(name: attribute.column) FROM \(name: attribute.table))
        """)
    }
    var files = RemovedFiles(count: 0, bytes: 0)
    try forEachForgotten(on: connection) { name in
      files.count += 1
      files.bytes += FileSystem.size(of: folder.path(of: name)) ?? 0
    }
    return files.count == 0 ? nil : files
  }

  /// Removes the files that are ``forgotten(_:on:)``.
  ///
  /// - Returns: The names of the files that could not be removed.
  func removeForgotten(on connection: Connection) throws -> [String] {
    guard try connection.hasTemporaryTable(Self.candidates) else { return [] }
    var left: [String] = []
    try forEachForgotten(on: connection) { name in
      do throws(SystemError) {
        try FileSystem.remove(folder.path(of: name))
      } catch {
        left.append(name)
      }
    }
    return left
  }

  private func forEachForgotten(
    on connection: Connection, _ body: (String) -> Void
  ) throws(SQLiteError) {
    let statement = try connection.prepare(
      "SELECT name FROM temp.\(name: Self.candidates) ORDER BY name")
    while try statement.step() {
      if case .text(let name) = statement.value(at: 0), ExternalFolder.isFileName(name) {
        body(name)
      }
    }
  }
}

extension Connection {
  fileprivate func hasTemporaryTable(_ name: String) throws(SQLiteError) -> Bool {
    try integer("SELECT count(*) FROM sqlite_temp_schema WHERE name = \(name)") == 1
  }
}
