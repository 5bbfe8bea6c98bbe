internal import SQLText

/// Flags VACUUM in a migration.
///
/// ## Why
///
/// VACUUM fails inside a transaction ("cannot VACUUM from within a transaction"), and a migration
/// is one transaction. It also gives new row numbers to tables without an INTEGER PRIMARY KEY. This
/// breaks everything that refers to the row numbers, such as a full-text index.
///
/// ## Example
///
/// ```sql
/// DELETE FROM Note WHERE book IS NULL;
/// VACUUM;
/// ```
///
/// ## Use instead
///
/// ```sql
/// DELETE FROM Note WHERE book IS NULL;
/// ```
///
/// Let the app vacuum when it is idle, or set `PRAGMA auto_vacuum` when a store is made.
///
/// ## When it is safe
///
/// Outside a script's own BEGIN and COMMIT, where the rule does not flag it.
///
/// ## References
///
/// - https://www.sqlite.org/lang_vacuum.html
public struct VacuumInMigration: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "vacuum-in-migration"

  /// A rule without state.
  public init() {}

  /// A finding for every such statement inside the transaction.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    sql.statementsInTransaction.filter { sql.keyword($0.lowerBound) == "VACUUM" }.map {
      Finding(
        Self.id, .fails, at: sql.place(ofTokenAt: $0.lowerBound), notes: [.init(.leaveToApp)])
    }
  }
}

extension Finding.Message {
  fileprivate static var fails: Self {
    Self("VACUUM fails inside a transaction, and a migration is one")
  }

  fileprivate static var leaveToApp: Self {
    Self("take it out, and let the app vacuum when it is idle")
  }
}
