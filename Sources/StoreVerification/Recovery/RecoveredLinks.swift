internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The statements that concern one table of links in a recovery.
struct RecoveredLinks {
  let links: StoreLayout.JoinTable
  /// The place of the table among those of links.
  let number: Int
  let matching: RowMatching

  /// The number of the table with the objects at the primary end.
  var owner: Int { number(of: links.association.primary.entity) }

  /// The number of the table with those at the other end.
  var destination: Int { number(of: links.association.primary.relationship.destination) }

  private func number(of entity: String) -> Int {
    matching.number(of: matching.layout.table(of: entity) ?? "")
  }

  /// The relationship, by the end that holds the links.
  var name: PropertyName { PropertyName(links.association.primary) }

  /// The columns with positions.
  var orders: [String] {
    [links.ownerOrderColumn, links.destinationOrderColumn].compactMap(\.self)
  }

  /// All columns.
  var columns: [String] { [links.ownerColumn, links.destinationColumn] + orders }

  private var columnList: String { columns.map(\.quotedName).joined(separator: ", ") }

  // MARK: - Rows

  /// The links of the backup as `_l`, with the objects that they are between as `_o` and `_d`.
  var rows: String {
    """
    FROM \(RowMatching.donor).\(links.name.quotedName) AS _l \
    JOIN \(RowMatching.map) AS _o ON _o._table = \(owner) \
    AND _o._old = \(end(links.ownerColumn, in: owner)) \
    JOIN \(RowMatching.map) AS _d ON _d._table = \(destination) \
    AND _d._old = \(end(links.destinationColumn, in: destination))
    """
  }

  /// What a column of the backup's row `_l` leads to in the table of a number, as it is looked up.
  private func end(_ column: String, in table: Int) -> String {
    matching.soughtEnd("_l.\(column.quotedName)", in: matching.tables[table])
  }

  private static let comesBack = "(_o._is_new OR _d._is_new)"

  /// Whether the store has a link.
  var isStanding: String {
    """
    EXISTS (SELECT 1 FROM main.\(links.name.quotedName) AS _s \
    WHERE _s.\(links.ownerColumn.quotedName) = _o._new \
    AND _s.\(links.destinationColumn.quotedName) = _d._new)
    """
  }

  /// Those that the store lacks and that can be had; only those of which an end comes back, or only
  /// those between objects that are there, where that is said.
  func lacking(comingBack: Bool? = nil) -> String {
    let end = comingBack.map { $0 ? " AND \(Self.comesBack)" : " AND NOT \(Self.comesBack)" }
    return "\(rows) WHERE NOT \(isStanding) AND NOT \(RecoveryObstacles.isParted(self))\(end ?? "")"
  }

  /// Those that a recovery puts back.
  func returning(relinking: Bool) -> String { lacking(comingBack: relinking ? nil : true) }

  private var values: String {
    (["_o._new", "_d._new"] + orders.map { "_l.\($0.quotedName)" }).joined(separator: ", ")
  }

  /// What puts them back.
  func part(relinking: Bool) -> RecoveryPart {
    let (owner, destination) = (links.ownerColumn.quotedName, links.destinationColumn.quotedName)
    let rows = returning(relinking: relinking)
    let statement =
      "INSERT INTO main.\(links.name.quotedName) (\(columnList)) SELECT \(values) \(rows)"
    return RecoveryPart(
      subject: .links(self), statement: statement,
      keys: "SELECT _l.\(owner), _l.\(destination) \(rows) ORDER BY _o._new, _d._new",
      some: "\(statement) AND (_l.\(owner), _l.\(destination)) IN \(RecoveryPart.pairRange)")
  }

  // MARK: - Counts

  /// How many links come back with their objects.
  func count() throws(SQLiteError) -> Int64 { try count(of: lacking(comingBack: true)) }

  /// How many links the backup has between objects that the store has, and has not linked.
  func absent() throws(SQLiteError) -> RecoveryPlan.LinkCount {
    .init(name: name, count: try count(of: lacking(comingBack: false)))
  }

  /// How many links of missing objects lead to nothing in the backup.
  func lost() throws(SQLiteError) -> Int64 {
    func isGone(_ column: String, _ table: Int) -> String {
      let table = matching.tables[table]
      return "NOT EXISTS (SELECT 1 FROM \(matching.donor(table)) AS _x "
        + "WHERE \(matching.layout.isEnd("_x", in: table, of: "_l.\(column.quotedName)")))"
    }
    func comesBack(_ column: String, _ table: Int) -> String {
      "EXISTS (SELECT 1 FROM \(RowMatching.map) AS _m WHERE _m._table = \(table) "
        + "AND _m._old = \(end(column, in: table)) AND _m._is_new)"
    }
    let (mine, theirs) = (links.ownerColumn, links.destinationColumn)
    return try count(
      of: """
        FROM \(RowMatching.donor).\(links.name.quotedName) AS _l \
        WHERE (\(isGone(theirs, destination)) AND \(comesBack(mine, owner))) \
        OR (\(isGone(mine, owner)) AND \(comesBack(theirs, destination)))
        """)
  }

  /// How many links cannot come back, for an end of them does not.
  func kept() throws(SQLiteError) -> RecoveryPlan.LinkCount {
    let isLeft = [(links.ownerColumn, owner), (links.destinationColumn, destination)].map {
      RecoveryObstacles.isLeft(end($0, in: $1), in: $1)
    }
    let count = try count(
      of: "FROM \(RowMatching.donor).\(links.name.quotedName) AS _l "
        + "WHERE \(isLeft.joined(separator: " OR "))")
    return .init(name: name, count: count)
  }

  private func count(of rows: String) throws(SQLiteError) -> Int64 {
    try matching.connection.integer("SELECT count(*) \(raw: rows)") ?? 0
  }

  // MARK: - Proof

  /// All links as they are.
  var allRows: String { "SELECT \(columnList) FROM main.\(links.name.quotedName)" }

  /// All links as they are to be, before anything is put back.
  func expectedRows(relinking: Bool) -> String {
    "\(RecoveredOrder.expectedRows(of: self, relinking: relinking)) "
      + "UNION ALL SELECT \(values) \(returning(relinking: relinking))"
  }
}
