internal import Files
internal import SQLite
internal import StoreLayout

/// Restores a store from a backup.
///
/// ```swift
/// let outcome = try Restorer.restore(backup: "library.json", to: "library.store", isReplacing: true)
/// outcome.keptStore // "library.store.before-restore-1"
/// ```
public enum Restorer {
  /// The checks of a restored store before it takes its place.
  public enum Checks: Hashable, Sendable {
    /// The schema and every value.
    case content
    /// Also the structure of the file; dangling foreign keys are counted.
    case all
  }

  /// The result of a restore.
  public struct Outcome: Hashable, Sendable {
    /// The contents of the backup.
    public var contents: BackupContents
    /// The present path of the store that was replaced; nil if no store was replaced.
    public var keptStore: String?
    /// The present paths of files that a deleted store had left behind, such as its log.
    public var keptLeftovers: [String] = []
    /// The number of rows that refer to a row that does not exist, as they did when the backup was written.
    public var foreignKeyViolations: Int64
    /// The number of the app's files that were written; the other files of the backup existed already.
    public var appFilesWritten: Int64 = 0
  }

  /// Restores a store from a backup.
  ///
  /// The new store is built next to its place, compared with the backup, and only then renamed. External
  /// files go to the folder `<store>.external`. Files of the app, if the backup has some, go to the given
  /// folder: no existing file is ever replaced.
  ///
  /// - Parameters:
  ///   - backup: the path of the backup.
  ///   - path: the path of the new store.
  ///   - isReplacing: whether an existing store may be replaced. It is kept, with everything that belongs to
  ///     it, as `<store>.before-restore-<n>`.
  ///   - isRehearsal: whether to only try the restore: the store is built and proven, and then removed again,
  ///     and existing files stay.
  ///   - appFolder: the folder of the files that objects own by their paths; nil to skip them.
  ///   - checks: the checks of the new store before it takes its place.
  ///   - progress: a function that is called now and then with the progress; an error that it throws ends the
  ///     work.
  ///   - finishing: a function that may change the new store, which is proven and not yet in its place; it
  ///     gets the path of the store, and an error that it throws ends the work.
  /// - Returns: the result, with the present path of the old store.
  /// - Throws: ``ArchiveError``, or the error of `progress` or `finishing`. Then nothing was changed.
  @discardableResult
  public static func restore(
    backup: String, to path: String, isReplacing: Bool = false, isRehearsal: Bool = false,
    appFolder: String? = nil, checks: Checks = .all,
    progress: @escaping (ArchiveProgress) throws -> Void = { _ in },
    finishing: (_ path: String) throws -> Void = { _ in }
  ) throws -> Outcome {
    try checkPlace(path, for: backup)
    // A link stays a link: its destination is the store, because the app may open it by another path.
    let place = StoreFiles(FileSystem.destination(of: path))
    if !isReplacing, let occupant = place.occupant {
      throw ArchiveError.exists(path: occupant == place.path ? path : occupant)
    }
    let fresh = StoreFiles(place.path + ".restoring")
    // The lock is held to the end, so that no two restores build the same file.
    let file = try ArchiveError.of(try SystemFile.exclusive(fresh.path))
    var appFiles: RestoredAppFiles?
    do {
      try fresh.removeCompanions()
      appFiles = try appFolder.map { try RestoredAppFiles(in: $0, ofStoreAt: place.path) }
      let (contents, violations) = try build(backup, at: fresh, appFiles, checks, progress)
      try appFiles?.check()
      try finishing(fresh.path)
      guard !isRehearsal else {
        try fresh.remove()
        try appFiles?.removeDraft()
        return Outcome(contents: contents, foreignKeyViolations: violations)
      }
      try file.flush()
      // If the store does not get its place, files that no object names yet do no harm.
      let written = try appFiles?.place() ?? 0
      let kept = try StoreSwap(fresh: fresh, place: place).run(isReplacing: isReplacing)
      return Outcome(
        contents: contents, keptStore: kept.store, keptLeftovers: kept.leftovers,
        foreignKeyViolations: violations, appFilesWritten: written)
    } catch {
      appFiles?.undo()
      try? fresh.remove()
      throw ArchiveError.promised(error)
    }
  }

  /// Refuses a place with something other than a store, which is never replaced.
  ///
  /// - Throws: ``ArchiveError/irreplaceable(path:_:)``; the errors of the system or of SQLite for a file that
  ///   cannot be read.
  package static func checkPlace(
    _ path: String, for backup: String
  ) throws(ArchiveError) {
    if let occupant = try StoreFiles(path).stranger(besides: backup) {
      throw .irreplaceable(path: path, occupant)
    }
  }

  private static func build(
    _ backup: String, at fresh: StoreFiles, _ appFiles: RestoredAppFiles?, _ checks: Checks,
    _ progress: @escaping (ArchiveProgress) throws -> Void
  ) throws -> (BackupContents, Int64) {
    if try DatabaseCopy.isOne(backup) {
      return try DatabaseCopy.restore(backup, to: fresh, checks, progress)
    }
    var builder = try StoreBuilder(
      of: backup, at: fresh.path, externalFolder: fresh.externalFolder, appFiles,
      progress: progress)
    do {
      let contents = try SideParser.parse(backup, into: &builder)
      return (contents, try builder.finish(contents, checks))
    } catch {
      throw try cause(of: error, backup)
    }
  }

  /// The cause of a failed restore: damage of the backup, if there is any, and not SQLite's error that
  /// follows from it.
  private static func cause(of error: any Error, _ backup: String) throws -> any Error {
    guard error is SQLiteError || (error as? ArchiveError)?.isOfStore == true else { return error }
    _ = try BackupReader.verify(backup)
    return error
  }
}
