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
    let options = [isStrict ? "STRICT" : nil, isWithoutRowID ? "WITHOUT ROWID" : nil]
      .compactMap(\.self).joined(separator: ", ")
    var sql = "CREATE TABLE \(name.quotedName) ("
    sql.reserveCapacity(sql.utf8.count + 32 * (columns.count + 1))
    var separator = "\n  "
    for column in columns {
      sql += separator
      write(column, to: &sql)
      separator = ",\n  "
    }
    for constraint in constraints {
      sql += separator + constraint
      separator = ",\n  "
    }
    return sql + "\n)" + (options.isEmpty ? "" : " " + options)
  }

  /// The SQL behind `ADD COLUMN` for one of the columns: its definition and its foreign key.
  public func addedColumnSQL(_ column: ColumnDefinition) -> String {
    var sql = ""
    write(column, to: &sql)
    return sql
  }

  private func write(_ column: ColumnDefinition, to sql: inout String) {
    column.write(to: &sql)
    if primaryKey.count == 1, primaryKey[0] == column.name {
      sql += isAutoincrementing ? " PRIMARY KEY AUTOINCREMENT" : " PRIMARY KEY"
    }
    for key in foreignKeys where key.columns.count == 1 && key.columns[0] == column.name {
      sql += " \(key.referencesSQL)"
    }
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
  /// Appends the name, type and clauses, without keys.
  fileprivate func write(to sql: inout String) {
    sql += name.quotedName
    if !type.isEmpty {
      sql += " "
      sql += type
    }
    if isRequired { sql += " NOT NULL" }
    if let defaultExpression { sql += " DEFAULT \(Self.defaultOperand(defaultExpression))" }
    for clause in furtherClauses { sql += " \(clause)" }
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
  package var quotedNames: String {
    reduce(into: "") { names, name in
      if !names.isEmpty { names += ", " }
      names += name.quotedName
    }
  }
}
