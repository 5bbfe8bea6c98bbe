internal import SchemaModel
internal import SQLite
internal import StoreLayout

/// All objects that a deletion removes: found along the delete rules, and noted in a temporary table.
///
/// Nothing is written to the store, so a plan is possible on a store that is opened for reading.
struct DeletionClosure {
  let connection: Connection
  let layout: StoreLayout
  private(set) var edges: [DeletionEdge]
  /// The tables of objects, by their numbers in the temporary table.
  let tables: [String]
  let addresses: RowAddresses
  /// The tables outside the model with deleted rows, numbered after the others.
  private(set) var followers: [String] = []

  static let gone = "temp.\"_migrate_gone\""

  init(_ layout: StoreLayout, on connection: Connection) throws(SQLiteError) {
    self.connection = connection
    self.layout = layout
    addresses = RowAddresses(layout: layout, definition: try connection.readDefinition())
    edges = layout.deletionEdges(addresses)
    tables = layout.objectTables
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(Self.gone);
      CREATE TEMP TABLE "_migrate_gone" ("_table" INTEGER, "_key", "_depth" INTEGER, \
      PRIMARY KEY ("_table", "_key")) WITHOUT ROWID;
      CREATE INDEX temp."_migrate_gone_depth" ON "_migrate_gone" ("_table", "_depth")
      """)
  }

  func number(of table: String) -> Int { (tables + followers).firstIndex(of: table) ?? -1 }

  // MARK: - The deleted rows

  /// Begins with the rows of a table that meet a condition, and adds all rows that delete rules delete with
  /// them.
  func grow(from table: String, where condition: String) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT OR IGNORE INTO \(raw: Self.gone) SELECT \(Int64(number(of: table))), \
      \(raw: addresses.address(in: table)), 0 FROM \(name: table) WHERE \(raw: condition)
      """)
    if connection.changedRowCount > 0 { try follow(edges) }
  }

  /// Adds all rows that the edges' delete rules delete with the first ones.
  private func follow(_ edges: [DeletionEdge]) throws(SQLiteError) {
    let cascades = edges.filter { $0.rule == .cascade }
    var depth = 0
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for edge in cascades {
        try connection.execute(SQL(raw: Self.step(along: edge, depth, layout, number)))
        if connection.changedRowCount > 0 { isGrowing = true }
      }
      depth += 1
    }
  }

  private static func step(
    along edge: DeletionEdge, _ depth: Int, _ layout: StoreLayout, _ number: (String) -> Int
  ) -> String {
    """
    INSERT OR IGNORE INTO \(gone) SELECT \(number(edge.target)), _links._far, \(depth + 1) \
    FROM \(gone) AS _g JOIN (\(edge.links)) AS _links ON _links._near = _g._key \
    WHERE _g._table = \(number(edge.source)) AND _g._depth = \(depth) \
    AND \(isThere(edge, layout))
    """
  }

  /// The condition that a link's target exists: a link may already be dangling.
  private static func isThere(_ edge: DeletionEdge, _ layout: StoreLayout) -> String {
    if edge.isHeldByTarget { return "1" }
    guard layout.existingTables[edge.target] == nil else { return "_links._far IS NOT NULL" }
    return "EXISTS (SELECT 1 FROM \(edge.target.quotedName) AS _t "
      + "WHERE _t.\(layout.key(ofRowsIn: edge.target).quotedName) = _links._far)"
  }

  /// The closure with the foreign keys that are not in the model.
  ///
  /// These foreign keys may also delete rows of some tables outside the model.
  func following(_ others: [String]) throws(SQLiteError) -> DeletionClosure {
    let found = try connection.readDefinition()
    var closure = self
    closure.followers = others
    closure.edges += found.foreignKeys(of: others + layout.existingTables.keys.sorted())
      .compactMap { DeletionEdge($0.key, of: $0.table, to: $0.parent, addresses) }
    try connection.execute("UPDATE \(raw: Self.gone) SET _depth = 0")
    // Rows of the model's tables are deleted only for the model's reasons.
    try closure.follow(closure.edges.filter { others.contains($0.target) })
    return closure
  }

  /// The deleted objects, sorted by entity, and the deleted links in tables of links.
  ///
  /// The objects with which the deletion begins have the depth 0.
  func removals(fromDepth depth: Int = 0) throws(SQLiteError) -> [Effect] {
    var removals: [Effect] = []
    for entity in layout.schema.entities.map(\.name).sorted() {
      guard let table = layout.table(of: entity) else { continue }
      let isMember = layout.rowCondition(of: entity, includingDescendants: false) ?? "1"
      let count = try connection.integer(
        """
        SELECT count(*) FROM \(name: table)
        WHERE \(raw: isMember) AND \(raw: isGone(in: table, fromDepth: depth))
        """)
      if let count, count > 0 {
        removals.append(Effect(.removed(.objects), of: entity, count: count))
      }
    }
    for links in layout.joinTables {
      let count = try removedLinks(of: links)
      guard count > 0 else { continue }
      removals.append(
        Effect(.removed(.links), of: "\(links.association.primary)", count: count))
    }
    return removals
  }

  /// The condition that a row of a table is deleted; the row may have a name in the statement.
  func isGone(in table: String, as row: String? = nil, fromDepth depth: Int = 0) -> String {
    "\(addresses.address(in: table, of: row)) IN \(keys(in: table, fromDepth: depth))"
  }

  private func keys(in table: String, fromDepth depth: Int = 0) -> String {
    "(SELECT _key FROM \(Self.gone) WHERE _table = \(number(of: table)) AND _depth >= \(depth))"
  }

  // MARK: - Links to rows that stay

  /// The number of links of a rule that lead from deleted rows to rows that stay.
  private func severed(_ edge: DeletionEdge) throws(SQLiteError) -> Int64 {
    try connection.integer("SELECT count(*) \(severedLinks(edge))") ?? 0
  }

  /// The links of a rule that lead from a deleted row, `_g._key`, to a row that stays, as a FROM clause.
  private func severedLinks(_ edge: DeletionEdge) -> SQL {
    """
    FROM \(raw: Self.gone) AS _g JOIN (\(raw: edge.links)) AS _links \
    ON _links._near = _g._key WHERE _g._table = \(raw: "\(number(of: edge.source))") \
    AND _links._far NOT IN \(raw: keys(in: edge.target)) \
    AND \(raw: Self.isThere(edge, layout))
    """
  }

  /// The `_id`s of the first objects that a rule saves from the deletion, ascending.
  func objects(keptBy obstacle: PrunePlan.Obstacle) throws(SQLiteError) -> [Int64] {
    guard let edge = edges.first(where: { $0.name == obstacle.name && Self.meaning(of: $0) != nil })
    else { return [] }
    return try connection.rows(
      """
      SELECT \(raw: layout.identity(ofRowsIn: edge.source)) FROM \(name: edge.source) \
      WHERE \(raw: addresses.address(in: edge.source)) IN (SELECT _g._key \(severedLinks(edge))) \
      ORDER BY 1 LIMIT \(Int64(Finding.exampleLimit))
      """
    ).compactMap { $0[0].integer }
  }

  /// The emptied links, and the links whose rules prevent the deletion.
  func links() throws(SQLiteError) -> (
    emptied: [Effect], obstacles: [PrunePlan.Obstacle]
  ) {
    var emptied: [Effect] = []
    var obstacles: [PrunePlan.Obstacle] = []
    for edge in edges {
      guard let meaning = Self.meaning(of: edge) else { continue }
      let count = try severed(edge)
      guard count > 0 else { continue }
      switch meaning {
      case .emptied: emptied.append(Effect(.emptied, of: "\(edge.name)", count: count))
      case .obstacle(let rule):
        obstacles.append(.init(name: edge.name, rule: rule, count: count))
      }
    }
    return (emptied.sorted { $0.subject < $1.subject }, obstacles.sorted { $0.name < $1.name })
  }

  private enum Meaning {
    case emptied
    case obstacle(DeleteRule?)
  }

  /// The meaning of a link from a deleted row to a row that stays; nil if the link is only deleted itself.
  private static func meaning(of edge: DeletionEdge) -> Meaning? {
    switch edge.rule {
    case .cascade: nil
    case .deny: .obstacle(.deny)
    case .nullify where edge.isHeldByTarget: edge.isRequired ? .obstacle(nil) : .emptied
    case .noAction where edge.isHeldByTarget: .obstacle(.noAction)
    case .nullify, .noAction: nil
    }
  }

  /// The value of a column after the deletion; NULL for a link that led to a deleted row.
  func valueOnceGone(_ column: String, in table: String) -> String {
    let name = column.quotedName
    let ends = layout.links(in: table).filter { $0.column == column }.map(\.destination)
    guard !ends.isEmpty else { return name }
    let link = "\(table.quotedName).\(name)"
    let isEmptied = ends.map { "\(addresses.address(ofEndOf: link, in: $0)) IN \(keys(in: $0))" }
      .joined(separator: " OR ")
    return "CASE WHEN \(isEmptied) THEN NULL ELSE \(name) END"
  }

  /// The rows that stay, with the links empty that the delete rules empty.
  var staying: StayingValues.Extent {
    .init(
      isStaying: { "NOT \(isGone(in: $0))" }, isStayingLink: { "NOT (\(isRemoved(from: $0)))" },
      value: valueOnceGone)
  }

  /// The number of rows of a table of links that are deleted with their objects.
  func removedLinks(of links: StoreLayout.JoinTable) throws(SQLiteError) -> Int64 {
    try connection.integer(
      "SELECT count(*) FROM \(name: links.name) WHERE \(raw: isRemoved(from: links))") ?? 0
  }

  /// The condition that a row of a table of links is deleted with one of its objects.
  func isRemoved(from links: StoreLayout.JoinTable) -> String {
    links.ends.compactMap { column, entity in
      layout.table(of: entity).map {
        let link = "\(links.name.quotedName).\(column.quotedName)"
        return "\(addresses.address(ofEndOf: link, in: $0)) IN \(keys(in: $0))"
      }
    }.joined(separator: " OR ")
  }

  // MARK: - Files

  /// The names of the files that only deleted objects name, sorted.
  func files() throws(SQLiteError) -> [String] {
    let names = try FileNames(on: connection)
    try names.add(in: layout, on: connection) { isGone(in: $0) }
    try names.subtract(in: layout, on: connection) { "NOT \(isGone(in: $0))" }
    return try names.all(on: connection).filter(ExternalFolder.isFileName)
  }

  // MARK: - Proof and end

  /// The number of deleted rows of each table, both of objects and of links.
  func rowCounts() throws(SQLiteError) -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for table in tables {
      counts[table] = try connection.integer(
        "SELECT count(*) FROM \(name: table) WHERE \(raw: isGone(in: table))")
    }
    for links in layout.joinTables { counts[links.name] = try removedLinks(of: links) }
    return counts
  }

  /// Removes the temporary table.
  func end() throws(SQLiteError) { try connection.execute("DROP TABLE \(raw: Self.gone)") }
}

