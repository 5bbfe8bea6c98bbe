internal import SQLText

/// The parts of a `CREATE TABLE` statement that no pragma reports: checks, collations, generated columns,
/// AUTOINCREMENT, deferred foreign keys, STRICT and WITHOUT ROWID.
struct TableStatement {
  /// The clauses of each column that have no field in ``ColumnDefinition``.
  private(set) var columnClauses: [String: [String]] = [:]
  /// The table constraints that have no field in ``TableDefinition``.
  private(set) var tableClauses: [String] = []
  /// The columns of each foreign key that is checked at the end of the transaction.
  private(set) var deferredForeignKeys: Set<[String]> = []
  private(set) var isAutoincrementing = false
  private(set) var isStrict = false
  private(set) var isWithoutRowID = false
  private let text: TableText

  init(_ sql: String) {
    text = TableText(sql)
    for column in text.columns {
      let kept = read(column.clauses, of: [column.name])
      if !kept.isEmpty { columnClauses[column.name] = kept }
    }
    for constraint in text.constraints {
      tableClauses += read([constraint], of: constraint.columns)
    }
    isStrict = text.options.contains("STRICT")
    isWithoutRowID = text.options.contains("ROWID")
  }

  /// The clauses to keep as text.
  private mutating func read(_ clauses: [TableClause], of columns: [String]) -> [String] {
    clauses.compactMap { clause in
      switch clause.kind {
      case .check, .collation, .generated: return text.tokens.text(clause.body)
      case .primaryKey:
        let words = clause.body.map { text.tokens[$0].keyword }
        isAutoincrementing = isAutoincrementing || words.contains("AUTOINCREMENT")
      case .reference, .foreignKey:
        if isDeferred(clause.body) { deferredForeignKeys.insert(columns) }
      case .notNull, .null, .unique, .defaultValue: break
      }
      return nil
    }
  }

  private func isDeferred(_ references: Range<Int>) -> Bool {
    let words = references.map { text.tokens[$0].keyword }
    guard let deferrable = words.firstIndex(of: "DEFERRABLE"), words[deferrable - 1] != "NOT" else {
      return false
    }
    return Array(words[deferrable...]) == ["DEFERRABLE", "INITIALLY", "DEFERRED"]
  }
}
