internal import Digests
internal import Files
package import SQLite
internal import StoreLayout

/// A backup in SQLite's own form: a copy of the database, page by page, with its external files.
///
/// It is as large as the store, and any tool of SQLite opens it. Its name ends in `.sqlite`, and a restore
/// takes it like a JSON document.
package enum DatabaseCopy {
  /// The end of the name of such a backup.
  package static let ending = ".sqlite"

  /// Whether a path names a backup in this form.
  package static func isNamed(_ path: String) -> Bool { path.lowercased().hasSuffix(ending) }

  /// Whether a file is a backup in this form: a database with such a name that is not the platform's.
  static func isOne(_ path: String) throws -> Bool {
    // A file that cannot be read is reported when it is read as a document.
    guard isNamed(path), (try? StoreFile.isDatabase(path)) == true else { return false }
    return try !opened(path).isOfPlatform()
  }

  private static func opened(_ path: String) throws(ArchiveError) -> Connection {
    do throws(StoreOpenError) {
      return try StoreFile.open(path: path, for: .reading)
    } catch {
      throw .damagedDatabase(error)
    }
  }

  /// Copies a store as the transaction of a connection sees it, and proves the copy by reading it back before
  /// it gets its name.
  ///
  /// - Throws: ``ArchiveError``, or the error of a closure. Then no file is left behind.
  package static func write(
    _ connection: Connection, to path: String, externalFolder: String,
    writing: () throws -> Void, readingBack: () throws -> Void, isCancelled: () -> Bool
  ) throws {
    try BackupWriter.checkPlace(path, isReplacing: false)
    let (draft, place) = (StoreFiles(path + ".partial"), StoreFiles(path))
    let file = try ArchiveError.of(try SystemFile.exclusive(draft.path))
    do {
      try writing()
      let source = connection.isWriting ? try connection.readerOfBeginning() : connection
      let contents = try contents(of: source)
      try copy(source, externalFolder, to: draft) { !isCancelled() }
      try readingBack()
      _ = try prove(draft, contents, .all)
      try file.flush()
      if FileSystem.exists(draft.externalFolder) {
        try FileSystem.rename(draft.externalFolder, to: place.externalFolder)
      }
      guard try FileSystem.renameIfFree(draft.path, to: path) else {
        throw ArchiveError.exists(path: path)
      }
      try FileSystem.flushFolder(of: path)
    } catch {
      try? draft.remove()
      throw ArchiveError.promised(error)
    }
  }

  /// Makes a store of a backup, and proves that it is equal.
  ///
  /// - Returns: The contents, and the number of rows that violate a foreign key, as in the backup.
  static func restore(
    _ backup: String, to fresh: StoreFiles, _ checks: Restorer.Checks,
    _ progress: (ArchiveProgress) throws -> Void
  ) throws -> (BackupContents, Int64) {
    let source = try opened(backup)
    let contents = try contents(of: source)
    try progress(ArchiveProgress(rows: 0, totalRows: contents.records))
    try copy(source, StoreFiles(backup).externalFolder, to: fresh) { true }
    let violations = try prove(fresh, contents, checks)
    try progress(ArchiveProgress(rows: contents.records, totalRows: contents.records))
    return (contents, violations)
  }

  /// Reads a whole backup, and lets SQLite check its structure.
  static func verify(_ backup: String) throws -> BackupContents {
    let connection = try opened(backup)
    var contents = try contents(of: connection)
    try RestoredStore(contents: contents, connection: connection).checkIntegrity()
    var digest = Digest(.sha256)
    let file = try SystemFile.reading(backup)
    while case let bytes = try file.read(upTo: 1 << 20), !bytes.isEmpty { digest.update(bytes) }
    contents.digest = digest.finalize().hexadecimal
    return contents
  }

  /// The contents of a store, with the sums of all its tables.
  private static func contents(of connection: Connection) throws -> BackupContents {
    try connection.withStandInCollations {
      let survey = try StoreSurvey(of: connection, counting: .byTables)
      var contents = BackupContents.empty
      (contents.store, contents.objects, contents.tables) = (
        survey.store, survey.objects, survey.tables
      )
      contents.sums = try survey.tables.map { table in
        try RestoredStore(contents: contents, connection: connection).sum(of: table)
      }
      contents.records = survey.tables.reduce(0) { $0 + $1.rows }
      return contents
    }
  }

  private static func copy(
    _ source: Connection, _ externalFolder: String, to target: StoreFiles,
    while goesOn: () -> Bool
  ) throws {
    try target.removeCompanions()
    try source.copy(to: target.path, while: goesOn)
    let names = try ExternalFiles.names(in: externalFolder)
    guard !names.isEmpty else { return }
    try FileSystem.makeFolder(target.externalFolder)
    for name in names where goesOn() {
      try FileSystem.copy(
        FilePath.join(externalFolder, name), to: FilePath.join(target.externalFolder, name))
    }
  }

  private static func prove(
    _ copy: StoreFiles, _ contents: BackupContents, _ checks: Restorer.Checks
  ) throws -> Int64 {
    let connection = try StoreFile.open(path: copy.path, for: .reading)
    let store = RestoredStore(contents: contents, connection: connection)
    return try connection.withStandInCollations {
      try store.checkObjects()
      try store.checkContent()
      guard checks == .all else { return 0 }
      try store.checkIntegrity()
      return try contents.tables.reduce(0) {
        try $0 + (store.foreignKeyViolations(of: $1.name) ?? 0)
      }
    }
  }
}
