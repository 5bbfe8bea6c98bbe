internal import Files
internal import SQLite
internal import StoreLayout

/// Makes a store of a backup.
///
/// ```swift
/// let outcome = try Restorer.restore(backup: "library.json", to: "library.store", isReplacing: true)
/// outcome.keptStore // "library.store.before-restore-1"
/// ```
public enum Restorer {
  /// What is proven of a restored store before it takes its place.
  public enum Checks: Hashable, Sendable {
    /// The schema and every value.
    case content
    /// Also the structure of the file, and the foreign keys are counted that lead nowhere.
    case all
  }

  /// What a restore made.
  public struct Outcome: Hashable, Sendable {
    /// What the backup says of itself.
    public var contents: BackupContents
    /// Where the store that was replaced is now; nil where there was none.
    public var keptStore: String?
    /// Where that is now which a store had left that was gone itself, such as its log.
    public var keptLeftovers: [String] = []
    /// How many rows refer to a row that does not exist, as they did when the backup was written.
    public var foreignKeyViolations: Int64
    /// How many files of the app were written; the others of the backup were there already.
    public var appFilesWritten: Int64 = 0
  }

  /// Restores a store from a backup.
  ///
  /// The new store is built next to its place, proven to hold what was backed up, and only then
  /// renamed into it. External files go to the folder `<store>.external`, and files of the app, where the
  /// backup has some, to the folder that is named for them: no file there is ever replaced.
  ///
  /// - Parameters:
  ///   - backup: the backup.
  ///   - path: where the store goes.
  ///   - isReplacing: whether a store that is there may be replaced. It is kept, with everything
  ///     that belongs to it, as `<store>.before-restore-<n>`.
  ///   - isRehearsal: whether it is only to be seen that it would do: the store that was built and
  ///     proven is removed again, and what has its name is left alone.
  ///   - appFolder: the folder of the files that objects own by their paths; nil to pass them over.
  ///   - checks: what is proven of the new store before it takes its place.
  ///   - progress: is given now and then how far it has come; what it throws ends the work.
  ///   - finishing: is given the path of the new store, proven and not yet in its place, to bring
  ///     it to what is wanted; what it throws ends the work.
  /// - Returns: what was made, and where the old store is.
  /// - Throws: ``ArchiveError``, or what `progress` or `finishing` throws. Then nothing was changed.
  @discardableResult
  public static func restore(
    backup: String, to path: String, isReplacing: Bool = false, isRehearsal: Bool = false,
    appFolder: String? = nil, checks: Checks = .all,
    progress: @escaping (ArchiveProgress) throws -> Void = { _ in },
    finishing: (_ path: String) throws -> Void = { _ in }
  ) throws -> Outcome {
    try checkPlace(path, for: backup)
    // A link stays one: what it leads to is the store, for the app that opens it by another path.
    let place = StoreFiles(FileSystem.destination(of: path))
    if !isReplacing, let occupant = place.occupant {
      throw ArchiveError.exists(path: occupant == place.path ? path : occupant)
    }
    let fresh = StoreFiles(place.path + ".restoring")
    // Held to the end, so that no two restores build the same file.
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
      // Files that no object names yet harm nothing, should the store not get its place.
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

  /// Refuses a place where something is that is no store: nothing else is ever replaced.
  ///
  /// - Throws: ``ArchiveError/irreplaceable(path:_:)``; what the system or SQLite says of a file
  ///   that cannot be looked into.
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

  /// Why a backup could not be restored: where it is damaged, not what SQLite made of the damage.
  private static func cause(of error: any Error, _ backup: String) throws -> any Error {
    guard error is SQLiteError || (error as? ArchiveError)?.isOfStore == true else { return error }
    _ = try BackupReader.verify(backup)
    return error
  }
}
