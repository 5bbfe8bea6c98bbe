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

  /// What is here that is no store, seen by somebody who has a backup; nil where nothing else is.
  func stranger(besides backup: String) throws(ArchiveError) -> ArchiveError.Occupant? {
    guard let status = FileStatus(path: path) else { return path.hasSuffix("/") ? .folder : nil }
    switch status.kind {
    case .directory: return .folder
    case .other: return .noFile
    case .file: break
    }
    if FileStatus(path: backup)?.identity == status.identity { return .sameBackup }
    // An empty file is what SQLite takes for a database without tables. One that may not be read is
    // kept as it is, whatever it is.
    guard status.size > 0, FileSystem.isReadable(path), try !isDatabase() else { return nil }
    return try BackupReader.isBackup(path) ? .otherBackup : .otherFile
  }

  private func isDatabase() throws(ArchiveError) -> Bool {
    do throws(SQLiteError) { return try StoreFile.isDatabase(path) } catch { throw .store(error) }
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
