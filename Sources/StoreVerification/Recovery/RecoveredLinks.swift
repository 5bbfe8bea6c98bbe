internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// The links of a recovery that are no part of a row that comes back, in temporary tables: to-one links of rows
/// that were there, rows of tables of links, and positions in these.
struct RecoveredLinks {
  /// The cells that are empty and can be filled: `_table`, `_column`, `_row`, `_other` of a table of links,
  /// `_value`, and `_order` beside a to-one link.
  static let cells = "temp.\"_migrate_cells\""
  /// The rows of tables of links that the store lacks: `_table`, `_owner`, `_destination`, `_order1`, `_order2`,
  /// and `_is_back` where an object comes back at an end.
  static let rows = "temp.\"_migrate_links\""
  static let temporaryTables = [cells, rows]

  let matching: RowMatching
  private let relinks: Bool
  private var layout: StoreLayout { matching.layout }
  private var connection: Connection { matching.connection }

  /// An ordered end of a table of links.
  private typealias Order = (
    links: StoreLayout.JoinTable, name: PropertyName, column: String, end: String
  )

  init(_ matching: RowMatching, relinks: Bool) {
    (self.matching, self.relinks) = (matching, relinks)
  }

  private var orders: [Order] {
    layout.joinTables.flatMap { links in
      let (primary, inverse) = (links.association.primary, links.association.inverse)
      return [
        (links.ownerOrderColumn, primary, links.ownerColumn),
        (links.destinationOrderColumn, inverse ?? primary, links.destinationColumn),
      ].compactMap { column, name, end in column.map { (links, PropertyName(name), $0, end) } }
    }
  }

  // MARK: - Finding them

  /// Fills the temporary tables, and counts what they hold.
  func find(_ plan: inout RecoveryPlan) throws(SQLiteError) {
    try connection.executeScript(
      """
      \(Self.temporaryTables.map { "DROP TABLE IF EXISTS \($0);" }.joined())
      CREATE TEMP TABLE "_migrate_cells" (_table, _column, _row, _other, _value, _order);
      CREATE INDEX temp."_migrate_cells_row" ON "_migrate_cells" (_table, _column, _row, _other);
      CREATE TEMP TABLE "_migrate_links" (_table, _owner, _destination, _order1, _order2, _is_back, \
      PRIMARY KEY (_table, _owner, _destination)) WITHOUT ROWID
      """)
    for table in matching.tables {
      for link in table.links { try find(link, of: table, &plan) }
    }
    for links in layout.joinTables { try find(links, &plan) }
    for order in orders { try find(order, &plan) }
  }

  private func find(
    _ link: RecoveredTable.Link, of table: RecoveredTable, _ plan: inout RecoveryPlan
  ) throws(SQLiteError) {
    let (value, column) = (table.value(of: link.column), link.column.quotedName)
    let order = link.order.map { "_d.\($0.quotedName)" } ?? "NULL"
    let emptied = try fill(
      "SELECT \(table.name.quotedText), \(link.column.quotedText), \(table.identity("_s")), NULL, "
        + "\(value), \(order) FROM \(table.pairs(areNew: false)) "
        + "WHERE _s.\(column) IS NULL AND \(value) IS NOT NULL")
    plan.add(.emptiedLinks, link.name, emptied)
    plan.lostLinks += try count(
      "\(table.rows(areNew: true)) WHERE _d.\(column) IS NOT NULL AND \(value) IS NULL")
  }

  /// The rows of a table of links in the backup, as `_l`, and what is at their ends, as `_o` and `_d`.
  ///
  /// CROSS JOIN keeps SQLite from going through all rows of ``RowMatching/map`` first.
  private func ends(of links: StoreLayout.JoinTable, _ join: String = "CROSS JOIN") -> String {
    let primary = links.association.primary
    let ends = [
      ("_o", links.ownerColumn, primary.entity),
      ("_d", links.destinationColumn, primary.relationship.destination),
    ].map { row, column, entity in
      " \(join) \(RowMatching.map) AS \(row) ON "
        + layout.isMapped(
          row, in: layout.table(of: entity) ?? "", of: "_l.\(column.quotedName)")
    }
    return "\(RowMatching.donor).\(links.name.quotedName) AS _l\(ends.joined())"
  }

