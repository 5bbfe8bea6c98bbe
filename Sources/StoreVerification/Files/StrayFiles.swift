internal import Files
internal import SQLite
internal import StoreLayout

/// The files next to a store that no object names, inside a transaction that locks out writers.
struct StrayFiles {
  private let connection: Connection
  private let layout: StoreLayout
  private let folder: ExternalFolder

  init(_ store: UpkeepStore) {
    (connection, layout) = (store.connection, store.layout)
    folder = ExternalFolder(ofStoreAt: store.connection.path)
  }

  /// Removes the given files, except for those that an object names.
  ///
  /// It returns the error messages for files that stay.
  func remove(_ names: [String]) throws(SQLiteError) -> [String] {
    var left: [String] = []
    for name in try unnamed(names) {
      do throws(SystemError) {
        try FileSystem.remove(folder.path(of: name))
      } catch {
        left.append(error.message)
      }
    }
    return left
  }

  /// Moves the given files, except for those that an object names, to a new folder.
  func move(_ names: [String]) throws -> UnownedFileMove {
    try UnownedFileMove(of: unnamed(names), in: folder.path, to: folder.path + ".stray")
  }

  private func unnamed(_ names: [String]) throws(SQLiteError) -> [String] {
    try connection.execute("CREATE TEMP TABLE _migrate_unnamed (name TEXT PRIMARY KEY)")
    for name in names {
      try connection.execute("INSERT OR IGNORE INTO temp._migrate_unnamed VALUES (\(name))")
    }
    for attribute in layout.externalAttributes {
      try connection.execute(
        """
        DELETE FROM temp._migrate_unnamed WHERE name COLLATE NOCASE IN \
        (SELECT \(name: attribute.column) FROM \(name: attribute.table))
        """)
    }
    let unnamed = try connection.texts("SELECT name FROM temp._migrate_unnamed ORDER BY name")
    try connection.execute("DROP TABLE temp._migrate_unnamed")
    return unnamed
  }
}
