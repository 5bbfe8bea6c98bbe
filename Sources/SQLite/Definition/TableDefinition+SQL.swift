internal import SQLText

extension TableDefinition {
  /// The `CREATE TABLE` statement.
  ///
  /// ```swift
  /// TableDefinition("Note", columns: [ColumnDefinition("_id", "INTEGER")], primaryKey: ["_id"]).sql
  /// // CREATE TABLE "Note" (
  /// //   "_id" INTEGER PRIMARY KEY
  /// // )
  /// ```
  public var sql: String {
    let body = columns.map(columnSQL) + constraints
    let options = [isStrict ? "STRICT" : nil, isWithoutRowID ? "WITHOUT ROWID" : nil]
      .compactMap(\.self).joined(separator: ", ")
    return "CREATE TABLE \(name.quotedName) (\n  \(body.joined(separator: ",\n  "))\n)"
      + (options.isEmpty ? "" : " " + options)
  }

  /// The SQL behind `ADD COLUMN` for one of the columns: its definition and its foreign key.
  public func addedColumnSQL(_ column: ColumnDefinition) -> String { columnSQL(column) }

  private func columnSQL(_ column: ColumnDefinition) -> String {
    var sql = column.sql
    if primaryKey.count == 1, primaryKey[0] == column.name {
      sql += isAutoincrementing ? " PRIMARY KEY AUTOINCREMENT" : " PRIMARY KEY"
    }
    for key in foreignKeys where key.columns.count == 1 && key.columns[0] == column.name {
      sql += " \(key.referencesSQL)"
    }
    return sql
  }

  private var constraints: [String] {
    var result: [String] = []
    if primaryKey.count > 1 { result.append("PRIMARY KEY (\(primaryKey.quotedNames))") }
    result += uniqueConstraints.map { "UNIQUE (\($0.quotedNames))" }
    for key in foreignKeys where key.columns.count > 1 {
      result.append("FOREIGN KEY (\(key.columns.quotedNames)) \(key.referencesSQL)")
    }
    return result + furtherClauses
  }
}

extension ColumnDefinition {
  /// The name, type and clauses, without keys.
  fileprivate var sql: String {
    var sql = name.quotedName
    if !type.isEmpty { sql += " " + type }
    if isRequired { sql += " NOT NULL" }
    if let defaultExpression { sql += " DEFAULT \(Self.defaultOperand(defaultExpression))" }
    for clause in furtherClauses { sql += " \(clause)" }
    return sql
  }

  /// The default for a DEFAULT clause: a literal as it is, anything else in parentheses
  /// (https://www.sqlite.org/syntax/column-constraint.html).
  private static func defaultOperand(_ expression: String) -> String {
    SQLTokens(expression).isLiteral ? expression : "(\(expression))"
  }
}

extension ForeignKeyDefinition {
  /// The `REFERENCES` clause.
  package var referencesSQL: String {
    var clauses = ["REFERENCES \(table.quotedName)"]
    if !parentColumns.isEmpty { clauses[0] += "(\(parentColumns.quotedNames))" }
    if onDelete != .noAction { clauses.append("ON DELETE \(onDelete.rawValue)") }
    if onUpdate != .noAction { clauses.append("ON UPDATE \(onUpdate.rawValue)") }
    if isDeferred { clauses.append("DEFERRABLE INITIALLY DEFERRED") }
    return clauses.joined(separator: " ")
  }
}

extension [String] {
  /// The names, quoted, with commas between them.
  package var quotedNames: String { map(\.quotedName).joined(separator: ", ") }
}
