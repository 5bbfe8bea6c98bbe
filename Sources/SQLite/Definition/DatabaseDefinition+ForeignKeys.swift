internal import SQLText

extension DatabaseDefinition {
  /// The parent table of a foreign key, as SQLite compares names; nil if it does not exist.
  package func parent(of key: ForeignKeyDefinition) -> TableDefinition? {
    table(named: key.table)
      ?? tables.first { $0.name.asciiLowercased == key.table.asciiLowercased }
  }

  /// A foreign key with its parent columns: if it names none, its parent's primary key.
  ///
  /// If the parent does not exist, there are none.
  package func completed(_ key: ForeignKeyDefinition) -> ForeignKeyDefinition {
    var key = key
    if key.parentColumns.isEmpty { key.parentColumns = parent(of: key)?.primaryKey ?? [] }
    return key
  }
}
