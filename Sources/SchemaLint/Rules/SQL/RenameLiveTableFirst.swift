internal import SQLText

/// Flags a table that is renamed away before a new one takes its name.
///
/// ## Why
///
/// SQLite rewrites the references of other tables when a table is renamed. Children that referred
/// to `Book` then refer to `Book_old`, and to nothing once `Book_old` is dropped. Triggers and
/// views follow the old table, too.
///
/// ## Example
///
/// ```sql
/// ALTER TABLE Book RENAME TO Book_old;
/// CREATE TABLE Book (title TEXT);
/// INSERT INTO Book SELECT title FROM Book_old;
/// DROP TABLE Book_old;
/// ```
///
/// ## Use instead
///
/// ```sql
/// CREATE TABLE Book_new (title TEXT);
/// INSERT INTO Book_new SELECT title FROM Book;
/// DROP TABLE Book;
/// ALTER TABLE Book_new RENAME TO Book;
/// ```
///
/// ## When it is safe
///
/// With `PRAGMA legacy_alter_table = ON` and foreign keys off, as in old versions of SQLite.
///
/// ## References
///
/// - https://www.sqlite.org/lang_altertable.html#otheralter
public struct RenameLiveTableFirst: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "rename-live-table-first"

  /// A rule without state.
  public init() {}

  /// A finding for every rename of a table whose old name a later table takes.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    let statements = sql.statements
    var isLegacy = false
    return statements.enumerated().compactMap { position, statement in
      let first = statement.lowerBound
      if sql.keyword(first) == "PRAGMA",
        sql.name(at: first + 1, in: statement) == "legacy_alter_table"
      {
        isLegacy = statement.contains { ["on", "1", "true"].contains(sql.symbol($0).lowercased()) }
      }
      guard !isLegacy, sql.keywords(statement, 2) == ["ALTER", "TABLE"],
        let table = sql.name(at: first + 2, in: statement),
        let rename = sql.firstIndex(of: "RENAME", in: statement), sql.keyword(rename + 1) == "TO",
        statements.dropFirst(position + 1).contains(where: { makes(table, $0, sql) })
      else { return nil }
      return Finding(
        Self.id, .rewrites(table), at: sql.place(ofTokenAt: first), notes: [.init(.makeNewFirst)])
    }
  }

  private func makes(_ table: String, _ statement: Range<Int>, _ sql: MigrationSQL) -> Bool {
    guard sql.keyword(statement.lowerBound) == "CREATE",
      let keyword = sql.firstIndex(of: "TABLE", in: statement)
    else { return false }
    return sql.name(at: keyword + 1, in: statement) == table
  }
}

extension Finding.Message {
  fileprivate static func rewrites(_ table: String) -> Self {
    Self("renaming '\(table)' away makes whatever refers to it follow the old table")
  }

  fileprivate static var makeNewFirst: Self {
    Self("make the new table under another name, drop the old one, then rename the new one")
  }
}
