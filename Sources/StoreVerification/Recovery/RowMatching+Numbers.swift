internal import SQLiteStore
internal import SchemaModel

// MARK: - Identities of missing rows

extension RowMatching {
  private func isMissing(in table: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM \(Self.map) AS _m WHERE _m._table = \(number(of: table)) \
    AND _m._old = \(soughtIdentity(table, "_d")))
    """
  }

  private func isTaken(in table: String) -> String {
    "EXISTS (SELECT 1 FROM main.\(table.quotedName) AS _s "
      + "WHERE \(identity(table, "_s")) = \(identity(table, "_d")))"
  }

  /// Whether a missing row can have another identity than its own, by which the next run finds it.
  ///
  /// It can where a key tells what it is, or nothing but its content does; in a table with a key that
  /// was there before any model only the app knows what else refers to a row.
  private func isFindable(in table: String) -> String {
    if isKeyless(table) { return "1" }
    return layout.existingTables[table] != nil
      ? "0"
      : (columnKeys.filter { $0.table == table }.map { $0.isKeyed("_d") } + ["0"])
        .joined(separator: " OR ")
  }

  /// The missing rows that can have no identity: theirs is another object's, and no key tells them
  /// apart.
  func unnumbered(in table: String) -> String {
    """
    SELECT \(identity(table, "_d")) FROM \(donor(table)) AS _d \
    WHERE \(identity(table, "_d")) IS NOT NULL AND \(isMissing(in: table))
    """
  }

  /// A missing row keeps its identity where that is free, and else gets one behind all others, those
  /// included that links lead to whose object is gone.
  func number(missingRowsOf table: String) throws(SQLiteError) {
    let key = layout.key(ofRowsIn: table)
    let new =
      layout.existingTables[table] != nil && !isKeyless(table)
      ? identity(table, "_d")
      : """
      CASE WHEN \(isTaken(in: table)) THEN \
      max(coalesce((SELECT max(\(key.quotedName)) FROM main.\(table.quotedName)), 0), \
      coalesce((SELECT max(\(key.quotedName)) FROM \(donor(table))), 0)\(linkedNumbers(table))) \
      + row_number() OVER (ORDER BY _d.\(key.quotedName)) ELSE _d.\(key.quotedName) END
      """
    try connection.execute(
      SQL(
        raw: """
          INSERT INTO \(Self.map) SELECT \(number(of: table)), \(identity(table, "_d")), \(new), 1 \
          FROM \(donor(table)) AS _d WHERE \(isMissing(in: table)) \
          AND \(identity(table, "_d")) IS NOT NULL \
          AND (NOT \(isTaken(in: table)) OR \(isFindable(in: table)))
          """))
  }

  /// Gives missing rows the keys that they come back with, where a link is part of the key of a table
  /// that was there before any model, and what it leads to is known by another key by now.
  func moveKeys() throws(SQLiteError) {
    // A key may lead to a row with such a key.
    for _ in tables {
      var changes: Int64 = 0
      for table in tables {
        guard let key = movedKey(in: table) else { continue }
        try connection.execute(
          SQL(
            raw: """
              UPDATE \(Self.map) AS _m SET _new = _k._key FROM (SELECT \
              \(identity(table, "_d")) AS _old, \(key) AS _key FROM \(donor(table)) AS _d) AS _k \
              WHERE _m._table = \(number(of: table)) AND _m._is_new AND _m._old = _k._old \
              AND _k._key <> _m._new COLLATE BINARY
              """))
        changes += connection.changedRowCount
      }
      if changes == 0 { return }
    }
  }

  /// The key of the backup's row `_d` in the store; nil where no link is part of it.
  private func movedKey(in table: String) -> String? {
    guard let columns = layout.existingTables[table]?.primaryKey else { return nil }
    var destinations: [String: String] = [:]
    for association in layout.associations where association.kind == .toOne {
      let end = association.primary
      guard layout.table(of: end.entity) == table,
        let column = layout.column(of: end.relationship.name, in: end.entity)
      else { continue }
      destinations[column] = layout.table(of: end.relationship.destination)
    }
    guard columns.contains(where: { destinations[$0] != nil }) else { return nil }
    let values = columns.map { column in
      guard let destination = destinations[column] else { return "_d.\(column.quotedName)" }
      return "(\(newValue(of: "_d.\(column.quotedName)", in: destination, isOfKey: true)))"
    }
    return columns.count == 1
      ? values[0] : values.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
  }

  /// The highest identity that each column has which links to a table.
  private func linkedNumbers(_ table: String) -> String {
    var columns: Set<[String]> = []
    for association in layout.schema.associations {
      let primary = association.primary
      let leadsHere = layout.table(of: primary.relationship.destination) == table
      if let links = layout.joinTable(of: association) {
        if leadsHere { columns.insert([links.name, links.destinationColumn]) }
        if layout.table(of: primary.entity) == table {
          columns.insert([links.name, links.ownerColumn])
        }
      } else if leadsHere, let holder = layout.table(of: primary.entity),
        let column = layout.column(of: primary.relationship.name, in: primary.entity)
      {
        columns.insert([holder, column])
      }
    }
    return columns.sorted { $0.lexicographicallyPrecedes($1) }.map { place in
      let column = place[1].quotedName
      return ", coalesce((SELECT max(CASE typeof(\(column)) WHEN 'integer' THEN \(column) END) "
        + "FROM main.\(place[0].quotedName)), 0)"
    }.joined()
  }
}
