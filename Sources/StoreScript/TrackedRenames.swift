internal import SQLite
internal import SQLText

/// The renames of tables and columns by statements, in order.
struct TrackedRenames {
  /// The tables' first names by their current names, folded.
  private var tables: [String: String] = [:]
  /// The columns' first names by their current names, grouped by the first name of the table.
  private var columns: [String: [String: String]] = [:]

  /// The renames by the statements of a script.
  init(by statements: some Sequence<ScriptStatement>) {
    for statement in statements { note(statement.sql) }
  }

  /// Records the rename that a statement makes, if any.
  private mutating func note(_ sql: String) {
    let tokens = SQLTokens(sql)
    guard tokens.count > 5, tokens[0].keyword == "ALTER", tokens[1].keyword == "TABLE",
      tokens[3].keyword == "RENAME"
    else { return }
    let table = tokens[2].name.asciiLowercased
    let first = firstName(of: table)
    if tokens[4].keyword == "TO" {
      tables[table] = nil
      // A rewritten table takes the place of the table whose rows it holds.
      let isDraft = table.hasPrefix(StoreScript.draftPrefix)
      if !isDraft { tables[tokens[5].name.asciiLowercased] = first }
    } else if tokens.count == 8, tokens[4].keyword == "COLUMN", tokens[6].keyword == "TO" {
      let (old, new) = (tokens[5].name.asciiLowercased, tokens[7].name.asciiLowercased)
      columns[first, default: [:]][new] = columns[first]?.removeValue(forKey: old) ?? old
    }
  }

  /// The table's first name.
  func firstName(of table: String) -> String { tables[table] ?? table }

  /// The column's first name.
  func firstName(of column: ColumnReference) -> ColumnReference {
    let table = firstName(of: column.table)
    let names = columns[table] ?? [:]
    // A column with the first name of a renamed column is new, and had no first name.
    let isNew = names[column.column] == nil && names.values.contains(column.column)
    return ColumnReference(
      table, isNew ? "\0\(column.column)" : names[column.column] ?? column.column)
  }
}
