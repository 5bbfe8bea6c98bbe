internal import Files
internal import SQLite

extension StoreFiles {
  /// What is here that is no store, seen by somebody who has a backup; nil where nothing else is.
  func stranger(besides backup: String) throws(ArchiveError) -> ArchiveError.Occupant? {
    guard let status = FileStatus(path: path) else { return path.hasSuffix("/") ? .folder : nil }
    switch status.kind {
    case .directory: return .folder
    case .pipe, .other: return .noFile
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
}
