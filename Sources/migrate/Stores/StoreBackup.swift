internal import Files
internal import SQLiteStore
internal import StoreArchive

/// Takes the backups that a command is asked for, or takes before it changes a store.
struct StoreBackup {
  /// The store.
  let store: String
  /// Where the backup goes.
  let path: String
  let work: Work

  /// Writes the backup, and reads it back to prove it.
  ///
  /// One that was not read back is none to rely on, and does not stay, unless it has taken the
  /// place of another one.
  func take(_ connection: Connection, isReplacing: Bool = false) throws -> BackupContents {
    let contents = try BackupWriter.write(
      connection, to: path, externalFolder: ExternalFolder(ofStoreAt: store).path,
      isReplacing: isReplacing, progress: work.archiving("writing the backup"))
    do {
      try BackupReader.verify(
        path, is: contents, progress: work.archiving("reading the backup back"))
    } catch {
      if !isReplacing { try FileSystem.remove(path) }
      throw error
    }
    return contents
  }
}
