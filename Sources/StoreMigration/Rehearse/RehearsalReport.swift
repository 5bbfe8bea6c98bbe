public import SchemaModel

/// The result of a migration that was carried out on a copy of a store.
public struct RehearsalReport: Sendable {
  /// The end of the migration.
  public enum Ending: Sendable {
    /// The store already has the version, so there was nothing to do.
    case alreadyCurrent(Version)
    /// The copy was migrated to the new version.
    case migrated(MigrationSummary)
    /// It would have been refused or undone.
    case failed(MigrationError)
  }

  /// The end of the migration.
  public var ending: Ending
  /// The duration of the migration with its backup and its proof, in seconds, without the copying.
  public var seconds: Double
  /// The size of the database that was copied, in bytes.
  public var storeSize: Int64
  /// The maximal room that it took next to the store for journals, backup and new files, in bytes.
  public var peakRoom: Int64

  /// The number of rows proved per second; nil if there were no rows or no measurable time.
  public var rowsPerSecond: Double? {
    guard case .migrated(let summary) = ending, summary.rowsProved > 0, seconds > 0 else {
      return nil
    }
    return Double(summary.rowsProved) / seconds
  }
}

extension Migrator {
  /// Migrates a copy of a store, which is then removed, and reports the result.
  ///
  /// The copy is made on the store's disk, so that the disk's limits hold for both. The store itself is only
  /// read.
  ///
  /// - Throws: the errors that keep the store from being copied; ``MigrationError/cancelled(backup:)``. Any
  ///   other end of the copy's migration is in the report.
  public func rehearse(_ store: String) throws(MigrationError) -> RehearsalReport {
    try Self.concluding {
      try MigrationRefusal.reading(store) {
        try StoreRehearsal(store: store, history: history, options: options).run()
      }
    }
  }
}
