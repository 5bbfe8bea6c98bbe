internal import StoreLayout
internal import SQLite
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

  /// What does not come back, and why.
  enum Obstacle {
    /// Rows of a table stay behind.
    case left(RecoveredTable, RecoveryPlan.LeftBehind.Reason)
    /// Rows that nothing tells apart stay behind.
    case nameless(NamelessRows, RecoveryPlan.LeftBehind.Reason)
    /// Rows of a table cannot have a link.
    case held(Link, RecoveredTable, RecoveryPlan.KeptLinks.Reason)
    /// Links cannot stand by themselves.
    case parted(RecoveredLinks, RecoveryPlan.KeptLinks.Reason)
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
  /// The rows that nothing tells apart, of each table that may have such.
  private(set) var nameless: [NamelessRows] = []
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

  /// Notes an obstacle of the rows that a query gives, by what tells them apart in the backup.
  mutating func note(
    _ obstacle: Obstacle, of rows: String, _ values: SQLValue...
  ) throws(SQLiteError) {
    let (table, place, reason) = self.place(of: obstacle)
    try note(
      "INSERT OR IGNORE INTO \(table) SELECT \(place), *, \(number(of: reason)) FROM (\(rows))",
      values)
  }

  /// The temporary table for an obstacle, and its values before and behind those of a row.
  private func place(of obstacle: Obstacle) -> (table: String, place: String, reason: Reason) {
    switch obstacle {
    case .left(let table, let reason): (Self.left, "\(table.number)", .object(reason))
    case .nameless(let rows, let reason): (Self.left, "\(rows.number)", .object(reason))
    case .held(let link, let table, let reason):
      (Self.held, "\(table.number), \(link.column.quotedText)", .link(reason))
    case .parted(let links, let reason): (Self.parted, "\(links.number)", .link(reason))
    }
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
      let isOfOurs = table.matching.layout.existingTables[table.table] == nil
      try note(
        .left(table, isOfOurs ? .number : .key), of: table.matching.unnumbered(in: table.table))
      for key in table.keys { try findTaken(key, in: table) }
      for reference in table.references {
        guard let strange = reference.strange else { continue }
        try note(
          .left(table, .strange(columns: reference.columns, table: reference.table)), of: strange)
      }
    }
    try settle()
    // What their links lead to is known by now.
    try findNameless()
    try settle()
  }

  /// Finds the rows that nothing tells apart.
  private mutating func findNameless() throws(SQLiteError) {
    for table in tables {
      guard let rows = try NamelessRows(of: table) else { continue }
      nameless.append(rows)
      for reference in rows.references {
        guard let strange = reference.strange else { continue }
        try note(
          .nameless(rows, .strange(columns: reference.columns, table: reference.table)), of: strange
        )
      }
    }
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
      try note(.held(link, table, .taken), of: "SELECT \(identity) \(taken)")
    } else {
      try note(.left(table, .taken(columns: key.names)), of: "SELECT \(identity) \(taken)")
    }
    for link in links {
      let other = key.join(table.matching, table.table, against: "_s") {
        $0 == link.column ? table.value(of: $0) : "_s.\($0.quotedName)"
      }
      try note(
        .held(link, table, .taken),
        of: """
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
        let column = table.held(link)
        let sought = table.matching.soughtEnd(column, in: link.destination)
        let end = Self.isLeft(sought, in: table.matching.number(of: link.destination))
        let isLost = link.isColumnRequired ? " OR \(table.value(of: link.column)) IS NULL" : ""
        try note(
          .left(table, .unlinked(link.name)),
          of: "SELECT \(table.matching.identity(table.table, "_d")) "
            + "FROM \(table.rows(areNew: true)) "
            + "WHERE \(column) IS NOT NULL AND (\(end)\(isLost))")
      }
    }
    for rows in nameless {
      for link in rows.table.links where link.isRequired {
        try note(.nameless(rows, .unlinked(link.name)), of: rows.unlinked(link))
      }
    }
  }
}
