internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The statements that concern the objects of one table in a recovery.
struct RecoveredTable {
  /// A column with a link, and what belongs to it.
  struct Link {
    var name: PropertyName
    var column: String
    /// The table that it leads to.
    var destination: String
    /// The column with the position among those that lead to the same object.
    var order: String?
    /// Whether an object without it breaks the model.
    var isRequired: Bool
    /// Whether a row without it is refused.
    var isColumnRequired: Bool
  }

  let matching: RowMatching
  let table: String
  /// The columns with values of their own; of one of our tables without the identity.
  let columns: [String]
  let links: [Link]
  /// What no two rows may have.
  let keys: [UniqueColumns]

  private var layout: StoreLayout { matching.layout }
  private var connection: Connection { matching.connection }
  var number: Int { matching.number(of: table) }

  /// - Throws: ``RecoveryError/otherColumns(table:)`` where the backup has others.
  init(_ table: String, _ matching: RowMatching) throws {
    self.matching = matching
    self.table = table
    let layout = matching.layout
    // hidden: 2 and 3 are generated columns, which have no values of their own.
    func columns(in database: String) throws(SQLiteError) -> [String] {
      try matching.connection.texts(
        "SELECT name FROM pragma_table_xinfo(\(table), \(database)) WHERE hidden = 0 ORDER BY cid")
    }
    let found = try columns(in: "main")
    guard try Set(columns(in: RowMatching.donor)) == Set(found) else {
      throw RecoveryError.otherColumns(table: table)
    }
    self.columns =
      layout.existingTables[table] != nil
      ? found : found.filter { $0 != StoreLayout.identityColumn }
    let keys = UniqueColumns.all(of: table, in: matching.definition)
    let definition = matching.definition.table(named: table)
    self.keys = keys
    links = layout.associations.compactMap { association in
      let end = association.primary
      guard association.kind == .toOne, layout.table(of: end.entity) == table,
        let column = layout.column(of: end.relationship.name, in: end.entity),
        let destination = layout.table(of: end.relationship.destination)
      else { return nil }
      // A row whose key is another than was foreseen would be a stranger.
      let isColumnRequired =
        definition?.column(named: column)?.isRequired ?? false
        || layout.existingTables[table]?.primaryKey.contains(column) ?? false
      return Link(
        name: PropertyName(end), column: column, destination: destination,
        order: layout.orderColumn(of: association),
        isRequired: isColumnRequired || !end.relationship.isOptional,
        isColumnRequired: isColumnRequired)
    }
  }

  /// Whether what tells its rows apart is a text of several values.
  var hasKeyOfSeveralColumns: Bool { !matching.keyParts(of: table).isEmpty }

  // MARK: - Rows

  /// The rows of the backup with the identities that they have in the store, as `_d` and `_m`.
  func rows(areNew: Bool) -> String {
    "\(RowMatching.map) AS _m "
      + matching.row("_d", of: table, in: RowMatching.donor, with: "_m._old").join
      + " AND _m._table = \(number) AND _m._is_new = \(areNew ? 1 : 0)"
  }

  /// The same beside those of the store, as `_s`.
  func pairs(areNew: Bool) -> String {
    "\(rows(areNew: areNew)) "
      + matching.row("_s", of: table, in: "main", with: "_m._new").join
  }

  /// What a column of the backup's row is in the store: of a link, what leads to the same object.
  func value(of column: String) -> String {
    guard let link = links.first(where: { $0.column == column }) else {
      return "_d.\(column.quotedName)"
    }
    let isOfKey = layout.existingTables[table]?.primaryKey.contains(column) ?? false
    let value = matching.newValue(
      of: held(link), in: link.destination, isOfKey: isOfKey, where: isFree(link))
    return "(\(value))"
  }

  /// What the backup's row holds as a link.
  func held(_ link: Link) -> String { "_d.\(link.column.quotedName)" }

  private func isFree(_ link: Link) -> String { "NOT \(RecoveryObstacles.isHeld(link, in: self))" }

  /// The new identity of the object that a link of the backup's row leads to, unless the link
  /// cannot be had.
  func end(of link: Link) -> String {
    matching.newEnd(of: held(link), in: link.destination, where: isFree(link))
  }

  /// What puts the missing rows back.
  var insertion: RecoveryPart {
    RecoveryPart(
      subject: .objects(self), statement: insertion(of: ""),
      keys: "SELECT _m._old, NULL FROM \(rows(areNew: true)) "
        + "WHERE _m._new NOT IN (\(identities)) ORDER BY _m._new",
      some: insertion(of: " WHERE _m._old IN \(RecoveryPart.range)"))
  }