  /// Whether a row `_s` of the store is the link of a row of the backup.
  private func isSame(_ links: StoreLayout.JoinTable) -> String {
    "_s.\(links.ownerColumn.quotedName) = _o._new AND _s.\(links.destinationColumn.quotedName) = _d._new"
  }

  private func find(
    _ links: StoreLayout.JoinTable, _ plan: inout RecoveryPlan
  ) throws(SQLiteError) {
    let name = links.name
    let orders = [links.ownerOrderColumn, links.destinationOrderColumn].map {
      $0.map { "_l.\($0.quotedName)" } ?? "NULL"
    }
    try connection.execute(
      SQL(
        raw: """
          INSERT OR IGNORE INTO \(Self.rows) SELECT \(name.quotedText), _o._new, _d._new, \(orders[0]), \
          \(orders[1]), _o._is_new OR _d._is_new FROM \(ends(of: links)) WHERE NOT EXISTS (SELECT 1 \
          FROM main.\(name.quotedName) AS _s WHERE \(isSame(links)))
          """))
    let mine = "\(Self.rows) WHERE _table = \(name.quotedText)"
    plan.links += try count("\(mine) AND _is_back")
    plan.add(
      .absentLinks, PropertyName(links.association.primary), try count("\(mine) AND NOT _is_back"))
    plan.lostLinks += try count(
      "\(ends(of: links, "LEFT JOIN")) WHERE (_o._is_new AND _d._new IS NULL) OR (_d._is_new AND _o._new IS NULL)"
    )
  }

  /// Positions of links of one object are filled where all of them are empty: others might make an order of
  /// them that never was.
  private func find(_ order: Order, _ plan: inout RecoveryPlan) throws(SQLiteError) {
    let (links, column, end) = (order.links, order.column.quotedName, order.end.quotedName)
    let table = "main.\(links.name.quotedName)"
    let differing = """
      \(ends(of: links)) CROSS JOIN \(table) AS _s ON \(isSame(links)) \
      WHERE _s.\(column) IS NOT _l.\(column)
      """
    let emptied = try fill(
      """
      SELECT \(links.name.quotedText), \(order.column.quotedText), _o._new, _d._new, _l.\(column), \
      NULL FROM \(differing) AND NOT EXISTS (SELECT 1 FROM \(table) AS _t \
      WHERE _t.\(end) = _s.\(end) AND _t.\(column) IS NOT NULL)
      """)
    plan.add(.emptiedOrders, order.name, emptied)
    plan.add(.differingOrders, order.name, try count(differing) - emptied)
  }

  private func fill(_ query: String) throws(SQLiteError) -> Int64 {
    try connection.execute(SQL(raw: "INSERT INTO \(Self.cells) \(query)"))
    return connection.changedRowCount
  }

  private func count(_ rows: String) throws(SQLiteError) -> Int64 {
    try connection.integer("SELECT count(*) FROM \(raw: rows)") ?? 0
  }

  // MARK: - Putting them back

  /// What puts links back, and fills those of rows that were there where that is wanted.
  var parts: [RecoveryPart] {
    let rows = layout.joinTables.map(insertion)
    guard relinks else { return rows }
    return matching.tables.flatMap { table in table.links.map { filling($0, of: table) } } + rows
      + orders.map(filling)
  }

  /// The rows of a table of links that come back.
  private func returning(_ links: StoreLayout.JoinTable) -> String {
    "\(Self.rows) AS _r WHERE _r._table = \(links.name.quotedText)"
      + (relinks ? "" : " AND _r._is_back")
  }

