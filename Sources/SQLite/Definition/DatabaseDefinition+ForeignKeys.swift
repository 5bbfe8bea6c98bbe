internal import SQLText

extension DatabaseDefinition {
  /// The table that a foreign key leads to, as SQLite compares names; nil where there is none.
  package func parent(of key: ForeignKeyDefinition) -> TableDefinition? {
    table(named: key.table)
      ?? tables.first { $0.name.asciiLowercased == key.table.asciiLowercased }
  }

  /// A foreign key with the columns that it leads to: where it names none, its parent's primary key.
  ///
  /// Those of a table that is not there are none.
  package func completed(_ key: ForeignKeyDefinition) -> ForeignKeyDefinition {
    var key = key
    if key.parentColumns.isEmpty { key.parentColumns = parent(of: key)?.primaryKey ?? [] }
    return key
  }
}
