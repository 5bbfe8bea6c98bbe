internal import SQLText

/// Flags `PRAGMA defer_foreign_keys` where a table is dropped afterwards.
///
/// ## Why
///
/// The pragma only delays the check of foreign keys until COMMIT. Dropping a table first deletes
/// its rows, and the actions that the children declare happen at once: `ON DELETE CASCADE` deletes
/// the children, `SET NULL` empties their links. At COMMIT all is consistent, but the rows are
/// lost.
///
/// ## Example
///
/// ```sql
/// PRAGMA defer_foreign_keys = ON;
/// CREATE TABLE Book_new (title TEXT);
/// INSERT INTO Book_new SELECT title FROM Book;
/// DROP TABLE Book;
/// ALTER TABLE Book_new RENAME TO Book;
/// ```
///
/// ## Use instead
///
/// ```sql
/// PRAGMA foreign_keys = OFF;
/// BEGIN;
/// CREATE TABLE Book_new (title TEXT);
/// INSERT INTO Book_new SELECT title FROM Book;
/// DROP TABLE Book;
/// ALTER TABLE Book_new RENAME TO Book;
/// PRAGMA foreign_key_check;
/// COMMIT;
/// ```
///
/// ## When it is safe
///
/// Where nothing refers to the dropped table, or where every reference is `NO ACTION`.
///
/// ## References
///
/// - https://www.sqlite.org/foreignkeys.html#fk_schemacommands
public struct DeferIsNotOff: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "defer-is-not-off"

  /// A rule without state.
  public init() {}

  /// A finding for every such pragma before a table that is dropped.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    let statements = sql.statements
    return statements.enumerated().compactMap { position, statement in
      guard sql.keyword(statement.lowerBound) == "PRAGMA",
        sql.name(at: statement.lowerBound + 1, in: statement) == "defer_foreign_keys",
        statement.contains(where: { Self.words.contains(sql.tokens[$0].name.asciiLowercased) }),
        let drop = statements.dropFirst(position + 1).first(where: {
          sql.keywords($0, 2) == ["DROP", "TABLE"]
        }), let table = sql.name(at: drop.lowerBound + 2, in: drop)
      else { return nil }
      return Finding(
        Self.id, .defersOnly(table), at: sql.place(ofTokenAt: statement.lowerBound),
        notes: [.init(.turnOff)])
    }
  }

  private static let words: Set = ["on", "1", "yes", "true"]
}

extension Finding.Message {
  fileprivate static func defersOnly(_ table: String) -> Self {
    Self(
      "'defer_foreign_keys' puts off a check and no more: dropping '\(table)' still deletes or "
        + "empties what refers to its rows")
  }

  fileprivate static var turnOff: Self {
    Self(
      "write 'PRAGMA foreign_keys = OFF' before BEGIN, and 'PRAGMA foreign_key_check' at the end")
  }
}