  /// A query for what tells the rows of the store apart.
  private var identities: String {
    let identity = layout.identity(ofRowsIn: table)
    let query = "SELECT \(identity) FROM main.\(table.quotedName)"
    // A key that was there first may have no value, and then nothing would be known of any.
    return layout.existingTables[table] == nil ? query : "\(query) WHERE \(identity) IS NOT NULL"
  }

  private func insertion(of condition: String) -> String {
    var cells = columns.map { (column: $0.quotedName, value: value(of: $0)) }
    if let existing = layout.existingTables[table] {
      if existing.primaryKey.isEmpty, !matching.isUnnamed(table) {
        cells.insert((matching.layout.identity(ofRowsIn: table), "_m._new"), at: 0)
      }
    } else {
      cells.insert((StoreLayout.identityColumn.quotedName, "_m._new"), at: 0)
    }
    // Without the plus SQLite goes through all rows in that order to find some.
    return "INSERT INTO main.\(table.quotedName) (\(cells.map(\.column).joined(separator: ", "))) "
      + "SELECT \(cells.map(\.value).joined(separator: ", ")) FROM \(rows(areNew: true))"
      + "\(condition) ORDER BY +_m._new"
  }

  // MARK: - Links that were emptied

  /// The rows that are there and have nothing where the backup's lead to an object that is there
  /// or comes back.
  func emptied(_ link: Link) -> String {
    "\(pairs(areNew: false)) WHERE _s.\(link.column.quotedName) IS NULL "
      + "AND (\(end(of: link))) IS NOT NULL"
  }

  /// The columns by which a row is found; SQLite's number of it, where it has no key.
  private var keyColumns: [String] { layout.keyNames(ofRowsIn: table) }

  /// How many links of rows that are there were emptied.
  func emptiedLinks() throws(SQLiteError) -> [RecoveryPlan.LinkCount] {
    var emptied: [RecoveryPlan.LinkCount] = []
    for link in links {
      let count = try connection.integer("SELECT count(*) FROM \(raw: self.emptied(link))")
      if let count, count > 0 { emptied.append(.init(name: link.name, count: count)) }
    }
    return emptied
  }

  /// What they are filled with: `_row`, `_end`, `_order`, and what the row's key is as `_1`, `_2`, ….
  private func fillings(_ link: Link, _ condition: String = "") -> String {
    let key = keyColumns.enumerated().map { ", _s.\($1.quotedName) AS _\($0 + 1)" }
    return """
      SELECT _m._new AS _row, \(value(of: link.column)) AS _end, \
      \(link.order.map { "_d.\($0.quotedName)" } ?? "NULL") AS _order\(key.joined()) \
      FROM \(emptied(link))\(condition)
      """
  }

  /// What fills them again.
  var relinking: [RecoveryPart] {
    let isRow = keyColumns.enumerated()
      .map { "\(table.quotedName).\($1.quotedName) = _old._\($0 + 1)" }
      .joined(separator: " AND ")
    return links.map { link in
      let order = link.order.map {
        ", \($0.quotedName) = coalesce(\($0.quotedName), _old._order)"
      }
      func update(_ condition: String = "") -> String {
        """
        UPDATE main.\(table.quotedName) SET \(link.column.quotedName) = _old._end\(order ?? "") \
        FROM (\(fillings(link, condition))) AS _old WHERE \(isRow)
        """
      }
      return RecoveryPart(
        subject: .emptied(link, self), statement: update(),
        keys: "SELECT _m._old, NULL FROM \(emptied(link)) ORDER BY _m._new",
        some: update(" AND _m._old IN \(RecoveryPart.range)"))
    }
  }

  // MARK: - Counts

  /// How many rows are missing, by entity.
  func missing() throws(SQLiteError) -> [RecoveryPlan.Missing] {
    var missing: [RecoveryPlan.Missing] = []
    for entity in entities {
      let row = try connection.rows(
        SQL(
          raw: """
            SELECT count(*), coalesce(sum(_m._new IS NOT _m._old), 0) FROM \(rows(areNew: true)) \
            WHERE \(isMember(of: entity))
            """)
      ).first
      if let count = row?[0].integer, count > 0 {
        missing.append(.init(entity: entity, count: count, renumbered: row?[1].integer ?? 0))
      }
    }
    return missing
  }

  var entities: [String] {
    layout.schema.entities.map(\.name).filter { layout.table(of: $0) == table }.sorted()
  }

  func isMember(of entity: String) -> String {
    layout.rowCondition(of: entity, includingDescendants: false).map { "_d.\($0)" } ?? "1"
  }

