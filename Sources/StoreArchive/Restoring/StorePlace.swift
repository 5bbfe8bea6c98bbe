internal import Files
internal import SQLiteStore

/// A store's path, with the paths of what belongs to it.
struct StorePlace {
  let path: String

  init(_ path: String) { self.path = path }

  /// The folder of the external files.
  var externalFolder: String { path + ExternalFolder.suffix }

  /// What SQLite keeps beside a database: without them, its content may be incomplete.
  var companions: [String] { ["-wal", "-journal", "-shm"].map { path + $0 } }

  /// What is here of a store, be it only a log whose database is gone; nil where nothing is.
  var occupant: String? {
    ([path] + companions + [externalFolder]).first(where: FileSystem.exists)
  }

  /// Removes a store that is only a draft.
  func remove() throws(SystemError) {
    try removeCompanions()
    try FileSystem.remove(path)
  }

  /// Removes what belongs to a store that is only a draft.
  func removeCompanions() throws(SystemError) {
    for companion in companions { try FileSystem.remove(companion) }
    try FileSystem.removeFolder(externalFolder)
  }
}
