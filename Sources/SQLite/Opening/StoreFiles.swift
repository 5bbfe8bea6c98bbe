package import Files

/// The files that make up a store: the database, SQLite's files next to it, and the folder of external
/// values.
package struct StoreFiles: Sendable {
  /// The database's path.
  package let path: String

  /// The files of the store at a path, which need not exist.
  package init(_ path: String) { self.path = path }

  /// The folder of the external files.
  package var externalFolder: String { path + Self.externalSuffix }

  /// The suffix of the folder of external files, after the path of the store.
  package static let externalSuffix = ".external"

  /// The write-ahead log and the rollback journal: without them, the content may be incomplete.
  package var logs: [String] { [path + "-wal", path + "-journal"] }

  /// SQLite's files next to a database: the logs, and the index that users of a log share.
  package var companions: [String] { logs + [path + "-shm"] }

  /// Whether SQLite takes a file of that name for its own, next to an existing database.
  package static func isCompanion(_ path: String) -> Bool {
    let databases = StoreFiles("").companions.filter(path.hasSuffix).map {
      String(path.dropLast($0.count))
    }
    return databases.contains(where: FileSystem.exists)
  }

  /// A remaining file of a store whose database is missing; nil if nothing remains.
  package var leftover: String? { (companions + [externalFolder]).first(where: FileSystem.exists) }

  /// A file of a store, even if only a log remains; nil if none exists.
  package var occupant: String? { FileSystem.exists(path) ? path : leftover }

  /// Removes a draft of a store.
  package func remove() throws(SystemError) {
    try removeCompanions()
    try FileSystem.remove(path)
  }

  /// Removes the files that belong to a draft of a store.
  package func removeCompanions() throws(SystemError) {
    for companion in companions { try FileSystem.remove(companion) }
    try FileSystem.removeFolder(externalFolder)
  }
}
