internal import Files
public import SQLite

/// Writes a whole store to one JSON document, without loss.
///
/// ```swift
/// let store = try Connection(path: "library.store", mode: .readOnly)
/// let backup = try BackupWriter.write(
///   store, to: "library.json", externalFolder: "library.store.external")
/// try BackupReader.verify("library.json", is: backup)
/// ```
///
/// All reading is one transaction, so the backup is of one instant, its write-ahead log included.
/// Memory does not grow with the store, only with its largest row. The same store gives the same
/// bytes.
public enum BackupWriter {
  /// Writes a backup of a store.
  ///
  /// The connection may hold a transaction already: then what that transaction sees is written.
  /// Nothing has the backup's name before all of it is on the disk.
  ///
  /// - Parameters:
  ///   - connection: the store.
  ///   - path: where the backup goes.
  ///   - externalFolder: the folder of the store's external files, where it may have one.
  ///   - appFiles: the files of the app that the backup takes along.
  ///   - packing: whether the file is packed; by default, what its name promises.
  ///   - isReplacing: whether a backup that is there already may be replaced; nothing else ever is.
  ///   - progress: is given now and then how far it has come; what it throws ends the work.
  /// - Returns: what the backup says of itself.
  /// - Throws: ``ArchiveError``, or what `progress` throws. No file is left behind then.
  @discardableResult
  public static func write(
    _ connection: Connection, to path: String, externalFolder: String? = nil,
    appFiles: AppFiles? = nil, packing: BackupPacking? = nil, isReplacing: Bool = false,
    progress: @escaping (ArchiveProgress) throws -> Void = { _ in }
  ) throws -> BackupContents {
    try write(
      connection, nil, to: path, (externalFolder, appFiles), packing, isReplacing, progress, nil)
  }

  /// Writes a backup as ``write(_:to:externalFolder:appFiles:packing:isReplacing:progress:)`` does, and reads
  /// it back from the disk to prove it before it has its name.
  ///
  /// One that could not be read back is none to rely on, and does not stay; what it was to replace
  /// does.
  @discardableResult
  public static func writeProven(
    _ connection: Connection, to path: String, externalFolder: String? = nil,
    appFiles: AppFiles? = nil, packing: BackupPacking? = nil, isReplacing: Bool = false,
    writing: @escaping (ArchiveProgress) throws -> Void = { _ in },
    readingBack: @escaping (ArchiveProgress) throws -> Void = { _ in }
  ) throws -> BackupContents {
    try writeProven(
      connection, objects: nil, to: path, externalFolder: externalFolder, appFiles: appFiles,
      packing: packing, isReplacing: isReplacing, writing: writing, readingBack: readingBack)
  }

  /// Writes and proves a backup of a store whose objects are seen through views of another connection.
  package static func writeProven(
    _ connection: Connection, objects: ObjectViews?, to path: String, externalFolder: String?,
    appFiles: AppFiles?, packing: BackupPacking?, isReplacing: Bool,
    writing: @escaping (ArchiveProgress) throws -> Void,
    readingBack: @escaping (ArchiveProgress) throws -> Void
  ) throws -> BackupContents {
    try write(
      connection, objects, to: path, (externalFolder, appFiles), packing, isReplacing, writing,
      readingBack)
  }

  /// Sees whether anything that can be seen without reading the store keeps a backup from being
  /// written.
  ///
  /// - Throws: the ``ArchiveError`` that the writing would throw.
  package static func check(to path: String, externalFolder: String) throws {
    try checkPlace(path, isReplacing: false)
    _ = try ExternalFiles.names(in: externalFolder)
  }

  private static func checkPlace(_ path: String, isReplacing: Bool) throws {
    guard !StoreFiles.isCompanion(path) else {
      throw ArchiveError.irreplaceable(path: path, .companion)
    }
    guard FileSystem.exists(path) else { return }
    guard isReplacing else { throw ArchiveError.exists(path: path) }
    guard try BackupSource.isOfBackup(path) else {
      throw ArchiveError.irreplaceable(path: path, .noBackup)
    }
  }

  /// The folder of the external files, and the files of the app.
  private typealias Files = (external: String?, app: AppFiles?)

