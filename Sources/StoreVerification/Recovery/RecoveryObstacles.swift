internal import SQLiteStore

/// What keeps rows of the backup from coming back, or from having their links, while all others
/// come: rows of the store that have what only one may have.
///
/// They are noted in temporary tables, as the matching is.
struct RecoveryObstacles {
  /// The temporary table of the rows that stay behind: `_table`, `_old`, `_reason`.
  private static let left = "temp.\"_migrate_left\""
  /// The temporary table of the links that cannot be had: `_table`, `_column`, `_old`.
  private static let held = "temp.\"_migrate_held\""
  /// Both.
  static let tables = [left, held]

  private typealias Link = RecoveredTable.Link
  private typealias Reason = RecoveryPlan.LeftBehind.Reason

  private let recovered: [RecoveredTable]
  /// Why rows of which table stay behind, by number.
  private let reasons: [(table: RecoveredTable, reason: Reason)]

  init(_ tables: [RecoveredTable]) {
    recovered = tables
    reasons = tables.flatMap { table in
      table.keys.map { (table, .taken(columns: $0.names)) }
        + table.links.filter(\.isRequired).map { (table, .unlinked($0.name)) }
    }
  }

  /// Whether the link of the backup's row `_d` cannot be had.
  static func isHeld(_ link: RecoveredTable.Link, in table: RecoveredTable) -> String {
    "EXISTS (SELECT 1 FROM \(held) AS _h WHERE _h._table = \(table.number) "
      + "AND _h._column = \(link.column.quotedText) "
      + "AND _h._old = \(table.matching.identity(table.table, "_d")))"
  }

  /// Whether the row of the backup stays behind that has an identity, in the table of a number.
  static func isLeft(_ identity: String, in table: Int) -> String {
    "EXISTS (SELECT 1 FROM \(left) AS _x WHERE _x._table = \(table) AND _x._old = \(identity))"
  }
}

// MARK: - Finding them

