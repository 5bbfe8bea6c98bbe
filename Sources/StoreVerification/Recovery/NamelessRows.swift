internal import StoreLayout
internal import SQLite
internal import SchemaModel

/// The rows of one table of the backup that nothing tells apart, and that the store has not.
///
/// Their key has no value, or there is none and columns have the names of SQLite's number of a row. They
/// are found by what is in them, as often as it is there, and numbered in a temporary table.
struct NamelessRows {
  let table: RecoveredTable
  /// How many rows that nothing tells apart the store has.
  private let count: Int64

  private var matching: RowMatching { table.matching }
  /// The number of the table among the obstacles, behind those of all tables.
  var number: Int { table.number + matching.tables.count }

  /// The temporary table: `_migrate_number`, `_migrate_comes`, and the columns of the table.
  ///
  /// A row that does not come is there with other links.
  private static func source(of number: Int) -> String { "_migrate_nameless_\(number)" }
  private var source: String { "temp.\(Self.source(of: table.number).quotedName)" }

  /// The statements that remove the temporary tables.
  static func ending(_ matching: RowMatching) -> [String] {
    matching.tables.indices.map { "DROP TABLE IF EXISTS temp.\(source(of: $0).quotedName)" }
  }

  /// Finds them; nil where a key always has a value.
  init?(of table: RecoveredTable) throws(SQLiteError) {
    let matching = table.matching
    guard matching.isUnnamed(table.table) || !matching.openKeyColumns(of: table.table).isEmpty
    else { return nil }
    self.table = table
    count =
      try matching.connection.integer(
        """
        SELECT count(*) FROM main.\(name: table.table) AS _s \
        WHERE \(raw: matching.identity(table.table, "_s")) IS NULL
        """) ?? 0
    try fill()
  }

  // MARK: - Finding them

  private func fill() throws(SQLiteError) {
    let columns = table.columns
    let names = columns.map(\.quotedName).joined(separator: ", ")
    let values = columns.indices.map { "_c\($0)" }.joined(separator: ", ")
    try matching.connection.executeScript(
      """
      DROP TABLE IF EXISTS \(source);
      CREATE TEMP TABLE \(Self.source(of: table.number).quotedName) \
      (_migrate_number INTEGER PRIMARY KEY, _migrate_comes INTEGER, \(names));
      INSERT INTO \(source) (_migrate_comes, \(names)) \
      SELECT _nth > coalesce(_k._count, 0), \(values) FROM (\(ranked)) AS _r \
      LEFT JOIN (\(counts { matching.kind(of: $0, table) })) AS _k ON _k._content = _r._kind \
      WHERE NOT _is_there
      """)
  }

  /// The rows of the backup, those first of each kind that the store has just so.
  private var ranked: String {
    "SELECT *, row_number() OVER (PARTITION BY _kind ORDER BY _is_there DESC) AS _nth FROM "
      + "(SELECT _n.*, _place <= coalesce(_f._count, 0) AS _is_there FROM (\(numbered)) AS _n "
      + "LEFT JOIN (\(counts { matching.content(of: $0, table) })) AS _f "
      + "ON _f._content = _n._content)"
  }

  /// The rows of the backup, numbered among those that would come back alike.
  private var numbered: String {
    let values = table.columns.enumerated().map { "_d.\($1.quotedName) AS _c\($0)" }
    let conditions =
      ["\(matching.identity(table.table, "_d")) IS NULL"]
      + matching.columnKeys.filter { $0.table == table.table }.map { "NOT \(isFound(by: $0))" }
    return """
      SELECT *, row_number() OVER (PARTITION BY _content) AS _place FROM (SELECT \
      \(values.joined(separator: ", ")), \(matching.kind(of: "_d", table)) AS _kind, \
      \(RowMatching.content(table.columns.map(table.value))) AS _content \
      FROM \(matching.donor(table.table)) AS _d WHERE \(conditions.joined(separator: " AND ")))
      """
  }

  /// How often the store has a content.
  private func counts(_ content: (String) -> String) -> String {
    "SELECT \(content("_s")) AS _content, count(*) AS _count FROM main.\(table.table.quotedName) AS _s "
      + "WHERE \(matching.identity(table.table, "_s")) IS NULL GROUP BY 1"
  }

