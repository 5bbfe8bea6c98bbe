extension DefinitionDifference {
  /// The difference in the form of a message: lower case, no full stop, names in single quotes.
  ///
  /// ```swift
  /// DefinitionDifference.missingColumn("title", table: "Book").message
  /// // the column 'Book.title' is missing
  /// ```
  public var message: String {
    switch self {
    case .missing(let object): "the \(object.kind.rawValue) '\(object.name)' is missing"
    case .unexpected(let object):
      "the \(object.kind.rawValue) '\(object.name)' should not be there"
    case .missingColumn(let column, let table): "the column '\(table).\(column)' is missing"
    case .unexpectedColumn(let column, let table):
      "the column '\(table).\(column)' should not be there"
    case .changedColumn(let table, let expected, let found):
      Self.changed("the column '\(table).\(expected.name)'", expected.clauses, found.clauses)
    case .changedForeignKey(let table, let expected?, let found?):
      Self.changed(
        "the foreign key of '\(table).\(expected.columnList)'", expected.shape, found.shape)
    case .changedForeignKey(let table, let expected?, nil):
      "the foreign key of '\(table).\(expected.columnList)' is missing"
    case .changedForeignKey(let table, nil, let found):
      "the foreign key of '\(table).\(found?.columnList ?? "")' should not be there"
    case .changedTable(let expected, _):
      "the keys, constraints or options of the table '\(expected.name)' are others"
    case .changedIndex(let expected, let found):
      Self.changed("the index '\(expected.name)'", expected.sql, found.sql)
    case .changedTrigger(let expected, let found):
      Self.changed("the trigger '\(expected.name)'", expected.sql, found.sql)
    }
  }

  private static func changed(_ subject: String, _ expected: String, _ found: String) -> String {
    "\(subject) is '\(found)', and should be '\(expected)'"
  }
}

extension ColumnDefinition {
  /// The type and clauses, as SQL.
  fileprivate var clauses: String {
    let known: [String?] = [
      type.isEmpty ? nil : type, isRequired ? "NOT NULL" : nil,
      defaultExpression.map { "DEFAULT \($0)" },
    ]
    return (known.compactMap(\.self) + furtherClauses).joined(separator: " ")
  }
}

extension ForeignKeyDefinition {
  fileprivate var columnList: String { columns.joined(separator: ", ") }

  /// The destination and the actions, in SQL's words.
  fileprivate var shape: String {
    "\(table) ON DELETE \(onDelete.rawValue) ON UPDATE \(onUpdate.rawValue)"
      + (isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : "")
  }
}