extension RecoveryObstacles {
  /// Finds them, and takes the rows that stay behind out of the matching.
  func find() throws(SQLiteError) {
    guard let connection = recovered.first?.matching.connection else { return }
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(Self.left); DROP TABLE IF EXISTS \(Self.held);
      CREATE TEMP TABLE "_migrate_left" ("_table" INTEGER, "_old", "_reason" INTEGER, \
      PRIMARY KEY ("_table", "_old")) WITHOUT ROWID;
      CREATE TEMP TABLE "_migrate_held" ("_table" INTEGER, "_column" TEXT, "_old", \
      PRIMARY KEY ("_table", "_column", "_old")) WITHOUT ROWID
      """)
    for table in recovered {
      for key in table.keys { try findTaken(key, in: table) }
    }
    repeat { try findUnlinked() } while try removeLeft(connection) > 0
  }

  /// Notes which rows cannot have what is to be unique.
  ///
  /// Rows that come back give way: with their link, where that is all that is taken and they can
  /// be without, or else as a whole. Rows that are there stay without their link.
  private func findTaken(_ key: UniqueColumns, in table: RecoveredTable) throws(SQLiteError) {
    let links = table.links.filter { key.contains($0.column) }
    let identity = table.matching.identity(table.table, "_d")
    let taken =
      "FROM \(table.rows(areNew: true)) "
      + key.join(table.matching, table.table, against: "_d") { table.value(of: $0) }
    if key.names.count == 1, let link = links.first, !link.isRequired {
      try hold(link, in: table, "SELECT \(identity) \(taken)")
    } else {
      try leave(.taken(columns: key.names), in: table, "SELECT \(identity) \(taken)")
    }
    for link in links {
      let other = key.join(table.matching, table.table, against: "_s") {
        $0 == link.column ? table.value(of: $0) : "_s.\($0.quotedName)"
      }
      try hold(
        link, in: table,
        """
        SELECT \(identity) FROM \(table.pairs(areNew: false)) \(other) \
        AND _t._i <> \(table.matching.identity(table.table, "_s")) \
        WHERE _s.\(link.column.quotedName) IS NULL
        """)
    }
  }

  private func hold(
    _ link: Link, in table: RecoveredTable, _ rows: String
  ) throws(SQLiteError) {
    try table.matching.connection.execute(
      SQL(
        raw: """
          INSERT OR IGNORE INTO \(Self.held) \
          SELECT \(table.number), \(link.column.quotedText), * FROM (\(rows))
          """))
  }

  private func leave(
    _ reason: Reason, in table: RecoveredTable, _ rows: String
  ) throws(SQLiteError) {
    let number = reasons.firstIndex { $0.table.number == table.number && $0.reason == reason }
    try table.matching.connection.execute(
      SQL(
        raw: """
          INSERT OR IGNORE INTO \(Self.left) \
          SELECT \(table.number), *, \(number ?? -1) FROM (\(rows))
          """))
  }

  /// Takes out of the matching what stays behind, and returns how many rows that were.
  private func removeLeft(_ connection: Connection) throws(SQLiteError) -> Int64 {
    try connection.execute(
      """
      DELETE FROM \(raw: RowMatching.map) AS _m WHERE _m._is_new AND EXISTS (SELECT 1 \
      FROM \(raw: Self.left) AS _x WHERE _x._table = _m._table AND _x._old = _m._old)
      """)
    return connection.changedRowCount
  }

  /// Leaves behind what must have a link to what stays behind.
  private func findUnlinked() throws(SQLiteError) {
    for table in recovered {
      for link in table.links where link.isRequired {
        let column = "_d.\(link.column.quotedName)"
        let end = Self.isLeft(column, in: table.matching.number(of: link.destination))
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

// MARK: - Telling them

extension RecoveryObstacles {
  /// The objects that stay behind, by table, reason and entity.
  func leftBehind() throws(SQLiteError) -> [RecoveryPlan.LeftBehind] {
    var result: [RecoveryPlan.LeftBehind] = []
    for (number, (table, reason)) in reasons.enumerated() {
      for entity in table.entities {
        let found = try table.matching.sample(
          of: """
            SELECT _x._old AS _found FROM \(Self.left) AS _x \
            JOIN \(RowMatching.donor).\(table.table.quotedName) AS _d \
            ON \(table.matching.identity(table.table, "_d")) = _x._old \
            WHERE _x._table = \(table.number) AND _x._reason = \(number) \
            AND \(table.isMember(of: entity))
            """)
        guard let found else { continue }
        result.append(
          .init(entity: entity, count: found.count, reason: reason, examples: found.examples))
      }
    }
    return result
  }

  /// The links of rows that cannot be had.
  func keptLinks() throws(SQLiteError) -> [RecoveryPlan.KeptLinks] {
    var result: [RecoveryPlan.KeptLinks] = []
    for table in recovered {
      for link in table.links {
        for (reason, query) in [
          (RecoveryPlan.KeptLinks.Reason.taken, heldRows(link, table)),
          (.leftBehind, rowsWithoutEnd(link, table)),
        ] {
          guard let found = try table.matching.sample(of: query) else { continue }
          result.append(
            .init(name: link.name, count: found.count, reason: reason, examples: found.examples))
        }
      }
    }
    return result
  }

  private func heldRows(_ link: Link, _ table: RecoveredTable) -> String {
    """
    SELECT _m._new AS _found FROM \(Self.held) AS _h JOIN \(RowMatching.map) AS _m \
    ON _m._table = _h._table AND _m._old = _h._old \
    WHERE _h._table = \(table.number) AND _h._column = \(link.column.quotedText)
    """
  }

  private func rowsWithoutEnd(_ link: Link, _ table: RecoveredTable) -> String {
    let (donor, column) = (table.table.quotedName, link.column.quotedName)
    return """
      SELECT _m._new AS _found FROM \(Self.left) AS _x \
      JOIN \(RowMatching.donor).\(donor) AS _d ON _d.\(column) = _x._old \
      JOIN \(RowMatching.map) AS _m ON _m._table = \(table.number) \
      AND _m._old = \(table.matching.identity(table.table, "_d")) \
      WHERE _x._table = \(table.matching.number(of: link.destination)) \
      AND (_m._is_new OR (SELECT _s.\(column) FROM main.\(donor) AS _s \
      WHERE \(table.matching.identity(table.table, "_s")) = _m._new) IS NULL)
      """
  }
}