  /// How many links of missing rows lead to nothing in the backup.
  func lostLinks() throws(SQLiteError) -> Int64 {
    var count: Int64 = 0
    for link in links {
      count +=
        try connection.integer(
          """
          SELECT count(*) FROM \(raw: rows(areNew: true)) \
          WHERE _d.\(name: link.column) IS NOT NULL AND NOT EXISTS (SELECT 1 \
          FROM \(raw: RowMatching.donor).\(name: link.destination) AS _x \
          WHERE \(raw: layout.isEnd("_x", in: link.destination, of: held(link))))
          """) ?? 0
    }
    return count
  }

  /// What differs between rows that are there in both, or that came back.
  func differences(ofNew areNew: Bool = false) throws(SQLiteError) -> [RecoveryPlan.Difference] {
    guard !columns.isEmpty else { return [] }
    let isOther = columns.map { column in
      let (mine, theirs) = ("_s.\(column.quotedName)", value(of: column))
      // 1 and 1.0 are equal to SQLite, and 'a' and 'A' may be; they are not the same.
      let isOther =
        "(\(mine) IS NOT \(theirs) COLLATE BINARY OR typeof(\(mine)) <> typeof(\(theirs)))"
      // Links that were emptied are told as such.
      guard !areNew, links.contains(where: { $0.column == column }) else { return isOther }
      return "(\(isOther) AND \(mine) IS NOT NULL)"
    }
    var differences: [RecoveryPlan.Difference] = []
    for entity in entities {
      let source =
        "FROM \(pairs(areNew: areNew)) WHERE \(isMember(of: entity)) "
        + "AND (\(isOther.joined(separator: " OR ")))"
      let sums = isOther.map { "sum(\($0))" }.joined(separator: ", ")
      let row = try connection.rows(SQL(raw: "SELECT count(*), \(sums) \(source)")).first
      guard let row, let count = row[0].integer, count > 0 else { continue }
      let examples = try connection.rows(
        SQL(raw: "SELECT _m._new \(source) ORDER BY 1 LIMIT \(Finding.exampleLimit)"))
      differences.append(
        .init(
          entity: entity, count: count,
          columns: zip(columns, row.dropFirst()).filter { ($0.1.integer ?? 0) > 0 }.map(\.0),
          examples: examples.map { $0[0] },
          haveKeysOfSeveralColumns: hasKeyOfSeveralColumns,
          areSameByNumberAlone: matching.isByNumberAlone(entity)))
    }
    return differences
  }

  // MARK: - Proof

  /// All rows that were there before, as they are.
  var oldRows: String { oldRows({ "_s.\($0.quotedName)" }, "") }

  /// The same as they are to be once links are filled.
  var expectedRows: String {
    let (value, joins) = filledCells
    return oldRows(value, joins)
  }

  /// Cells of the rows that are there and get links again, as they are to be then, by what stands in
  /// each column; nil where no row has links.
  func filledRows(_ cells: ((String) -> String) -> String) -> String? {
    guard !links.isEmpty else { return nil }
    let (value, joins) = filledCells
    let isFilled = links.indices.map { "_f\($0)._row IS NOT NULL" }.joined(separator: " OR ")
    return "SELECT \(cells(value)) FROM main.\(table.quotedName) AS _s\(joins) WHERE \(isFilled)"
  }

  /// What stands in each column of a row `_s` that is there once its links are filled, and what is to
  /// be joined for that.
  private var filledCells: (value: (String) -> String, joins: String) {
    var values: [String: String] = [:]
    func value(_ column: String) -> String { values[column] ?? "_s.\(column.quotedName)" }
    var joins = ""
    for (index, link) in links.enumerated() {
      let filling = "_f\(index)"
      values[link.column] = "coalesce(\(value(link.column)), \(filling)._end)"
      if let order = link.order {
        let mine = value(order)
        values[order] =
          "CASE WHEN \(filling)._row IS NULL THEN \(mine) ELSE coalesce(\(mine), \(filling)._order) END"
      }
      joins +=
        " LEFT JOIN (\(fillings(link))) AS \(filling) "
        + "ON \(filling)._row = \(matching.soughtIdentity(table, "_s"))"
    }
    return ({ [values] in values[$0] ?? "_s.\($0.quotedName)" }, joins)
  }

  private func oldRows(_ value: (String) -> String, _ joins: String) -> String {
    let list = ([matching.identity(table, "_s")] + columns.map(value)).joined(separator: ", ")
    return """
      SELECT \(list) FROM main.\(table.quotedName) AS _s\(joins) WHERE NOT EXISTS (SELECT 1 \
      FROM \(RowMatching.map) AS _n WHERE _n._table = \(number) AND _n._is_new \
      AND _n._new = \(matching.soughtIdentity(table, "_s")))
      """
  }
}
