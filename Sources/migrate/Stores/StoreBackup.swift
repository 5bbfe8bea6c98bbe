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
  func take(
    _ connection: Connection, packing: BackupPacking? = nil, isReplacing: Bool = false
  ) throws -> BackupContents {
    try BackupWriter.writeProven(
      connection, to: path, externalFolder: ExternalFolder(ofStoreAt: store).path,
      packing: packing, isReplacing: isReplacing, writing: work.archiving("writing the backup"),
      readingBack: work.archiving("reading the backup back"))
  }
}
