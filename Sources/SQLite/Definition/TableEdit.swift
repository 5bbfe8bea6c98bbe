/// A change of a `CREATE TABLE` statement that `ALTER TABLE` cannot make.
package enum TableEdit: Hashable {
  /// The column's declared type is the given one.
  case type(column: String, String)
  /// The column is NOT NULL, or no longer.
  case required(column: String, Bool)
  /// The column's default is this SQL, in parentheses unless it is a literal; nil for no default.
  case defaultValue(column: String, String?)
  /// The column's foreign key is this `REFERENCES` clause; nil for no foreign key.
  case reference(column: String, String?)
  /// The combination of the columns is no longer unique.
  case uniqueness(of: [String])
  /// The column is removed, with its clauses.
  case dropping(column: String)
  /// The column is added behind the others, with this definition.
  case adding(column: String, String)
}

extension TableEdit {
  /// The same edit for renamed columns.
  package func renamed(_ names: [String: String]) -> TableEdit {
    switch self {
    case .type(let column, let type): .type(column: names[column] ?? column, type)
    case .required(let column, let isRequired):
      .required(column: names[column] ?? column, isRequired)
    case .defaultValue(let column, let sql): .defaultValue(column: names[column] ?? column, sql)
    case .reference(let column, let sql): .reference(column: names[column] ?? column, sql)
    case .uniqueness(let columns): .uniqueness(of: columns.map { names[$0] ?? $0 })
    case .dropping(let column): .dropping(column: names[column] ?? column)
    case .adding(let column, let sql): .adding(column: column, sql)
    }
  }
}
