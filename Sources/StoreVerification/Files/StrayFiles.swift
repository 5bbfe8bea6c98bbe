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
    let unnamed = try FileNames(on: connection)
    try unnamed.add(names, on: connection)
    try unnamed.subtract(in: layout, on: connection)
    return try unnamed.all(on: connection)
  }
}
