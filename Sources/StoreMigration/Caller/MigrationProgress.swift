/// The progress of a migration.
public struct MigrationProgress: Hashable, Sendable {
  /// The parts of the work, in order.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// A backup is restored to a store.
    case restoring
    /// The store is inspected, and nothing is written.
    case inspecting
    /// The backup is written.
    case backingUp
    /// The backup is read back and compared.
    case verifyingBackup
    /// Checksums are made of the data that must be the same afterwards.
    case measuring
    /// The tables change.
    case migrating
    /// The result is compared with the expected one.
    case proving
    /// The transaction ends.
    case committing
  }

  /// The current part of the work.
  public var phase: Phase
  /// The current subject, such as a table; nil if there is nothing to name.
  public var subject: String?
  /// The number of finished rows in this part.
  public var rows: Int64 = 0
  /// The number of rows in this part; nil if it is unknown.
  public var totalRows: Int64?
}

/// The caller has cancelled the work.
struct Cancelled: Error {}
