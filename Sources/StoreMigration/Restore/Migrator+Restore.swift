public import SchemaModel
public import StoreArchive

/// What a restore into a version made.
public struct RestoreOutcome: Hashable, Sendable {
  /// What the backup said, and where the store that was replaced is now.
  public var restored: Restorer.Outcome
  /// The version of the backup.
  public var source: Version
  /// The version of the store now.
  public var target: Version
}

extension Migrator {
  /// Restores a backup, and brings it to the version that is asked for before it takes its place.
  ///
  /// All or nothing: where the backup cannot be restored or cannot be migrated, nothing has the
  /// store's name that had it not before. The backup itself stays, so no other one is made.
  ///
  /// ```swift
  /// let options = MigrationOptions(target: Version("4.0.0"))
  /// try Migrator(history: history, options: options)
  ///   .restore("library.store.v1.0.0.backup.json", to: "library.store", isReplacing: true)
  /// ```
  ///
  /// - Parameters:
  ///   - backup: the backup.
  ///   - store: where the store goes.
  ///   - isReplacing: whether a store that is there may be replaced; it is kept under another name.
  ///   - isRehearsal: whether it is only to be seen that it would do.
  ///   - appFolder: the folder of the files that objects own by their paths; nil to pass them over.
  /// - Returns: what was made.
  /// - Throws: ``StoreArchive/ArchiveError`` where the backup cannot be restored; ``MigrationError``
  ///   where what it holds cannot be migrated.
  @discardableResult
  public func restore(
    _ backup: String, to store: String, isReplacing: Bool = false, isRehearsal: Bool = false,
    appFolder: String? = nil
  ) throws -> RestoreOutcome {
    var versions: (source: Version, target: Version)?
    let restored = try Restorer.restore(
      backup: backup, to: store, isReplacing: isReplacing, isRehearsal: isRehearsal,
      appFolder: appFolder, progress: { try report($0) },
      finishing: { versions = try migrateDraft($0) })
    guard let versions else { throw MigrationError.refused([.noVersions]) }
    return RestoreOutcome(restored: restored, source: versions.source, target: versions.target)
  }

  /// Brings a store to the version that nobody uses yet.
  private func migrateDraft(
    _ path: String
  ) throws(MigrationError) -> (source: Version, target: Version) {
    var migrator = self
    migrator.options.backup = .none
    migrator.options.isDryRun = false
    switch try migrator.apply(to: path) {
    case .alreadyCurrent(let version): return (version, version)
    case .migrated(let summary): return (summary.source, summary.target)
    case .rehearsed(let plan): return (plan.source, plan.target)
    }
  }

  private func report(_ progress: ArchiveProgress) throws(MigrationError) {
    if options.isCancelled?() == true { throw .cancelled(backup: nil) }
    options.onProgress?(
      MigrationProgress(.restoring, rows: progress.rows, totalRows: progress.totalRows))
  }
}