  private static func write(
    _ connection: Connection, _ objects: ObjectViews?, to path: String, _ files: Files,
    _ packing: BackupPacking?, _ isReplacing: Bool,
    _ writing: @escaping (ArchiveProgress) throws -> Void,
    _ readingBack: ((ArchiveProgress) throws -> Void)?
  ) throws -> BackupContents {
    func write(_ counting: StoreSurvey.Counting) throws -> BackupContents {
      try self.write(
        connection, objects, to: path, files, packing, isReplacing, counting, writing, readingBack)
    }
    do {
      do {
        return try write(.fast)
      } catch let wrong as MiscountedTable {
        var contents = try write(.byTables)
        contents.miscountedTable = wrong.name
        return contents
      }
    } catch let wrong as MiscountedTable {
      throw ArchiveError.store(
        SQLiteError(.corrupt, "the table '\(wrong.name)' has other rows each time it is read"))
    }
  }

  private static func write(
    _ connection: Connection, _ objects: ObjectViews?, to path: String, _ files: Files,
    _ packing: BackupPacking?, _ isReplacing: Bool, _ counting: StoreSurvey.Counting,
    _ writing: @escaping (ArchiveProgress) throws -> Void,
    _ readingBack: ((ArchiveProgress) throws -> Void)?
  ) throws -> BackupContents {
    try checkPlace(path, isReplacing: isReplacing)
    let partial = draft(of: path)
    removeNamedDrafts(inFolderOf: path)
    let file: SystemFile
    do throws(SystemError) {
      file = try SystemFile.exclusive(partial)
    } catch {
      throw named(ArchiveError(error), path, insteadOf: partial)
    }
    // Its lock keeps others from the draft until that has its name.
    return try withExtendedLifetime(file) {
      do {
        let proof = readingBack.map { _ in ReadBack(of: file) }
        let contents = try reading(connection) {
          let output = try DocumentOutput(
            to: file, packing ?? BackupPacking(ofFileNamed: path), telling: { proof?.add($0) })
          var survey = try StoreSurvey(of: connection, counting: counting)
          if counting == .fast { try survey.checkIndexes(on: connection) }
          if let objects { try survey.count(objects, counting) }
          return try writeDocument(survey, of: connection, objects, files, to: output, writing)
        }
        if let proof, let readingBack { try proof.finish(contents, readingBack) }
        try install(partial, as: path, isReplacing)
        return contents
      } catch {
        try? FileSystem.remove(partial)
        throw named(ArchiveError.promised(error), path, insteadOf: partial)
      }
    }
  }

  private static func draft(of path: String) -> String { path + draftEnding }
  private static var draftEnding: String { ".partial" }

  /// Removes drafts that are backups by now: a power cut came between their new name and the end of
  /// the old one.
  private static func removeNamedDrafts(inFolderOf path: String) {
    let folder = FilePath.folder(of: path)
    // Where the folder cannot be listed, they are no harm.
    for name in (try? FileSystem.listing(of: folder).names) ?? [] where name.hasSuffix(draftEnding)
    {
      let backup = FilePath.join(folder, String(name.dropLast(draftEnding.count)))
      guard isCopy(draft(of: backup), of: backup),
        let lock = try? SystemFile.exclusive(draft(of: backup))
      else { continue }
      withExtendedLifetime(lock) { try? FileSystem.remove(draft(of: backup)) }
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

  /// What is wrong with a draft is reported of the file that it was to become.
  private static func named(
    _ error: any Error, _ path: String, insteadOf draft: String
  ) -> any Error {
    switch error as? ArchiveError {
    case .file(var failure)? where failure.path == draft:
      failure.path = path
      return ArchiveError.file(failure)
    case .beingWritten(draft)?: return ArchiveError.beingWritten(path: path)
    case _: return error
    }
  }

  private static func reading<Result>(
    _ connection: Connection, _ body: () throws -> Result
  ) throws -> Result {
    try connection.withStandInCollations {
      try connection.isInTransaction ? body() : connection.transaction(.deferred, body)
    }
  }

  private static func install(
    _ partial: String, as path: String, _ isReplacing: Bool
  ) throws {
    if isReplacing {
      try FileSystem.rename(partial, to: path)
    } else if try !FileSystem.renameIfFree(partial, to: path) {
      throw ArchiveError.exists(path: path)
    }
    try FileSystem.flushFolder(of: path)
  }

  private static func writeDocument(
    _ survey: StoreSurvey, of connection: Connection, _ objects: ObjectViews?, _ files: Files,
    to output: consuming DocumentOutput,
    _ progress: @escaping (ArchiveProgress) throws -> Void
  ) throws -> BackupContents {
    var document = DocumentWriter(survey, to: output, progress)
    try document.writeHeader()
    try document.writeRecords(of: connection, objects)
    try document.writeExternalFiles(in: files.external, and: files.app)
    return try document.finish()
  }
}
