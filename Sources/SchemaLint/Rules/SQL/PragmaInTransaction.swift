internal import SQLText

/// Flags a pragma that does nothing, or fails, because a migration is one transaction.
///
/// ## Why
///
/// SQLite ignores `PRAGMA foreign_keys = OFF` between BEGIN and COMMIT, without a warning.
/// Rebuilding a table then changes its children: `ON DELETE CASCADE` deletes them, `SET NULL`
/// empties their links, and the migration reports success. Most tools that lost data have lost it
/// in this way. Other pragmas, such as `journal_mode` or `synchronous`, end the script with an
/// error.
///
/// ## Example
///
/// ```sql
/// BEGIN;
/// PRAGMA foreign_keys = OFF;
/// DROP TABLE Book;
/// ALTER TABLE Book_new RENAME TO Book;
/// COMMIT;
/// ```
///
/// ## Use instead
///
/// ```sql
/// PRAGMA foreign_keys = OFF;
/// BEGIN;
/// DROP TABLE Book;
/// ALTER TABLE Book_new RENAME TO Book;
/// PRAGMA foreign_key_check;
/// COMMIT;
/// ```
///
/// In a migration that `migrate apply` runs, omit the pragma: foreign keys are off before the
/// transaction begins, and checked before it ends.
///
/// ## When it is safe
///
/// Never. Pragmas that only read a value are not flagged, nor are pragmas before a script's own
/// BEGIN.
///
/// ## References
///
/// - https://www.sqlite.org/pragma.html#pragma_foreign_keys
public struct PragmaInTransaction: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "pragma-in-transaction"

  /// A rule without state.
  public init() {}

  /// A finding for every such pragma inside the transaction.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    sql.statementsInTransaction.compactMap { statement in
      guard sql.keyword(statement.lowerBound) == "PRAGMA",
        let name = sql.name(at: statement.lowerBound + 1, in: statement),
        statement.contains(where: { ["=", "("].contains(sql.symbol($0)) })
      else { return nil }
      let place = sql.place(ofTokenAt: statement.lowerBound)
      if Self.ignored.contains(name) {
        return Finding(Self.id, .isIgnored(name), at: place, notes: [.init(.setBefore)])
      }
      return Self.refused.contains(name)
        ? Finding(Self.id, .isRefused(name), at: place, notes: [.init(.setBefore)]) : nil
    }
  }

  private static let ignored: Set = ["foreign_keys", "auto_vacuum", "page_size", "encoding"]
  private static let refused: Set = ["journal_mode", "synchronous", "temp_store"]
}

extension Finding.Message {
  fileprivate static func isIgnored(_ name: String) -> Self {
    Self("'PRAGMA \(name)' does nothing inside a transaction, and a migration is one")
  }

  fileprivate static func isRefused(_ name: String) -> Self {
    Self("'PRAGMA \(name)' fails inside a transaction, and a migration is one")
  }

  fileprivate static var setBefore: Self {
    Self("set it before the transaction begins; 'migrate apply' turns foreign keys off by itself")
  }
}
