internal import SQLiteStore
internal import SchemaModel

/// What keeps rows of the backup from coming back, or from having their links, while all others
/// come.
///
/// What can be foreseen is found before anything is put back: rows of the store that have what only
/// one may have. The rest a try finds out, which is undone. All of it is noted in temporary tables,
/// as the matching is.
struct RecoveryObstacles {
  typealias Link = RecoveredTable.Link

  /// Why something does not come back.
  enum Reason: Hashable {
    case object(RecoveryPlan.LeftBehind.Reason)
    case link(RecoveryPlan.KeptLinks.Reason)
  }

  /// The temporary table of the rows that stay behind: `_table`, `_old`, `_reason`.
  static let left = "temp.\"_migrate_left\""
  /// The temporary table of the links that rows cannot have: `_table`, `_column`, `_old`, `_reason`.
  static let held = "temp.\"_migrate_held\""
  /// The temporary table of the links that cannot stand by themselves: `_links`, `_owner`,
  /// `_destination`, `_reason`.
  static let parted = "temp.\"_migrate_parted\""
  /// All of them.
  static let tables = [left, held, parted]

  let tables: [RecoveredTable]
  let links: [RecoveredLinks]
  /// Whether objects that are there are to have their links again.
  let relinks: Bool
  let connection: Connection
  /// Why anything does not come back; a row has the place of its reason.
  private(set) var reasons: [Reason] = []

  init(
    _ tables: [RecoveredTable], _ links: [RecoveredLinks], relinks: Bool, on connection: Connection
  ) {
    self.tables = tables
    self.links = links
    self.relinks = relinks
    self.connection = connection
  }

  /// Whether the link of the backup's row `_d` cannot be had.
  static func isHeld(_ link: Link, in table: RecoveredTable) -> String {
    "EXISTS (SELECT 1 FROM \(held) AS _h WHERE _h._table = \(table.number) "
      + "AND _h._column = \(link.column.quotedText) "
      + "AND _h._old = \(table.matching.soughtIdentity(table.table, "_d")))"
  }

  /// Whether the link of the backup's row `_l` cannot stand.
  static func isParted(_ links: RecoveredLinks) -> String {
    "EXISTS (SELECT 1 FROM \(parted) AS _a WHERE _a._links = \(links.number) "
      + "AND _a._owner = +_l.\(links.links.ownerColumn.quotedName) "
      + "AND _a._destination = +_l.\(links.links.destinationColumn.quotedName))"
  }

  /// Whether the row of the backup stays behind that has an identity, in the table of a number.
  static func isLeft(_ identity: String, in table: Int) -> String {
    "EXISTS (SELECT 1 FROM \(left) AS _x WHERE _x._table = \(table) AND _x._old = \(identity))"
  }
}

// MARK: - Noting them

extension RecoveryObstacles {
  private mutating func number(of reason: Reason) -> Int {
    if let number = reasons.firstIndex(of: reason) { return number }
    reasons.append(reason)
    return reasons.count - 1
  }

  /// Notes that rows stay behind, by a query for their identities in the backup.
  mutating func leave(
    _ reason: RecoveryPlan.LeftBehind.Reason, in table: RecoveredTable, _ rows: String,
    _ values: SQLValue...
  ) throws(SQLiteError) {
    try note(
      "INSERT OR IGNORE INTO \(Self.left) SELECT \(table.number), *, "
        + "\(number(of: .object(reason))) FROM (\(rows))", values)
  }

  /// Notes that rows cannot have a link, by a query for their identities in the backup.
  mutating func hold(
    _ link: Link, _ reason: RecoveryPlan.KeptLinks.Reason, in table: RecoveredTable,
    _ rows: String, _ values: SQLValue...
  ) throws(SQLiteError) {
    try note(
      "INSERT OR IGNORE INTO \(Self.held) SELECT \(table.number), \(link.column.quotedText), *, "
        + "\(number(of: .link(reason))) FROM (\(rows))", values)
  }

  /// Notes that links cannot stand, by a query for the identities at their ends in the backup.
  mutating func part(
    _ links: RecoveredLinks, _ reason: RecoveryPlan.KeptLinks.Reason, _ rows: String,
    _ values: SQLValue...
  ) throws(SQLiteError) {
    try note(
      "INSERT OR IGNORE INTO \(Self.parted) SELECT \(links.number), *, "
        + "\(number(of: .link(reason))) FROM (\(rows))", values)
  }