// MARK: - The deletion

extension DeletionClosure {
  /// The tables with deleted rows.
  private func tablesConcerned() throws(SQLiteError) -> [String] {
    var concerned: [String] = []
    for (number, table) in tables.enumerated()
    where try connection.value(
      "SELECT 1 FROM \(raw: Self.gone) WHERE _table = \(Int64(number)) LIMIT 1") != nil
    { concerned.append(table) }
    return concerned
  }

  /// The statements of the deletion, and the links to release before it.
  ///
  /// Rows that a rule makes other rows wait for are deleted first. Links are released if the objects of a
  /// rule would wait for each other.
  func deletions() throws(SQLiteError) -> (
    statements: [String], released: Set<DeletionEdge.Place>
  ) {
    var left = try tablesConcerned()
    var denials = edges.filter {
      $0.mayKeepItsSource && left.contains($0.source) && left.contains($0.target)
    }
    // SQLite applies the rule of links row by row, and not for a statement as a whole.
    var releases = denials.filter { $0.source == $0.target || $0.isOfLinks }
    denials.removeAll { $0.source == $0.target || $0.isOfLinks }
    var deletions: [String] = []
    while !left.isEmpty {
      let next = left.firstIndex { table in
        !denials.contains { $0.source == table && left.contains($0.target) }
      }
      if next == nil, denials.contains(where: { $0.freePlace != nil }) {
        releases += denials.filter { $0.freePlace != nil }
        denials.removeAll { $0.freePlace != nil }
        continue
      }
      let table = left.remove(at: next ?? 0)
      deletions.append("DELETE FROM \(table.quotedName) WHERE \(isGone(in: table))")
    }
    return (deletions, Set(releases.compactMap(\.freePlace)))
  }

