public import SchemaModel
public import StoreArchive

/// The result of a restore into a version.
public struct RestoreOutcome: Hashable, Sendable {
  /// The content of the backup, and the new place of the replaced store.
  public var restored: Restorer.Outcome
  /// The version of the backup.
  public var source: Version
  /// The version of the restored store.
  public var target: Version
}

extension Migrator {
  /// Restores a backup, and migrates it to the requested version before it takes the store's place.
  ///
  /// All or nothing: if the backup cannot be restored or migrated, no new file has the store's name. The
  /// backup itself stays, so no other one is made.
  ///
  /// ```swift
  /// var options = MigrationOptions()
  /// options.target = Version("4.0.0")
  /// try Migrator(history: history, options: options)
  ///   .restore("library.store.v1.0.0.backup.json", to: "library.store", isReplacing: true)
  /// ```
  ///
  /// - Parameters:
  ///   - backup: the backup.
  ///   - store: the path of the store.
  ///   - isReplacing: whether an existing store may be replaced; it is kept under another name.
  ///   - isRehearsal: whether the restore is only tried.
  ///   - appFolder: the folder of the files that objects own by their paths; nil to skip them.
  /// - Returns: the restored store.
  /// - Throws: ``StoreArchive/ArchiveError`` if the backup cannot be restored; ``MigrationError`` if its
  ///   content cannot be migrated.
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

  /// Migrates the restored store before it takes the store's place.
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
      MigrationProgress(phase: .restoring, rows: progress.rows, totalRows: progress.totalRows))
  }
}
