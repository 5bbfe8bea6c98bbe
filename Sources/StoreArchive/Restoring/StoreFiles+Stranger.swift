internal import Files
internal import SQLite

extension StoreFiles {
  /// The occupant of the place, if it is known not to be a store; nil if none exists.
  func stranger(besides backup: String) throws(ArchiveError) -> ArchiveError.Occupant? {
    guard let status = FileStatus(path: path) else { return path.hasSuffix("/") ? .folder : nil }
    switch status.kind {
    case .directory: return .folder
    case .pipe, .other: return .noFile
    case .file: break
    }
    if FileStatus(path: backup)?.identity == status.identity { return .sameBackup }
    // SQLite treats an empty file as a database without tables. A file that may not be read is kept, whatever
    // it is.
    guard status.size > 0, FileSystem.isReadable(path), try !isDatabase() else { return nil }
    return try BackupReader.isBackup(path) ? .otherBackup : .otherFile
  }

  private func isDatabase() throws(ArchiveError) -> Bool {
    do throws(SQLiteError) { return try StoreFile.isDatabase(path) } catch { throw .store(error) }
  }
}
