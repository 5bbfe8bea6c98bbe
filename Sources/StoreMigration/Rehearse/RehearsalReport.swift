public import SchemaModel

/// The result of a migration that was carried out on a copy of a store.
public struct RehearsalReport: Sendable {
  /// How it ended.
  public enum Ending: Sendable {
    /// The store has the version already, so nothing was to be done.
    case alreadyCurrent(Version)
    /// The copy came to the new version.
    case migrated(MigrationSummary)
    /// It would have been refused or undone.
    case failed(MigrationError)
  }

  /// How it ended.
  public var ending: Ending
  /// How long the migration took, with its backup and its proof, in seconds; not the copying.
  public var seconds: Double
  /// The size of the database that was copied, in bytes.
  public var storeSize: Int64
  /// How much room it took at most next to the store: journals, backup and new files, in bytes.
  public var peakRoom: Int64

  /// The number of rows proved per second; nil if there were no rows or no measurable time.
  public var rowsPerSecond: Double? {
    guard case .migrated(let summary) = ending, summary.rowsProved > 0, seconds > 0 else {
      return nil
    }
    return Double(summary.rowsProved) / seconds
  }
}
