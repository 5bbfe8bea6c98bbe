internal import Files
public import SQLite

/// Writes a whole store to one JSON document, without loss.
///
/// ```swift
/// let store = try Connection(path: "library.store", mode: .readOnly)
/// let backup = try BackupWriter.write(
///   store, to: "library.json", externalFolder: "library.store.external")
/// ```
///
/// All reading is one transaction, so the backup shows the store at one instant, its write-ahead log
/// included. Memory grows only with the largest row, not with the store. The same store gives the same bytes.
public enum BackupWriter {
  /// Writes a backup of a store, and proves it by reading it back from the disk before it gets its name.
  ///
  /// If the connection already holds a transaction, the backup shows that transaction's view of the store. No
  /// file has the backup's name before all its bytes are on the disk. A backup that cannot be read back is
  /// deleted, and the backup that it was to replace stays.
  ///
  /// - Parameters:
  ///   - connection: the store.
  ///   - path: the path of the backup.
  ///   - externalFolder: the folder of the store's external files; nil if it has none.
  ///   - appFiles: the files of the app to include.
  ///   - packing: the packing of the file; by default, the one that its name implies.
  ///   - isReplacing: whether an existing backup may be replaced; no other file ever is.
  ///   - writing: a function that is called now and then with the progress of the writing; an error that it
  ///     throws ends the work.
  ///   - readingBack: a function that is called in the same way with the progress of the reading back.
  /// - Returns: the contents of the backup.
  /// - Throws: ``ArchiveError``, or the error of a closure. Then no file is left behind.
  @discardableResult
  public static func write(
    _ connection: Connection, to path: String, externalFolder: String? = nil,
    appFiles: AppFiles? = nil, packing: BackupPacking? = nil, isReplacing: Bool = false,
    writing: @escaping (ArchiveProgress) throws -> Void = { _ in },
    readingBack: @escaping (ArchiveProgress) throws -> Void = { _ in }
  ) throws -> BackupContents {
    try write(
      connection, objects: nil, to: path, externalFolder: externalFolder, appFiles: appFiles,
      packing: packing, isReplacing: isReplacing, writing: writing, readingBack: readingBack)
  }

  /// Writes and proves a backup of a store whose objects come from views of another connection.
  package static func write(
    _ connection: Connection, objects: ObjectViews?, to path: String, externalFolder: String?,
    appFiles: AppFiles?, packing: BackupPacking?, isReplacing: Bool,
    writing: @escaping (ArchiveProgress) throws -> Void,
    readingBack: @escaping (ArchiveProgress) throws -> Void
  ) throws -> BackupContents {
    try BackupRun(
      connection: connection, objects: objects, path: path, externalFolder: externalFolder,
      appFiles: appFiles, packing: packing ?? BackupPacking(ofFileNamed: path),
      isReplacing: isReplacing, writing: writing, readingBack: readingBack
    ).run()
  }

  /// Checks for obstacles to a backup that are visible without reading the store.
  ///
  /// - Throws: the ``ArchiveError`` that the writing would throw.
  package static func check(to path: String, externalFolder: String) throws {
    try checkPlace(path, isReplacing: false, isDocument: !DatabaseCopy.isNamed(path))
    _ = try ExternalFiles.names(in: externalFolder)
  }

  static func checkPlace(_ path: String, isReplacing: Bool, isDocument: Bool) throws {
    guard !StoreFiles.isCompanion(path) else {
      throw ArchiveError.irreplaceable(path: path, .companion)
    }
    guard FileSystem.exists(path) else {
      if isDocument, hasNameOfDatabase(path) {
        throw ArchiveError.irreplaceable(path: path, .database)
      }
      return
    }
    guard isReplacing else { throw ArchiveError.exists(path: path) }
    guard try BackupSource.isOfBackup(path) else {
      throw ArchiveError.irreplaceable(path: path, .noBackup)
    }
  }

  private static func hasNameOfDatabase(_ path: String) -> Bool {
    let name = FilePath.name(of: path).lowercased()
    return name == "sqlite"
      || [".db", ".sqlite", ".sqlite3", ".store"].contains(where: name.hasSuffix)
  }
}

/// The writing of one backup.
private struct BackupRun {
  let connection: Connection
  let objects: ObjectViews?
  let path: String
  let externalFolder: String?
  let appFiles: AppFiles?
  let packing: BackupPacking
  let isReplacing: Bool
  let writing: (ArchiveProgress) throws -> Void
  let readingBack: (ArchiveProgress) throws -> Void