  private func insertion(_ links: StoreLayout.JoinTable) -> RecoveryPart {
    let cells = [
      (links.ownerColumn, "_owner"), (links.destinationColumn, "_destination"),
      (links.ownerOrderColumn, "_order1"), (links.destinationOrderColumn, "_order2"),
    ].compactMap { column, value in column.map { ($0.quotedName, value) } }
    let (names, values) = (cells.map(\.0), cells.map(\.1))
    return RecoveryPart(
      subject: .links(PropertyName(links.association.primary)),
      statement: (
        "INSERT",
        "INTO main.\(links.name.quotedName) (\(names.joined(separator: ", "))) "
          + "SELECT \(values.joined(separator: ", ")) FROM \(returning(links))"
      ),
      absent: "SELECT _owner || ' to ' || _destination AS _found FROM \(returning(links)) "
        + "AND NOT EXISTS (SELECT 1 FROM main.\(links.name.quotedName) AS _s "
        + "WHERE _s.\(names[0]) = _r._owner AND _s.\(names[1]) = _r._destination)")
  }

  private func filling(_ link: RecoveredTable.Link, of table: RecoveredTable) -> RecoveryPart {
    filling(
      link.name, table.name, link.column, order: link.order,
      row: "_f._row = \(table.identity(table.name))")
  }

  private func filling(_ order: Order) -> RecoveryPart {
    let table = order.links.name.quotedName
    return filling(
      order.name, order.links.name, order.column, order: nil,
      row: "_f._row = +\(table).\(order.links.ownerColumn.quotedName) "
        + "AND _f._other = +\(table).\(order.links.destinationColumn.quotedName)")
  }

  /// Subqueries go along the index of the cells, which a join of an UPDATE would not.
  private func filling(
    _ name: PropertyName, _ table: String, _ column: String, order: String?, row: String
  ) -> RecoveryPart {
    let cell =
      "\(Self.cells) AS _f WHERE _f._table = \(table.quotedText) "
      + "AND _f._column = \(column.quotedText) AND \(row)"
    let position =
      order.map {
        ", \($0.quotedName) = coalesce(\($0.quotedName), (SELECT _f._order FROM \(cell)))"
      } ?? ""
    return RecoveryPart(
      subject: .links(name),
      statement: (
        "UPDATE",
        "main.\(table.quotedName) SET \(column.quotedName) = (SELECT _f._value FROM \(cell))"
          + "\(position) WHERE EXISTS (SELECT 1 FROM \(cell))"
      ),
      absent:
        "SELECT _f._row AS _found FROM main.\(table.quotedName) CROSS JOIN \(cell) "
        + "AND \(table.quotedName).\(column.quotedName) IS NOT _f._value")
  }

  // MARK: - What stays

  /// All that a recovery does not put back or fill.
  var staying: StayingValues.Extent {
    let tables = Dictionary(uniqueKeysWithValues: matching.tables.map { ($0.name, $0) })
    return StayingValues.Extent(
      isStaying: { tables[$0].map { $0.key == .none ? "1" : "NOT \($0.isRecovered)" } ?? "1" },
      isStayingLink: { links in
        let table = links.name.quotedName
        let (owner, destination) = (
          "+\(table).\(links.ownerColumn.quotedName)",
          "+\(table).\(links.destinationColumn.quotedName)"
        )
        let isBack =
          "EXISTS (SELECT 1 FROM \(returning(links)) AND _r._owner = \(owner) "
          + "AND _r._destination = \(destination))"
        let isFilled =
          "EXISTS (SELECT 1 FROM \(Self.cells) AS _f WHERE _f._table = \(links.name.quotedText) "
          + "AND _f._row = \(owner) AND _f._other = \(destination))"
        return "NOT \(isBack)" + (relinks ? " AND NOT \(isFilled)" : "")
      },
      value: { column, name in
        guard relinks, let table = tables[name] else { return column.quotedName }
        let filled = table.links.filter { [$0.column, $0.order].contains(column) }.map {
          "EXISTS (SELECT 1 FROM \(Self.cells) AS _f WHERE _f._table = \(name.quotedText) "
            + "AND _f._column = \($0.column.quotedText) AND _f._row = \(table.identity(name)))"
        }
        return filled.isEmpty
          ? column.quotedName
          : "CASE WHEN \(filled.joined(separator: " OR ")) THEN NULL ELSE \(column.quotedName) END"
      })
  }
}
