internal import SQLite
internal import StoreLayout
public import StoreArchive
public import StoreMigration

/// The writer of backups: a whole store in one JSON file.
///
/// ```swift
/// let backup = try BackupWriter.write(storeAt: "library.store", to: "library.json")
/// backup.records // 532
/// ```
public typealias BackupWriter = StoreArchive.BackupWriter

/// The reader of backups, which proves that one is whole.
///
/// ```swift
/// try BackupReader.isBackup("library.json")       // true
/// try BackupReader.verify("library.json").records // 532
/// ```
///
/// It throws ``ArchiveError`` with the line of what is wrong.
public typealias BackupReader = StoreArchive.BackupReader

/// The facts that a backup states about itself.
///
/// ```swift
/// let contents: BackupContents = try BackupReader.verify("library.json")
/// contents.store.identity?.version // "1.0.0"
/// contents.records                 // 532
/// ```
public typealias BackupContents = StoreArchive.BackupContents

/// The result of a restore: the versions, and where the replaced store is kept.
///
/// ```swift
/// let outcome: RestoreOutcome = try Migrator(history: history)
///   .restore("library.json", to: "library.store", isReplacing: true)
/// outcome.target             // 4.0.0
/// outcome.restored.keptStore // "library.store.before-restore-1"
/// ```
public typealias RestoreOutcome = StoreMigration.RestoreOutcome

/// The reason why a backup could not be written, read or restored.
///
/// ```swift
/// do {
///   try BackupWriter.write(storeAt: "library.store", to: "library.json")
/// } catch let error as ArchiveError {
///   error.message // 'library.json' exists already and is left as it is
/// }
/// ```
public typealias ArchiveError = StoreArchive.ArchiveError

extension BackupWriter {
  /// Writes a backup of the store at a path, and reads it back to prove it.
  ///
  /// ```swift
  /// try BackupWriter.write(storeAt: "library.store", to: "library.json.gz").records // 532
  /// ```
  ///
  /// The file is packed where its name ends in `.gz`. The store may be in use meanwhile: the backup
  /// is of one instant.
  ///
  /// - Throws: ``StoreOpenError``; ``ArchiveError``, also where the backup exists already. Then no
  ///   file is left behind.
  @discardableResult
  public static func write(storeAt store: String, to path: String) throws -> BackupContents {
    try write(StoreFile.open(path: store, for: .reading), of: store, to: path)
  }

  /// Writes the backup that is taken before a store is changed, and returns its path.
  static func backUp(
    _ store: String, to path: String
  ) -> (_ connection: Connection) throws -> String {
    { connection in
      try write(connection, of: store, to: path)
      return path
    }
  }

  @discardableResult
  private static func write(
    _ connection: Connection, of store: String, to path: String
  ) throws -> BackupContents {
    try write(
      connection, to: path, externalFolder: ExternalFolder(ofStoreAt: store).path)
  }
}
