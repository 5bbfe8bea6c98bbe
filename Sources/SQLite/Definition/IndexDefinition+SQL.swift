extension IndexDefinition {
  /// The `CREATE INDEX` statement.
  ///
  /// ```swift
  /// IndexDefinition("Note_date_index", on: "Note", [.init("date", isAscending: false)]).sql
  /// // CREATE INDEX "Note_date_index" ON "Note" ("date" DESC)
  /// ```
  public var sql: String {
    let list = columns.map(\.sql).joined(separator: ", ")
    return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name.quotedName) ON \(table.quotedName)"
      + " (\(list))" + (filter.map { " WHERE \($0)" } ?? "")
  }
}

extension IndexDefinition.Column {
  fileprivate var sql: String {
    name.quotedName + (collation.map { " COLLATE \($0.quotedName)" } ?? "")
      + (isAscending ? "" : " DESC")
  }
}
