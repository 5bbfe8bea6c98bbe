/// How far a migration has come.
public struct MigrationProgress: Hashable, Sendable {
  /// The parts of the work, in their order.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// A backup becomes a store.
    case restoring
    /// The store is looked at, and nothing is written.
    case inspecting
    /// The backup is written.
    case backingUp
    /// The backup is read back and compared.
    case verifyingBackup
    /// What must be equal afterwards is summed up.
    case measuring
    /// The tables change.
    case migrating
    /// The result is compared with what it should be.
    case proving
    /// The transaction ends.
    case committing
  }

  /// The part of the work that goes on.
  public var phase: Phase
  /// What is worked on, such as a table; nil where there is nothing to name.
  public var subject: String?
  /// How many rows of this part are done.
  public var rows: Int64
  /// How many rows there are to do in this part; nil where that is not known.
  public var totalRows: Int64?

  /// Progress from its parts.
  public init(_ phase: Phase, subject: String? = nil, rows: Int64 = 0, totalRows: Int64? = nil) {
    self.phase = phase
    self.subject = subject
    self.rows = rows
    self.totalRows = totalRows
  }
}

/// The caller asked to stop.
struct Cancelled: Error {}
