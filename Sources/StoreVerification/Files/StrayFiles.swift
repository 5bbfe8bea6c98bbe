internal import Files
internal import SQLite
internal import StoreLayout

/// The files next to a store that no object speaks of, inside a transaction that keeps writers out.
struct StrayFiles {
  /// What was moved, and where to.
  struct Move {
    /// The folder; nil where nothing was moved.
    var folder: String?
    /// The files, and how many bytes they have.
    var files: [String] = []
    var bytes: Int64 = 0
    /// Why others stay.
    var left: [String] = []
  }

  private let connection: Connection
  private let layout: StoreLayout
  private let folder: ExternalFolder

  init(_ store: UpkeepStore) {
    (connection, layout) = (store.connection, store.layout)
    folder = ExternalFolder(ofStoreAt: store.connection.path)
  }

  /// Removes those of the files that no object speaks of; returns why some stay.
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

  /// Moves those of the files that no object speaks of to a folder that is not there yet.
  ///
  /// - Returns: What was moved.
  func move(_ names: [String]) throws -> Move {
    let names = try unnamed(names)
    guard !names.isEmpty else { return Move() }
    let place = unusedPlace
    try FileSystem.makeFolders(place)
    var move = Move()
    for name in names {
      let path = FilePath.join(place, name)
      do throws(SystemError) {
        try FileSystem.rename(folder.path(of: name), to: path)
        move.files.append(name)
        move.bytes += FileSystem.size(of: path) ?? 0
      } catch {
        move.left.append(error.message)
      }
    }
    guard !move.files.isEmpty else {
      try FileSystem.removeFolder(place)
      return move
    }
    move.folder = place
    try FileSystem.flushFolder(place)
    try FileSystem.flushFolder(of: place)
    try FileSystem.flushFolder(folder.path)
    return move
  }

  private var unusedPlace: String {
    var number = 1
    while FileSystem.exists("\(folder.path).stray-\(number)") { number += 1 }
    return "\(folder.path).stray-\(number)"
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
