public import SchemaModel

/// One migration that a store went through.
public struct MigrationRecord: Hashable, Sendable {
  /// The previous version.
  public var source: Version
  /// The new version.
  public var target: Version
  /// The time when it began, in seconds since 1970-01-01 00:00 UTC.
  public var startedAt: Double
  /// The time when it ended, in seconds since 1970-01-01 00:00 UTC.
  public var finishedAt: Double
  /// The duration, in seconds, by a monotonic clock.
  public var duration: Double
  /// The tool that carried the migration out.
  public var toolVersion: String
  /// The digest of the plan that was carried out.
  public var planDigest: String
  /// The name of the backup, if one was made.
  public var backup: String?
  /// The number of rewritten rows.
  public var rowsRewritten: Int64
  /// The seed of fresh identifiers.
  public var seed: String?
  /// The result: `migrated`, `repaired`; objects left behind by a condition follow after a semicolon.
  public var outcome: String

  /// A record from its parts.
  public init(
    source: Version, target: Version, startedAt: Double, finishedAt: Double, duration: Double,
    toolVersion: String, planDigest: String, backup: String? = nil, rowsRewritten: Int64,
    seed: String? = nil, outcome: String
  ) {
    self.source = source
    self.target = target
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.duration = duration
    self.toolVersion = toolVersion
    self.planDigest = planDigest
    self.backup = backup
    self.rowsRewritten = rowsRewritten
    self.seed = seed
    self.outcome = outcome
  }
}
