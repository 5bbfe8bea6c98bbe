internal import SQLText

/// Flags a DELETE without a WHERE.
///
/// ## Why
///
/// Such a statement deletes every row, together with all rows that a cascade reaches. That is
/// seldom meant in a migration, and a forgotten condition causes no error.
///
/// ## Example
///
/// ```sql
/// DELETE FROM Note;
/// ```
///
/// ## Use instead
///
/// ```sql
/// DELETE FROM Note WHERE book IS NULL;
/// ```
///
/// Where every row is meant, drop the entity, or write `WHERE true`.
///
/// ## When it is safe
///
/// On a table that the script itself has created, which is not flagged.
///
/// ## References
///
/// - https://www.sqlite.org/lang_delete.html
public struct DeleteWithoutWhere: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "delete-without-where"

  /// A rule without state.
  public init() {}

  /// A finding for every statement that empties a table.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    let created = sql.createdTables
    return sql.statements.compactMap { statement in
      guard ["DELETE", "WITH"].contains(sql.keyword(statement.lowerBound)),
        let delete = sql.firstIndex(of: "DELETE", in: statement), sql.keyword(delete + 1) == "FROM",
        sql.firstIndex(of: "WHERE", in: statement) == nil,
        let table = sql.name(at: delete + 2, in: statement), !created.contains(table)
      else { return nil }
      return Finding(
        Self.id, .deletesAll(table), at: sql.place(ofTokenAt: delete), notes: [.init(.sayWhich)])
    }
  }
}

extension Finding.Message {
  fileprivate static func deletesAll(_ table: String) -> Self {
    Self("this deletes every row of '\(table)'")
  }

  fileprivate static var sayWhich: Self {
    Self("say which rows with WHERE; 'WHERE true' says that all of them are meant")
  }
}
