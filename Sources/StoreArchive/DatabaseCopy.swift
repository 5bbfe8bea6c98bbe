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
    return try reading(path) { try !$0.isOfPlatform() }
  }

  /// Reads a backup: what SQLite finds damaged is the backup, and no store.
  private static func reading<Result>(
    _ backup: String, _ body: (Connection) throws -> Result
  ) throws -> Result {
    do {
      return try body(StoreFile.open(path: backup, for: .reading))
    } catch let error as StoreOpenError {
      throw ArchiveError.damagedDatabase(error)
    } catch let error as SQLiteError where error.primaryCode == .corrupt {
      throw ArchiveError.damagedDatabase(StoreOpenError(error, path: backup))
    }
  }

  /// Copies a store as the transaction of a connection sees it.
  ///
  /// The copy is proven before it gets its name.
  ///
  /// - Throws: ``ArchiveError``, or the error of a closure. Then no file is left behind.
  package static func write(
    _ connection: Connection, to path: String, externalFolder: String,
    writing: () throws -> Void, readingBack: () throws -> Void,
    isCancelled: @escaping () -> Bool
  ) throws {
    try BackupWriter.checkPlace(path, isReplacing: false, isDocument: false)
    let (draft, place) = (StoreFiles(path + ".partial"), StoreFiles(path))
    // The files of a deleted database would belong to the backup.
    if let leftover = place.leftover { throw ArchiveError.exists(path: leftover) }
    let file = try ArchiveError.of(try SystemFile.exclusive(draft.path))
    // Its lock protects the draft until the draft has its final name.
    defer { withExtendedLifetime(file) {} }
    do {
      try writing()
      let source = try connection.readerOfBeginning()
      let contents: BackupContents = try source.cancellable(when: isCancelled) {
        try Self.contents(of: source, externalFolder)
      }
      try copy(source, externalFolder, to: draft) { !isCancelled() }
      try readingBack()
      // The structure of the file is copied as it is.
      _ = try prove(draft, contents, .content, isCancelled)
      try file.flush()
      try install(draft, at: place)
    } catch {
      try? draft.remove()
      throw ArchiveError.promised(error)
    }
  }

  /// Gives a proven copy its name, after its files have theirs.
  private static func install(_ draft: StoreFiles, at place: StoreFiles) throws {
    let hasFiles = FileSystem.exists(draft.externalFolder)
    if hasFiles { try FileSystem.rename(draft.externalFolder, to: place.externalFolder) }
    guard try FileSystem.renameIfFree(draft.path, to: place.path) else {
      if hasFiles { try FileSystem.rename(place.externalFolder, to: draft.externalFolder) }
      throw ArchiveError.exists(path: place.path)
    }
    try FileSystem.flushFolder(of: place.path)
  }

  /// Makes a store of a backup, and proves that it is equal.
  ///
  /// - Returns: The contents, and the number of rows that violate a foreign key, as in the backup.
  static func restore(
    _ backup: String, to fresh: StoreFiles, _ checks: Restorer.Checks,
    _ progress: (ArchiveProgress) throws -> Void
  ) throws -> (BackupContents, Int64) {
    let folder = StoreFiles(backup).externalFolder
    let contents = try reading(backup) { source in
      let contents = try Self.contents(of: source, folder)
      try progress(ArchiveProgress(rows: 0, totalRows: contents.records))
      try copy(source, folder, to: fresh) { true }
      return contents
    }
    let violations = try prove(fresh, contents, checks) { false }
    try progress(ArchiveProgress(rows: contents.records, totalRows: contents.records))
    return (contents, violations)
  }

  /// Reads a whole backup, and lets SQLite check its structure.
  static func verify(_ backup: String) throws -> BackupContents {
    var contents = try reading(backup) { connection in
      let contents = try Self.contents(of: connection, StoreFiles(backup).externalFolder)
      do {
        try RestoredStore(contents: contents, connection: connection).checkIntegrity()
      } catch ArchiveError.restoredDiffers(.integrity(let problem)) {
        throw SQLiteError(.corrupt, problem)
      }
      return contents
    }
    var digest = Digest(.sha256)
    let file = try SystemFile.reading(backup)
    while case let bytes = try file.read(upTo: 1 << 20), !bytes.isEmpty { digest.update(bytes) }
    contents.digest = digest.finalize().hexadecimal
    return contents
  }

  /// The contents of a store, with the sums of all its tables.
  private static func contents(
    of connection: Connection, _ externalFolder: String
  ) throws -> BackupContents {
    try connection.withStandInCollations {
      let survey = try StoreSurvey(of: connection, counting: .byTables)
      var contents = BackupContents.empty
      (contents.store, contents.objects, contents.tables) = (
        survey.store, survey.objects, survey.tables
      )
      contents.sums = try survey.tables.map { table in
        try RestoredStore(contents: contents, connection: connection).sum(of: table)
      }
      let names = try ExternalFiles.names(in: externalFolder)
      contents.externalFiles = Int64(names.count)
      contents.alteredFiles = try names.filter { name in
        guard ExternalFolder.isFileName(name) else { return false }
        let bytes = try FileSystem.contents(of: FilePath.join(externalFolder, name))
        return Digest.of(bytes).hexadecimal != name
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
    for name in names {
      guard goesOn() else { throw SQLiteError(.interrupted, "interrupted") }
      let (file, copy) = (
        FilePath.join(externalFolder, name), FilePath.join(target.externalFolder, name)
      )
      try FileSystem.copy(file, to: copy)
      guard try FileSystem.areEqual(file, copy) else {
        throw ArchiveError.externalFileChanged(path: file)
      }
    }
  }

  private static func prove(
    _ copy: StoreFiles, _ contents: BackupContents, _ checks: Restorer.Checks,
    _ isCancelled: @escaping () -> Bool
  ) throws -> Int64 {
    let connection = try StoreFile.open(path: copy.path, for: .reading)
    let store = RestoredStore(contents: contents, connection: connection)
    return try connection.cancellable(when: isCancelled) {
      // With stand-ins, SQLite would take the order of an index for damage.
      if checks == .all { try store.checkIntegrity() }
      return try connection.withStandInCollations {
        try store.checkObjects()
        try store.checkContent()
        guard checks == .all else { return 0 }
        return try contents.tables.reduce(0) {
          try $0 + (store.foreignKeyViolations(of: $1.name) ?? 0)
        }
      }
    }
  }
}