  /// Whether the store has the row of the backup by a key that is said.
  private func isFound(by key: RowMatching.ColumnKey) -> String {
    let isEqual = key.columns.map { "_s.\($0.quotedName) = _d.\($0.quotedName)" }
    return "EXISTS (SELECT 1 FROM main.\(table.table.quotedName) AS _s "
      + "WHERE \(isEqual.joined(separator: " AND ")))"
  }

  // MARK: - What comes back

  /// Those that come back, as `_d`.
  private var coming: String {
    "\(source) AS _d WHERE _d._migrate_comes "
      + "AND NOT \(RecoveryObstacles.isLeft("+_d._migrate_number", in: number))"
  }

  /// What puts them back.
  var insertion: RecoveryPart {
    let names = table.columns.map(\.quotedName).joined(separator: ", ")
    func statement(_ condition: String = "") -> String {
      "INSERT INTO main.\(table.table.quotedName) (\(names)) SELECT \(values) FROM \(coming)"
        + "\(condition) ORDER BY _d._migrate_number"
    }
    // Which of those that are alike have not come, nobody can say.
    let isShort = """
      (SELECT count(*) FROM main.\(table.table.quotedName) AS _s \
      WHERE \(matching.identity(table.table, "_s")) IS NULL) \
      < \(count) + (SELECT count(*) FROM \(coming))
      """
    return RecoveryPart(
      subject: .nameless(self), statement: statement(),
      keys: "SELECT _d._migrate_number, NULL FROM \(coming) AND \(isShort) ORDER BY 1",
      some: statement(" AND _d._migrate_number IN \(RecoveryPart.range)"))
  }

  private var values: String { table.columns.map(table.value).joined(separator: ", ") }

  /// A query for those that come back, as the proof sums up rows of the store.
  var expectedRows: String { "SELECT NULL, \(values) FROM \(coming)" }

  /// How many come back.
  func comingCount() throws(SQLiteError) -> Int64 {
    try matching.connection.integer("SELECT count(*) FROM \(raw: coming)") ?? 0
  }

  // MARK: - What stays behind

  /// A query for those that cannot have a link that they must have.
  func unlinked(_ link: RecoveredTable.Link) -> String {
    "SELECT _d._migrate_number FROM \(coming) AND \(table.held(link)) IS NOT NULL "
      + "AND \(table.value(of: link.column)) IS NULL"
  }

  /// The foreign keys that are no relationships.
  var references: [RecoveredTable.Reference] {
    table.references(
      of: "_d._migrate_number", in: "\(source) AS _d",
      unmet: { key in
        let values = table.columns.map { "\(table.value(of: $0)) AS \($0.quotedName)" }
        let rows = "(SELECT _d._migrate_number, \(values.joined(separator: ", ")) FROM \(coming))"
        return
          "SELECT _child._migrate_number FROM \(Connection.orphans(of: key, among: SQL(raw: rows)))"
      })
  }

  /// How many stay behind for a reason that is noted.
  func leftCount(for reason: Int) throws(SQLiteError) -> Int64 {
    try matching.connection.integer(
      """
      SELECT count(*) FROM \(raw: RecoveryObstacles.left) \
      WHERE _table = \(Int64(number)) AND _reason = \(Int64(reason))
      """) ?? 0
  }

  /// How many the store has with other links, so that they do not come.
  func otherwiseLinkedCount() throws(SQLiteError) -> Int64 {
    try matching.connection.integer(
      "SELECT count(*) FROM \(raw: source) WHERE NOT _migrate_comes") ?? 0
  }
}

extension RowMatching {
  /// All values of a row.
  fileprivate func content(of row: String, _ table: RecoveredTable) -> String {
    Self.content(table.columns.map { "\(row).\($0.quotedName)" })
  }

  /// All values of a row but its links.
  fileprivate func kind(of row: String, _ table: RecoveredTable) -> String {
    let links = Set(table.links.map(\.column))
    let values = table.columns.filter { !links.contains($0) }.map { "\(row).\($0.quotedName)" }
    return values.isEmpty ? "''" : Self.content(values)
  }
}