  /// Writes with the fast count of rows; if an index was wrong, writes again with the count by the tables.
  func run() throws -> BackupContents {
    do {
      do {
        return try run(.fast)
      } catch let wrong as MiscountedTable {
        var contents = try run(.byTables)
        contents.miscountedTable = wrong.name
        return contents
      }
    } catch let wrong as MiscountedTable {
      throw ArchiveError.store(
        SQLiteError(.corrupt, "the table '\(wrong.name)' has other rows each time it is read"))
    }
  }

  private func run(_ counting: StoreSurvey.Counting) throws -> BackupContents {
    try BackupWriter.checkPlace(path, isReplacing: isReplacing, isDocument: true)
    let partial = Self.draft(of: path)
    removeNamedDrafts()
    let file: SystemFile
    do throws(SystemError) {
      file = try SystemFile.exclusive(partial)
    } catch {
      throw named(ArchiveError(error))
    }
    // Its lock protects the draft until the draft has its final name.
    return try withExtendedLifetime(file) {
      do {
        let proof = ReadBack(of: file)
        let contents = try connection.withStandInCollations {
          func write() throws -> BackupContents {
            try writeDocument(to: file, counting, telling: { proof.add($0) })
          }
          return try connection.isInTransaction ? write() : connection.transaction(.deferred, write)
        }
        try proof.finish(contents, readingBack)
        try install(partial)
        return contents
      } catch {
        try? FileSystem.remove(partial)
        throw named(ArchiveError.promised(error))
      }
    }
  }

  private func writeDocument(
    to file: SystemFile, _ counting: StoreSurvey.Counting, telling tell: @escaping (Int) -> Void
  ) throws -> BackupContents {
    let output = try DocumentOutput(to: file, packing, telling: tell)
    var survey = try StoreSurvey(of: connection, counting: counting)
    if counting == .fast { try survey.checkIndexes(on: connection) }
    if let objects { try survey.count(objects, counting) }
    var document = DocumentWriter(survey, to: output, writing)
    try document.writeHeader()
    try document.writeRecords(of: connection, objects)
    try document.writeExternalFiles(in: externalFolder, and: appFiles)
    return try document.finish()
  }

  private func install(_ partial: String) throws {
    if isReplacing {
      try FileSystem.rename(partial, to: path)
    } else if try !FileSystem.renameIfFree(partial, to: path) {
      throw ArchiveError.exists(path: path)
    }
    try FileSystem.flushFolder(of: path)
  }

  /// The error with the path of the final file in place of the draft's.
  private func named(_ error: any Error) -> any Error {
    switch error as? ArchiveError {
    case .file(let failure)? where failure.path == Self.draft(of: path):
      return ArchiveError.file(failure.during(failure.operation, path))
    case .beingWritten(Self.draft(of: path))?: return ArchiveError.beingWritten(path: path)
    case _: return error
    }
  }
}

// MARK: - Drafts

extension BackupRun {
  private static func draft(of path: String) -> String { path + draftEnding }
  private static var draftEnding: String { ".partial" }

  /// Removes drafts that are already backups, because a power cut came between their new name and the removal
  /// of the old one.
  private func removeNamedDrafts() {
    let (folder, ending) = (FilePath.folder(of: path), Self.draftEnding)
    // If the folder cannot be listed, the drafts do no harm.
    for name in (try? FileSystem.listing(of: folder).names) ?? [] where name.hasSuffix(ending) {
      let backup = FilePath.join(folder, String(name.dropLast(ending.count)))
      let draft = Self.draft(of: backup)
      guard Self.isCopy(draft, of: backup), let lock = try? SystemFile.exclusive(draft) else {
        continue
      }
      withExtendedLifetime(lock) { try? FileSystem.remove(draft) }
    }
  }

  /// Whether one file is a second name of another, or has the same bytes.
  private static func isCopy(_ copy: String, of path: String) -> Bool {
    guard let first = FileStatus(path: copy, followingLinks: false),
      let second = FileStatus(path: path, followingLinks: false),
      first.kind == .file, second.kind == .file, first.size == second.size
    else { return false }
    return first.identity == second.identity || (try? FileSystem.areEqual(copy, path)) == true
  }
}
