internal import SQLText

/// A condition that a table's own definition makes on each row.
///
/// SQLite checks it when it writes a row. A row may break it where the checks were off, or the definition was
/// edited.
package struct RowConstraint: Hashable, Sendable {
  /// Whether it is a CHECK, and no NOT NULL.
  package var isCheck: Bool
  /// The condition in words: `NOT NULL of 's'`, `CHECK (pages > 0)`.
  package var text: String
  /// The SQL condition for the rows that break it.
  package var violation: String
}

extension TableText {
  /// The CHECKs of a table, and the NOT NULLs of its columns.
  ///
  /// SQLite takes `IS NULL` of a column that is NOT NULL for false, and does not look at the rows.
  package var rowConstraints: [RowConstraint] {
    let required = columns.filter { isRequired($0.name) }.map { column in
      RowConstraint(
        isCheck: false, text: "NOT NULL of '\(column.name)'",
        violation: "typeof(\(column.name.quotedName)) = 'null'")
    }
    return required
      + (columns.flatMap(\.clauses) + constraints).filter { $0.kind == .check }.map { clause in
        let condition = tokens.text(
          clause.body.lowerBound + 1..<tokens.end(ofParenthesesAt: clause.body.lowerBound + 1))
        return RowConstraint(
          isCheck: true, text: "CHECK \(condition)", violation: "NOT \(condition)")
      }
  }
}

extension String {
  /// Whether a line of SQLite's integrity check is about a row that breaks the definition of its table, and not
  /// about damage of the file.
  package var isAboutValues: Bool {
    hasPrefix("NULL value in ") || hasPrefix("CHECK constraint failed in ")
      || contains(" value in ")
  }
}
