internal import SQLite
internal import StoreLayout
internal import SchemaModel

// MARK: - Identities of missing rows

extension RowMatching {
  func isMissing(in table: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM \(Self.map) AS _m WHERE _m._table = \(number(of: table)) \
    AND _m._old = \(soughtIdentity(table, "_d")))
    """
  }

  private func isTaken(in table: String) -> String {
    "EXISTS (SELECT 1 FROM main.\(table.quotedName) AS _s WHERE \(isSame(in: table)))"
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
        let row = self.row("_d", of: table, in: Self.donor, with: "_n._old")
        let rows = """
          FROM \(Self.map) AS _n \(row.join) \
          WHERE _n._table = \(number(of: table)) AND _n._is_new
          """
        if key.count > 1 {
          let values = key.enumerated().map { "\($1) AS _\($0 + 1)" }.joined(separator: ", ")
          let names = key.indices.map { "_\($0 + 1)" }
          try noteKeys(
            of: table,
            in: "SELECT \(StoreLayout.identity(of: names)) AS _0, * FROM (SELECT \(values) \(rows))"
          )
        }
        try connection.execute(
          SQL(
            raw: """
              UPDATE \(Self.map) AS _m SET _new = _k._key \
              FROM (SELECT _n._old AS _old, \(StoreLayout.identity(of: key)) AS _key \(rows)) AS _k \
              WHERE _m._table = \(number(of: table)) AND _m._old = _k._old \
              AND _k._key <> _m._new COLLATE BINARY
              """))
        changes += connection.changedRowCount
      }
      if changes == 0 { return }
    }
  }

  /// Matches the rows again of which a link is part of the key: the same key is another row's where
  /// it leads to another object than in the backup.
  func matchByMovedKeys() throws(SQLiteError) {
    // What a key says tells rows apart whatever they lead to.
    let said = Set(columnKeys.map(\.table))
    // A key may lead to a row with such a key.
    for _ in tables {
      var changes: Int64 = 0
      for table in tables where !said.contains(table) {
        guard let key = movedKey(in: table) else { continue }
        let destinations = keyDestinations(in: table).sorted { $0.key < $1.key }
        for (column, destination) in destinations {
          try connection.execute(
            SQL(raw: "DELETE FROM \(Self.map) \(strangers(by: column, to: destination, in: table))")
          )
          changes += connection.changedRowCount
        }
        let isKnown = destinations.map {
          "(\(newEnd(of: "_d.\($0.key.quotedName)", in: $0.value))) IS NOT NULL"
        }
        try connection.execute(
          SQL(
            raw: """
              INSERT OR IGNORE INTO \(Self.map) SELECT \(number(of: table)), \
              \(identity(table, "_d")), \(identity(table, "_s")), 0 FROM \(donor(table)) AS _d \
              JOIN main.\(table.quotedName) AS _s ON \(isRow("_s", of: table, with: key)) \
              WHERE \(isMissing(in: table)) AND \(isKnown.joined(separator: " AND ")) \
              AND NOT EXISTS (SELECT 1 FROM \(Self.map) AS _o \
              WHERE _o._table = \(number(of: table)) AND _o._new = \(soughtIdentity(table, "_s")))
              """))
        changes += connection.changedRowCount
      }
      if changes == 0 { return }
    }
  }

  /// The condition for the matched rows whose key leads to an object of the store that is not the one
  /// that it leads to in the backup.
  private func strangers(by column: String, to destination: String, in table: String) -> String {
    let (mine, theirs) = ("_s.\(column.quotedName)", "_d.\(column.quotedName)")
    let (row, other) = (
      self.row("_s", of: table, in: "main", with: "_m._new"),
      self.row("_d", of: table, in: Self.donor, with: "_m._old")
    )
    return """
      WHERE _table = \(number(of: table)) AND _old IN (SELECT _m._old FROM \(Self.map) AS _m \
      \(other.join) \(row.join) \
      JOIN \(donor(destination)) AS _theirs ON \(layout.isEnd("_theirs", in: destination, of: theirs)) \
      JOIN main.\(destination.quotedName) AS _mine ON \(layout.isEnd("_mine", in: destination, of: mine)) \
      WHERE _m._table = \(number(of: table)) AND NOT EXISTS (SELECT 1 FROM \(Self.map) AS _e \
      WHERE _e._table = \(number(of: destination)) \
      AND _e._old = \(soughtIdentity(destination, "_theirs")) \
      AND _e._new = \(soughtIdentity(destination, "_mine"))))
      """
  }

  /// The tables that the links lead to which are part of the key of a table, by their columns.
  private func keyDestinations(in table: String) -> [String: String] {
    guard let columns = layout.existingTables[table]?.primaryKey else { return [:] }
    return linkDestinations(in: table).filter { columns.contains($0.key) }
  }

  /// The tables that the links of a table lead to, by their columns.
  func linkDestinations(in table: String) -> [String: String] {
    var destinations: [String: String] = [:]
    for association in layout.associations where association.kind == .toOne {
      let end = association.primary
      guard layout.table(of: end.entity) == table,
        let column = layout.column(of: end.relationship.name, in: end.entity)
      else { continue }
      destinations[column] = layout.table(of: end.relationship.destination)
    }
    return destinations
  }

  /// The values of the key of the backup's row `_d` in the store; nil where no link is part of it.
  private func movedKey(in table: String) -> [String]? {
    let destinations = keyDestinations(in: table)
    guard !destinations.isEmpty, let columns = layout.existingTables[table]?.primaryKey
    else { return nil }
    return columns.map { column in
      guard let destination = destinations[column] else { return "_d.\(column.quotedName)" }
      return "(\(newValue(of: "_d.\(column.quotedName)", in: destination, isOfKey: true)))"
    }
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