  /// Every link between objects to be deleted.
  ///
  /// Without these links, no rule acts on a row that is to be deleted anyway.
  ///
  /// SQLite cannot follow some rules to the end. One is a chain of cascades of more than a thousand objects
  /// (https://www.sqlite.org/limits.html#max_trigger_depth). Another deletes the destination of a required
  /// link whose own row is deleted later.
  func innerLinks() throws(SQLiteError) -> Set<DeletionEdge.Place> {
    let concerned = try tablesConcerned()
    let inner = edges.filter { concerned.contains($0.source) && concerned.contains($0.target) }
    return Set(inner.compactMap(\.place))
  }

  /// Runs statements, and returns the number of rows that they change.
  func run(_ statements: [String]) throws(SQLiteError) -> Int64 {
    var changes: Int64 = 0
    for statement in statements {
      try connection.execute(SQL(raw: statement))
      changes += connection.changedRowCount
    }
    return changes
  }

  /// The statements that remove links of deleted objects, or let them lead elsewhere.
  func statements(releasing places: Set<DeletionEdge.Place>) -> [String] {
    places.map(release).sorted()
  }

  private func release(_ place: DeletionEdge.Place) -> String {
    switch place {
    case .column(let column, let table):
      "UPDATE \(table.quotedName) SET \(column.quotedName) = NULL "
        + "WHERE \(column.quotedName) IS NOT NULL AND \(isGone(in: table))"
    case .row(let links):
      "DELETE FROM \(links.name.quotedName) WHERE \(isRemoved(from: links))"
    case .fixedColumn(let column, let table, let target):
      "UPDATE \(table.quotedName) SET \(column.quotedName) = \(elsewhere(from: table, to: target)) "
        + "WHERE \(isGone(in: table))"
    }
  }

  /// A different value for each object that leads to no row; in an existing table, to the object itself.
  ///
  /// The column may allow each value only once. Our own foreign keys are checked at the end of the
  /// transaction, when the objects are deleted.
  private func elsewhere(from table: String, to target: String) -> String {
    guard layout.existingTables[table] == nil else {
      return layout.identity(ofRowsIn: table)
    }
    let identity = StoreLayout.identityColumn.quotedName
    func first(_ table: String) -> String {
      "(SELECT min(0, coalesce(min(\(identity)), 0)) FROM \(table.quotedName))"
    }
    return "\(first(target)) - 1 - (\(identity) - \(first(table)))"
  }
}

extension DeletionEdge {
  /// Whether the rule keeps its source while the target exists, or would leave the target without a required
  /// link.
  fileprivate var mayKeepItsSource: Bool {
    rule == .deny || rule == .nullify && isRequired && isHeldByTarget
  }

  /// Whether the source should stay until the target is deleted.
  var letsItsTargetGoFirst: Bool {
    mayKeepItsSource || rule == .cascade || rule == .noAction && isHeldByTarget
  }
}
