package import SQLite

extension Connection {
  /// The table, as `_child`, and the condition for the rows whose foreign key leads nowhere.
  ///
  /// It is a join and not `NOT EXISTS`: a join keeps its place in the parent, so that reading an index of the
  /// foreign key in order finds each parent next to the previous one. On large stores that takes a seventh of
  /// the time of `foreign_key_check`.
  package static func orphans(
    of key: ForeignKeyDefinition, in table: String
  ) -> SQL {
    orphans(of: key, among: "\(name: table)")
  }

  /// The same for any rows with the columns of the foreign key.
  package static func orphans(
    of key: ForeignKeyDefinition, among rows: SQL
  ) -> SQL {
    let isSet = isSet(key)
    let meets = meets(key)
    // A matched parent has no NULL in the columns that matched the child.
    return """
      \(rows) AS _child LEFT JOIN \(name: key.table) AS _parent \
      ON \(raw: meets.joined(separator: " AND ")) \
      WHERE \(raw: isSet.joined(separator: " AND ")) AND _parent.\(name: key.parents[0]) IS NULL
      """
  }

  /// The same for a foreign key to a missing table: every row with a reference leads nowhere.
  package static func references(by key: ForeignKeyDefinition, in table: String) -> SQL {
    "\(name: table) AS _child WHERE \(raw: isSet(key).joined(separator: " AND "))"
  }

  /// The rows with a foreign key, as `_child`, next to the rows that they refer to, as `_parent`.
  package static func referring(by key: ForeignKeyDefinition, in table: String) -> String {
    "\(table.quotedName) AS _child JOIN \(key.table.quotedName) AS _parent "
      + "ON \(meets(key).joined(separator: " AND "))"
  }

  private static func meets(_ key: ForeignKeyDefinition) -> [String] {
    zip(key.parents, key.columns).map { parent, child in
      StoreLayout.leads("_child.\(child.quotedName)", to: "_parent.\(parent.quotedName)")
    }
  }

  private static func isSet(_ key: ForeignKeyDefinition) -> [String] {
    key.columns.map { "_child.\($0.quotedName) IS NOT NULL" }
  }
}

extension ForeignKeyDefinition {
  /// The columns that it leads to; by default, the key of a table that 'migrate' makes.
  var parents: [String] { parentColumns.isEmpty ? [StoreLayout.identityColumn] : parentColumns }
}
