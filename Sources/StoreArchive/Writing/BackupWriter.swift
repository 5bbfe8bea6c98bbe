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
/// All reading is one transaction, so the backup is of one instant, its write-ahead log included.
/// Memory does not grow with the store, only with its largest row. The same store gives the same
/// bytes.
public enum BackupWriter {
  /// Writes a backup of a store, and reads it back from the disk to prove it before it has its name.
  ///
  /// The connection may hold a transaction already: then what that transaction sees is written.
  /// Nothing has the backup's name before all of it is on the disk. One that could not be read back is
  /// none to rely on, and does not stay; what it was to replace does.
  ///
  /// - Parameters:
  ///   - connection: the store.
  ///   - path: where the backup goes.
  ///   - externalFolder: the folder of the store's external files, where it may have one.
  ///   - appFiles: the files of the app that the backup takes along.
  ///   - packing: whether the file is packed; by default, what its name promises.
  ///   - isReplacing: whether a backup that is there already may be replaced; nothing else ever is.
  ///   - writing: is given now and then how far the writing has come; what it throws ends the work.
  ///   - readingBack: is given in the same way how far the reading back has come.
  /// - Returns: what the backup says of itself.
  /// - Throws: ``ArchiveError``, or what a closure throws. No file is left behind then.
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

  /// Writes and proves a backup of a store whose objects are seen through views of another connection.
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

  /// Sees whether anything that can be seen without reading the store keeps a backup from being
  /// written.
  ///
  /// - Throws: the ``ArchiveError`` that the writing would throw.
  package static func check(to path: String, externalFolder: String) throws {
    try checkPlace(path, isReplacing: false)
    _ = try ExternalFiles.names(in: externalFolder)
  }

  fileprivate static func checkPlace(_ path: String, isReplacing: Bool) throws {
    guard !StoreFiles.isCompanion(path) else {
      throw ArchiveError.irreplaceable(path: path, .companion)
    }
    guard FileSystem.exists(path) else { return }
    guard isReplacing else { throw ArchiveError.exists(path: path) }
    guard try BackupSource.isOfBackup(path) else {
      throw ArchiveError.irreplaceable(path: path, .noBackup)
    }
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

  /// Counts the rows by whatever is the smallest, and once more by the tables where that was wrong.
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
    try BackupWriter.checkPlace(path, isReplacing: isReplacing)
    let partial = Self.draft(of: path)
    removeNamedDrafts()
    let file: SystemFile
    do throws(SystemError) {
      file = try SystemFile.exclusive(partial)
    } catch {
      throw named(ArchiveError(error))
    }
    // Its lock keeps others from the draft until that has its name.
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

  /// What is wrong with the draft is reported of the file that it was to become.
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

  /// Removes drafts that are backups by now: a power cut came between their new name and the end of
  /// the old one.
  private func removeNamedDrafts() {
    let (folder, ending) = (FilePath.folder(of: path), Self.draftEnding)
    // Where the folder cannot be listed, they are no harm.
    for name in (try? FileSystem.listing(of: folder).names) ?? [] where name.hasSuffix(ending) {
      let backup = FilePath.join(folder, String(name.dropLast(ending.count)))
      let draft = Self.draft(of: backup)
      guard Self.isCopy(draft, of: backup), let lock = try? SystemFile.exclusive(draft) else {
        continue
      }
      withExtendedLifetime(lock) { try? FileSystem.remove(draft) }
    }
  }

  /// Whether one file is another by a second name, or has the same bytes.
  private static func isCopy(_ copy: String, of path: String) -> Bool {
    guard let first = FileStatus(path: copy, followingLinks: false),
      let second = FileStatus(path: path, followingLinks: false),
      first.kind == .file, second.kind == .file, first.size == second.size
    else { return false }
    return first.identity == second.identity || (try? FileSystem.areEqual(copy, path)) == true
  }
}