  private func note(_ sql: String, _ values: [SQLValue]) throws(SQLiteError) {
    var statement = try connection.prepare(SQL(raw: sql))
    try statement.bind(values)
    while try statement.step() {}
  }

  /// How much is noted.
  func count() throws(SQLiteError) -> Int64 {
    var sum: Int64 = 0
    for table in Self.tables {
      sum += try connection.integer("SELECT count(*) FROM \(raw: table)") ?? 0
    }
    return sum
  }
}

// MARK: - Finding them

extension RecoveryObstacles {
  /// Finds what can be foreseen, and takes the rows that stay behind out of the matching.
  mutating func find() throws(SQLiteError) {
    try connection.executeScript(
      """
      \(Self.tables.map { "DROP TABLE IF EXISTS \($0);" }.joined())
      CREATE TEMP TABLE "_migrate_left" ("_table" INTEGER, "_old", "_reason" INTEGER, \
      PRIMARY KEY ("_table", "_old")) WITHOUT ROWID;
      CREATE TEMP TABLE "_migrate_held" ("_table" INTEGER, "_column" TEXT, "_old", \
      "_reason" INTEGER, PRIMARY KEY ("_table", "_column", "_old")) WITHOUT ROWID;
      CREATE TEMP TABLE "_migrate_parted" ("_links" INTEGER, "_owner", "_destination", \
      "_reason" INTEGER, PRIMARY KEY ("_links", "_owner", "_destination")) WITHOUT ROWID
      """)
    for table in tables {
      try leave(.number, in: table, table.matching.unnumbered(in: table.table))
      for key in table.keys { try findTaken(key, in: table) }
    }
    try settle()
  }

  /// Notes which rows cannot have what is to be unique.
  ///
  /// Rows that come back give way: with their link, where that is all that is taken and they can
  /// be without, or else as a whole. Rows that are there stay without their link.
  private mutating func findTaken(
    _ key: UniqueColumns, in table: RecoveredTable
  ) throws(SQLiteError) {
    let links = table.links.filter { key.contains($0.column) }
    let identity = table.matching.identity(table.table, "_d")
    let taken =
      "FROM \(table.rows(areNew: true)) "
      + key.join(table.matching, table.table, against: "_d") { table.value(of: $0) }
    if key.names.count == 1, let link = links.first, !link.isRequired {
      try hold(link, .taken, in: table, "SELECT \(identity) \(taken)")
    } else {
      try leave(.taken(columns: key.names), in: table, "SELECT \(identity) \(taken)")
    }
    for link in links {
      let other = key.join(table.matching, table.table, against: "_s") {
        $0 == link.column ? table.value(of: $0) : "_s.\($0.quotedName)"
      }
      try hold(
        link, .taken, in: table,
        """
        SELECT \(identity) FROM \(table.pairs(areNew: false)) \(other) \
        AND _t._i <> \(table.matching.identity(table.table, "_s")) \
        WHERE _s.\(link.column.quotedName) IS NULL
        """)
    }
  }

  /// Takes out of the matching what stays behind, with what cannot be without it.
  mutating func settle() throws(SQLiteError) {
    repeat { try findUnlinked() } while try removeLeft() > 0
  }

  /// Takes out of the matching what stays behind, and returns how many rows that were.
  private func removeLeft() throws(SQLiteError) -> Int64 {
    try connection.execute(
      """
      DELETE FROM \(raw: RowMatching.map) AS _m WHERE _m._is_new AND EXISTS (SELECT 1 \
      FROM \(raw: Self.left) AS _x WHERE _x._table = _m._table AND _x._old = _m._old)
      """)
    return connection.changedRowCount
  }

  /// Leaves behind what must have a link to what stays behind.
  private mutating func findUnlinked() throws(SQLiteError) {
    for table in tables {
      for link in table.links where link.isRequired {
        let column = "_d.\(link.column.quotedName)"
        let sought = table.matching.sought(column, from: table.table, to: link.destination)
        let end = Self.isLeft(sought, in: table.matching.number(of: link.destination))
        let isLost = link.isColumnRequired ? " OR \(table.value(of: link.column)) IS NULL" : ""
        try leave(
          .unlinked(link.name), in: table,
          "SELECT \(table.matching.identity(table.table, "_d")) "
            + "FROM \(table.rows(areNew: true)) "
            + "WHERE \(column) IS NOT NULL AND (\(end)\(isLost))")
      }
    }
  }
}
