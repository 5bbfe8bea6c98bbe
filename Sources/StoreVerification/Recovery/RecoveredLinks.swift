internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// The links of a recovery that are not in a recovered row: rows of tables of links, and to-one links of
/// existing rows.
struct RecoveredLinks {
  /// The temporary table of the recovered rows of tables of links, which have a recovered object at one end:
  /// `_table`, `_owner`, `_destination`, `_order1`, `_order2`.
  static let rows = "temp.\"_migrate_links\""

  private let matching: RowMatching
  private var layout: StoreLayout { matching.layout }
  private var connection: Connection { matching.connection }

  init(_ matching: RowMatching) { self.matching = matching }

  /// Fills the temporary table, and counts the links.
  func find(_ plan: inout RecoveryPlan) throws(SQLiteError) {
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(Self.rows);
      CREATE TEMP TABLE "_migrate_links" (_table, _owner, _destination, _order1, _order2, \
      PRIMARY KEY (_table, _owner, _destination)) WITHOUT ROWID
      """)
    for table in matching.tables {
      for link in table.links {
        plan.filledLinks += try count("(\(table.filling(link).absent))")
        plan.lostLinks += try count(
          "\(table.rows(areNew: true)) WHERE _d.\(link.column.quotedName) IS NOT NULL "
            + "AND \(table.value(of: link.column)) IS NULL")
      }
    }
    for links in layout.joinTables { try find(links, &plan) }
  }

  private func find(
    _ links: StoreLayout.JoinTable, _ plan: inout RecoveryPlan
  ) throws(SQLiteError) {
    let columns = links.columns.map(\.quotedName)
    // CROSS JOIN prevents SQLite from reading all rows of the map first.
    func ends(_ join: String) -> String {
      let joins = zip(["_o", "_d"], links.ends).map { name, end in
        " \(join) \(RowMatching.map) AS \(name) ON "
          + layout.isMapped(
            name, in: layout.table(of: end.entity) ?? "", of: "_l.\(end.column.quotedName)")
      }
      return "\(RowMatching.donor).\(links.name.quotedName) AS _l\(joins.joined())"
    }
    let orders = [links.ownerOrderColumn, links.destinationOrderColumn].map {
      $0.map { "_l.\($0.quotedName)" } ?? "NULL"
    }
    try connection.execute(
      SQL(
        raw: """
          INSERT OR IGNORE INTO \(Self.rows) SELECT \(links.name.quotedText), _o._new, _d._new, \(orders[0]), \
          \(orders[1]) FROM \(ends("CROSS JOIN")) WHERE (_o._is_new OR _d._is_new) AND NOT EXISTS (SELECT 1 \
          FROM main.\(links.name.quotedName) AS _s \
          WHERE _s.\(columns[0]) = _o._new AND _s.\(columns[1]) = _d._new)
          """))
    plan.links += try count(returning(links))
    plan.lostLinks += try count(
      "\(ends("LEFT JOIN")) WHERE (_o._is_new AND _d._new IS NULL) OR (_d._is_new AND _o._new IS NULL)"
    )
  }

  private func count(_ rows: String) throws(SQLiteError) -> Int64 {
    try connection.integer("SELECT count(*) FROM \(raw: rows)") ?? 0
  }

  // MARK: - The statements

  /// The statements that fill links of existing rows, and that insert rows into tables of links.
  var parts: [RecoveryPart] {
    matching.tables.flatMap { table in table.links.map(table.filling) }
      + layout.joinTables.map(insertion)
  }

  /// The recovered rows of a table of links.
  private func returning(_ links: StoreLayout.JoinTable) -> String {
    "\(Self.rows) AS _r WHERE _r._table = \(links.name.quotedText)"
  }

  private func insertion(_ links: StoreLayout.JoinTable) -> RecoveryPart {
    let columns = links.columns.map(\.quotedName)
    let orders = [
      links.ownerOrderColumn.map { _ in "_order1" },
      links.destinationOrderColumn.map { _ in "_order2" },
    ].compactMap(\.self)
    return RecoveryPart(
      subject: .init(noun: "link", name: "\(PropertyName(links.association.primary))"),
      table: links.name, keyNames: [StoreLayout.identityColumn], verb: "INSERT",
      rest: "INTO main.\(links.name.quotedName) (\(columns.joined(separator: ", "))) SELECT "
        + "\((["_owner", "_destination"] + orders).joined(separator: ", ")) FROM \(returning(links))",
      absent: "SELECT _owner || ' to ' || _destination AS _found FROM \(returning(links)) "
        + "AND NOT EXISTS (SELECT 1 FROM main.\(links.name.quotedName) AS _s "
        + "WHERE _s.\(columns[0]) = _r._owner AND _s.\(columns[1]) = _r._destination)")
  }

  /// Everything that a recovery does not put back; a link to be filled counts as filled from the start.
  var staying: StayingValues.Extent {
    let tables = Dictionary(uniqueKeysWithValues: matching.tables.map { ($0.name, $0) })
    return StayingValues.Extent(
      isStaying: { name in
        tables[name].map {
          "NOT EXISTS (SELECT 1 FROM \(RowMatching.map) AS _n WHERE _n._table = \(name.quotedText) "
            + "AND _n._is_new AND _n._new = \($0.identity(name)))"
        } ?? "1"
      },
      isStayingLink: { links in
        let table = links.name.quotedName
        return "NOT EXISTS (SELECT 1 FROM \(returning(links)) "
          + "AND _r._owner = +\(table).\(links.ownerColumn.quotedName) "
          + "AND _r._destination = +\(table).\(links.destinationColumn.quotedName))"
      },
      value: { column, name in tables[name]?.filled(column) ?? column.quotedName })
  }
}
