internal import SQLite
internal import SQLText

/// The renames of tables and columns among statements, in their order.
struct TrackedRenames {
  /// By the names that tables have now, folded, those that they had first.
  private var tables: [String: String] = [:]
  /// By the first names of tables: by the names that columns have now, those that they had first.
  private var columns: [String: [String: String]] = [:]

  /// Takes down what a statement renames, if that is what it does.
  mutating func note(_ sql: String) {
    let tokens = SQLTokens(sql)
    guard tokens.count > 5, tokens[0].keyword == "ALTER", tokens[1].keyword == "TABLE",
      tokens[3].keyword == "RENAME"
    else { return }
    let table = tokens[2].name.asciiLowercased
    let first = firstName(of: table)
    if tokens[4].keyword == "TO" {
      tables[table] = nil
      // A table that was written anew takes the place of the one whose rows it has.
      let isDraft = table.hasPrefix(StoreScript.draftPrefix)
      if !isDraft { tables[tokens[5].name.asciiLowercased] = first }
    } else if tokens.count == 8, tokens[4].keyword == "COLUMN", tokens[6].keyword == "TO" {
      let (old, new) = (tokens[5].name.asciiLowercased, tokens[7].name.asciiLowercased)
      columns[first, default: [:]][new] = columns[first]?.removeValue(forKey: old) ?? old
    }
  }

  /// The name that a table had first.
  func firstName(of table: String) -> String { tables[table] ?? table }

  /// The name that a column had first.
  func firstName(of column: ColumnReference) -> ColumnReference {
    let table = firstName(of: column.table)
    let names = columns[table] ?? [:]
    // One that has the name of a column that was renamed is a new one, and had no name first.
    let isNew = names[column.column] == nil && names.values.contains(column.column)
    return ColumnReference(
      table, isNew ? "\0\(column.column)" : names[column.column] ?? column.column)
  }
}
