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
  func take(_ connection: Connection, isReplacing: Bool = false) throws -> BackupContents {
    let contents = try BackupWriter.write(
      connection, to: path, externalFolder: ExternalFolder(ofStoreAt: store).path,
      isReplacing: isReplacing, progress: work.archiving("writing the backup"))
    try work.report("reading the backup back", 0, of: nil)
    try BackupReader.verify(path, is: contents)
    return contents
  }
}
