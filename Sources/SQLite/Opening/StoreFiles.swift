package import Files

/// The files that make up a store: the database, what SQLite keeps next to it, and the folder of the
/// external values.
package struct StoreFiles: Sendable {
  /// The database's path.
  package let path: String

  /// The files of the store at a path, which need not exist.
  package init(_ path: String) { self.path = path }

  /// The folder of the external files.
  package var externalFolder: String { path + Self.externalSuffix }

  /// What follows the path of a store in the path of its folder of external files.
  package static let externalSuffix = ".external"

  /// The write-ahead log and the rollback journal: without them, the content may be incomplete.
  package var logs: [String] { [path + "-wal", path + "-journal"] }

  /// What SQLite keeps next to a database: the logs, and the index that users of a log share.
  package var companions: [String] { logs + [path + "-shm"] }

  /// Whether SQLite takes a file of that name for one of its own, next to a database that is there.
  package static func isCompanion(_ path: String) -> Bool {
    let databases = StoreFiles("").companions.filter(path.hasSuffix).map {
      String(path.dropLast($0.count))
    }
    return databases.contains(where: FileSystem.exists)
  }

  /// What is here of a store whose database is gone; nil where nothing is.
  package var leftover: String? { (companions + [externalFolder]).first(where: FileSystem.exists) }

  /// What is here of a store, be it only a log whose database is gone; nil where nothing is.
  package var occupant: String? { FileSystem.exists(path) ? path : leftover }

  /// Removes a store that is only a draft.
  package func remove() throws(SystemError) {
    try removeCompanions()
    try FileSystem.remove(path)
  }

  /// Removes what belongs to a store that is only a draft.
  package func removeCompanions() throws(SystemError) {
    for companion in companions { try FileSystem.remove(companion) }
    try FileSystem.removeFolder(externalFolder)
  }
}
