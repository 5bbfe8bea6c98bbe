internal import Files
internal import SQLiteStore

/// The files beside a store that one migration makes and does away with.
///
/// New ones are there before COMMIT and old ones go after it, so that a store never names a file
/// that is not there. What a killed run leaves behind is a file that nothing names.
final class MovedFiles {
  private let files: ExternalFiles
  private var added: [String] = []
  private static let candidates = "_migrate_files"

  /// The files of a store.
  init(of store: String) { files = ExternalFiles(of: store) }

  /// Lets a connection's statements move values out of rows and back.
  func register(on connection: Connection, seed: String, now: Double) throws(SQLiteError) {
    try connection.register(
      MigrationFunctions(
        seed: seed, now: now, storeFile: { try self.store($0) },
        loadFile: { try self.files.load($0) }
      ))
  }

  private func store(_ bytes: [UInt8]) throws -> String {
    let (name, isNew) = try files.store(bytes)
    if isNew { added.append(name) }
    return name
  }

  /// Removes what a killed run had begun to write; a file that is whole has another name.
  func removeLeftovers() { files.removePartials() }

  /// Remembers the files that the store names before the migration.
  ///
  /// In a temporary table, for there may be as many as rows.
  func remember(_ layout: NativeLayout, on connection: Connection) throws(SQLiteError) {
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

  /// Makes the new files last, so that COMMIT may rely on them.
  func flush() throws { if !added.isEmpty { try files.flush() } }

  /// Removes the new files after the migration was undone.
  func removeAdded() {
    // One that cannot be removed is a file that nothing names: verify tells of it.
    for name in added { files.path(of: name).map { try? FileSystem.remove($0) } }
    added = []
  }

  /// Removes the files that the store named before the migration and names no longer.
  ///
  /// - Returns: The names of those that could not be removed.
  func removeForgotten(_ layout: NativeLayout, on connection: Connection) throws -> [String] {
    guard try connection.hasTemporaryTable(Self.candidates) else { return [] }
    for attribute in layout.externalAttributes {
      try connection.execute(
        """
        DELETE FROM temp.\(name: Self.candidates) WHERE name IN \
        (SELECT \(name: attribute.column) FROM \(name: attribute.table))
        """)
    }
    let statement = try connection.prepare(
      "SELECT name FROM temp.\(name: Self.candidates) ORDER BY name")
    var left: [String] = []
    while try statement.step() {
      guard case .text(let name) = statement.value(at: 0), let path = files.path(of: name) else {
        continue
      }
      do throws(SystemError) { try FileSystem.remove(path) } catch { left.append(name) }
    }
    return left
  }
}

extension Connection {
  fileprivate func hasTemporaryTable(_ name: String) throws(SQLiteError) -> Bool {
    try integer("SELECT count(*) FROM sqlite_temp_schema WHERE name = \(name)") == 1
  }
}
