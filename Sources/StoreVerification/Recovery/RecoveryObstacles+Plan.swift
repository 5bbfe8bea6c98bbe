internal import StoreLayout
internal import SQLite

// MARK: - Telling them

extension RecoveryObstacles {
  /// The objects that stay behind, by table, reason and entity.
  func leftBehind() throws(SQLiteError) -> [RecoveryPlan.LeftBehind] {
    var result: [RecoveryPlan.LeftBehind] = []
    for (table, reason) in try noted("SELECT DISTINCT _table, _reason FROM \(Self.left)") {
      guard case .object(let why) = reasons[reason], tables.indices.contains(table) else {
        continue
      }
      let table = tables[table]
      let row = table.matching.row(
        "_d", of: table.table, in: RowMatching.donor, with: "_x._old")
      for entity in table.entities {
        let found = try table.matching.sample(
          of: """
            SELECT _x._old AS _found FROM \(Self.left) AS _x \(row.join) \
            WHERE _x._table = \(table.number) AND _x._reason = \(reason) \
            AND \(table.isMember(of: entity))
            """)
        guard let found else { continue }
        result.append(
          .init(
            entity: entity, count: found.count, reason: why, examples: found.examples,
            haveKeysOfSeveralColumns: table.hasKeyOfSeveralColumns))
      }
    }
    for rows in nameless { result += try leftBehind(of: rows) }
    return result
  }

  /// The objects that nothing tells apart and that stay behind.
  private func leftBehind(of rows: NamelessRows) throws(SQLiteError) -> [RecoveryPlan.LeftBehind] {
    guard let entity = rows.table.entities.first else { return [] }
    var counts = [(RecoveryPlan.LeftBehind.Reason.nameless, try rows.otherwiseLinkedCount())]
    for (number, reason) in reasons.enumerated() {
      guard case .object(let why) = reason else { continue }
      counts.append((why, try rows.leftCount(for: number)))
    }
    return counts.filter { $0.1 > 0 }
      .map { .init(entity: entity, count: $0.1, reason: $0.0, examples: []) }
  }

  /// The links that cannot be had.
  func keptLinks() throws(SQLiteError) -> [RecoveryPlan.KeptLinks] {
    var result: [RecoveryPlan.KeptLinks] = []
    for (table, reason) in try noted("SELECT DISTINCT _table, _reason FROM \(Self.held)") {
      for link in tables[table].links {
        try add(
          reason, link.name, in: tables[table], of: heldRows(link, tables[table], reason),
          to: &result)
      }
    }
    for table in tables {
      for link in table.links {
        try add(
          .leftBehind, link.name, in: table, of: rowsWithoutEnd(link, table), to: &result)
      }
    }
    for (table, reason) in try noted("SELECT DISTINCT _links, _reason FROM \(Self.parted)") {
      try add(reason, links[table].name, of: partedRows(links[table], reason), to: &result)
    }
    for links in links {
      let kept = try links.kept()
      guard kept.count > 0 else { continue }
      result.append(.init(name: kept.name, count: kept.count, reason: .leftBehind, examples: []))
    }
    return result
  }

  private func noted(_ query: String) throws(SQLiteError) -> [(place: Int, reason: Int)] {
    try connection.rows("\(raw: query) ORDER BY 1, 2")
      .map { (Int($0[0].integer ?? 0), Int($0[1].integer ?? 0)) }
  }

  private func add(
    _ reason: Int, _ name: PropertyName, in table: RecoveredTable? = nil, of query: String,
    to result: inout [RecoveryPlan.KeptLinks]
  ) throws(SQLiteError) {
    guard case .link(let reason) = reasons[reason] else { return }
    try add(reason, name, in: table, of: query, to: &result)
  }

  private func add(
    _ reason: RecoveryPlan.KeptLinks.Reason, _ name: PropertyName, in table: RecoveredTable?,
    of query: String, to result: inout [RecoveryPlan.KeptLinks]
  ) throws(SQLiteError) {
    guard let found = try tables.first?.matching.sample(of: query) else { return }
    result.append(
      .init(
        name: name, count: found.count, reason: reason, examples: found.examples,
        haveKeysOfSeveralColumns: table?.hasKeyOfSeveralColumns ?? false))
  }

  private func heldRows(_ link: Link, _ table: RecoveredTable, _ reason: Int) -> String {
    """
    SELECT _m._new AS _found FROM \(Self.held) AS _h JOIN \(RowMatching.map) AS _m \
    ON _m._table = _h._table AND _m._old = _h._old WHERE _h._table = \(table.number) \
    AND _h._column = \(link.column.quotedText) AND _h._reason = \(reason)
    """
  }

  private func rowsWithoutEnd(_ link: Link, _ table: RecoveredTable) -> String {
    let (donor, column) = (table.table.quotedName, link.column.quotedName)
    let row = table.matching.row("_s", of: table.table, in: "main", with: "_m._new")
    return """
      SELECT _m._new AS _found FROM \(Self.left) AS _x \
      JOIN \(RowMatching.donor).\(donor) AS _d \
      ON _x._old = \(table.matching.soughtEnd(table.held(link), in: link.destination)) \
      JOIN \(RowMatching.map) AS _m ON _m._table = \(table.number) \
      AND _m._old = \(table.matching.soughtIdentity(table.table, "_d")) \
      WHERE _x._table = \(table.matching.number(of: link.destination)) \
      AND (_m._is_new \
      OR (SELECT _s.\(column) FROM \(row.relation) WHERE \(row.condition)) IS NULL)
      """
  }

  /// The objects at both ends of links that cannot stand.
  ///
  /// Of those with an end that stays behind it is told that it does, and of those that stand, that
  /// they have no position.
  private func partedRows(_ links: RecoveredLinks, _ reason: Int) -> String {
    """
    SELECT _o._new || ' to ' || _d._new AS _found \(links.rows) JOIN \(Self.parted) AS _a \
    ON _a._links = \(links.number) AND _a._owner = _l.\(links.links.ownerColumn.quotedName) \
    AND _a._destination = _l.\(links.links.destinationColumn.quotedName) \
    WHERE _a._reason = \(reason) AND NOT \(links.isStanding)
    """
  }
}
