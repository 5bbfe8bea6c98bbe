internal import Files
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreArchive

/// Makes the backup before a migration: written, flushed, read back and compared.
struct VerifiedBackup {
  let store: String
  let version: Version
  let report: (MigrationProgress) throws -> Void
  let isCancelled: () -> Bool

  /// Backs the store up as the connection's transaction sees it.
  ///
  /// An earlier backup next to the store with the same bytes serves as well, as when a migration is repeated.
  ///
  /// - Returns: The path of the backup, and its contents; nil for a copy of the database, which has whatever
  ///   the store has.
  /// - Throws: ``MigrationRefusal/backupFailed(path:reason:)``, or the errors of the report.
  func make(
    _ connection: Connection, at path: String
  ) throws -> (path: String, contents: BackupContents?) {
    let contents: BackupContents
    do {
      if DatabaseCopy.isNamed(path) {
        try DatabaseCopy.write(
          connection, to: path, externalFolder: ExternalFolder(ofStoreAt: store).path,
          writing: { try report(.init(phase: .backingUp)) },
          readingBack: { try report(.init(phase: .verifyingBackup)) }, isCancelled: isCancelled)
        return (path, nil)
      }
      contents = try BackupWriter.write(
        connection, to: path, externalFolder: ExternalFolder(ofStoreAt: store).path,
        writing: {
          try report(.init(phase: .backingUp, rows: $0.rows, totalRows: $0.totalRows))
        },
        readingBack: {
          try report(.init(phase: .verifyingBackup, rows: $0.rows, totalRows: $0.totalRows))
        })
    } catch let error as ArchiveError {
      if isCancelled() { throw Cancelled() }
      throw MigrationRefusal(of: store, to: path, error)
    }
    return (BackupPlace.kept(path, ofStoreAt: store, version: version), contents)
  }
}

extension MigrationRefusal {
  /// The reason why a backup was not made: another place helps, unless the store's own files are the problem.
  init(of store: String, to path: String, _ error: ArchiveError) {
    self =
      error.isOfFiles(in: ExternalFolder(ofStoreAt: store).path)
      ? .unexpected(error.message)
      : .backupFailed(path: path, reason: error.message)
  }
}

extension ArchiveError {
  /// Whether the error is about a file in a folder of external files.
  fileprivate func isOfFiles(in folder: String) -> Bool {
    switch self {
    case .irregularExternalFile, .externalFileChanged: true
    case .file(let failure): failure.path == folder || failure.path.hasPrefix(folder + "/")
    default: false
    }
  }
}
