internal import SQLText
internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// A table with objects in a recovery, as the statements need it.
///
/// In them `_d` is a row of the backup, `_s` one of the store, and `_m` says which one is which.
struct RecoveredTable {
  /// A column with a link.
  struct Link {
    var name: PropertyName
    var column: String
    /// The table that it leads to.
    var destination: String
    /// The column with the position among the links that lead to the same object.
    var order: String?
  }

  /// The SQL for what tells rows apart that are the same in both.
  enum Key: Hashable {
    /// A number, which a lost row may get anew: `_id`, or that of SQLite where `--key` tells rows apart.
    case number
    /// The primary key of an existing table, which never changes.
    case columns([String])
    /// Nothing tells its rows apart.
    case none
  }

  let name: String
  let layout: StoreLayout
  let key: Key
  let entities: [String]
  /// The columns with values of their own, but for a number.
  let columns: [String]
  let links: [Link]

  /// - Throws: ``RecoveryError/otherColumns(table:)`` where the backup has others.
  init(_ name: String, _ layout: StoreLayout, hasGivenKey: Bool, on connection: Connection) throws {
    // hidden: 2 and 3 are generated columns, which have no values of their own.
    func columns(in database: String) throws(SQLiteError) -> [String] {
      try connection.texts(
        "SELECT name FROM pragma_table_xinfo(\(name), \(database)) WHERE hidden = 0 ORDER BY cid")
    }
    let found = try columns(in: "main")
    guard try Set(columns(in: RowMatching.donor)) == Set(found) else {
      throw RecoveryError.otherColumns(table: name)
    }
    (self.name, self.layout) = (name, layout)
    self.columns = found.filter {
      layout.existingTables[name] != nil || $0 != StoreLayout.identityColumn
    }
    key =
      if let existing = layout.existingTables[name] {
        if !existing.primaryKey.isEmpty {
          .columns(existing.primaryKey)
        } else {
          hasGivenKey && !found.contains { $0.asciiLowercased == existing.rowID } ? .number : .none
        }
      } else {
        .number
      }
    entities = layout.schema.entities.map(\.name).filter { layout.table(of: $0) == name }.sorted()
    links = layout.associations.compactMap { association in
      let end = association.primary
      guard association.kind == .toOne, layout.table(of: end.entity) == name,
        let column = layout.column(of: end.relationship.name, in: end.entity),
        let destination = layout.table(of: end.relationship.destination)
      else { return nil }
      return Link(
        name: PropertyName(end), column: column, destination: destination,
        order: layout.orderColumn(of: association))
    }
  }

  /// The columns of the primary key of an existing table.
  var keyColumns: [String] { if case .columns(let columns) = key { columns } else { [] } }

  // MARK: - Rows

  var inStore: String { "main.\(name.quotedName)" }
  var inDonor: String { "\(RowMatching.donor).\(name.quotedName)" }

  /// What tells a row apart; the plus takes its type away, which ``RowMatching/map`` has not
  /// (https://www.sqlite.org/datatype3.html#affinity_of_expressions).
  func identity(_ row: String) -> String {
    key == .none ? "NULL" : "+\(layout.identity(ofRowsIn: name, as: row))"
  }

  /// Whether a row has all that tells it apart.
  func isNamed(_ row: String) -> String {
    switch key {
    case .number: "1"
    case .none: "0"
    case .columns(let columns):
      "(\(columns.map { "\(row.quotedName).\($0.quotedName) IS NOT NULL" }.joined(separator: " AND ")))"
    }
  }

  /// Whether a row has the identity that a row of the backup has or is to have.
  func isSame(_ row: String, number: String = "_m._new") -> String {
    switch key {
    case .number: "\(layout.identity(ofRowsIn: name, as: row)) = \(number)"
    case .none: "0"
    case .columns(let columns):
      "("
        + columns.map { "\(row.quotedName).\($0.quotedName) = _d.\($0.quotedName)" }.joined(
          separator: " AND ")
        + ")"
    }
  }

  /// The rows of the backup that are in the store already, or those that are missing.
  ///
  /// CROSS JOIN keeps SQLite from looking for each in all rows of the backup.
  func rows(areNew: Bool) -> String {
    "\(inDonor) AS _d CROSS JOIN \(RowMatching.map) AS _m ON _m._table = \(name.quotedText) "
      + "AND _m._old = \(identity("_d")) AND _m._is_new = \(areNew ? 1 : 0)"
  }

  /// The same beside those of the store.
  func pairs(areNew: Bool) -> String {
    "\(rows(areNew: areNew)) CROSS JOIN \(inStore) AS _s ON \(isSame("_s"))"
  }

  func isMember(of entity: String) -> String {
    layout.rowCondition(of: entity, includingDescendants: false).map { "_d.\($0)" } ?? "1"
  }

  /// Whether a row of the store has come from the backup.
  var isRecovered: String {
    "EXISTS (SELECT 1 FROM \(RowMatching.map) AS _n WHERE _n._table = \(name.quotedText) "
      + "AND _n._is_new AND _n._new = \(identity(name)))"
  }

  // MARK: - Values

  /// The value of a column in the store: of a link, what leads to the same object, or nothing where it led
  /// nowhere.
  func value(of column: String) -> String {
    guard let link = links.first(where: { $0.column == column }) else {
      return "_d.\(column.quotedName)"
    }
    let held = "_d.\(column.quotedName)"
    let value = layout.existingTables[link.destination] == nil ? "_e._new" : held
    return "(SELECT \(value) FROM \(RowMatching.map) AS _e "
      + "WHERE \(layout.isMapped("_e", in: link.destination, of: held)))"
  }

  /// Whether a column differs: 1 and 1.0 are equal to SQLite, and 'a' and 'A' may be; they are not the
  /// same.
  private func isOther(_ column: String, in row: String) -> String {
    let (mine, theirs) = ("\(row.quotedName).\(column.quotedName)", value(of: column))
    return "(\(mine) IS NOT \(theirs) COLLATE BINARY OR typeof(\(mine)) <> typeof(\(theirs)))"
  }

  /// What differs between rows that were there in both; links that were emptied are reported as such.
  func differences(_ matching: RowMatching) throws(SQLiteError) -> [RecoveryPlan.Difference] {
    guard !columns.isEmpty else { return [] }
    let isOther = columns.map { column in
      let isLink = links.contains { $0.column == column }
      return isLink
        ? "(_s.\(column.quotedName) IS NOT NULL AND \(self.isOther(column, in: "_s")))"
        : self.isOther(column, in: "_s")
    }
    var differences: [RecoveryPlan.Difference] = []
    for entity in entities {
      let source =
        "FROM \(pairs(areNew: false)) WHERE \(isMember(of: entity)) "
        + "AND (\(isOther.joined(separator: " OR ")))"
      guard let found = try matching.sample(of: "SELECT _m._new AS _found \(source)") else {
        continue
      }
      let sums = isOther.map { "total(\($0))" }.joined(separator: ", ")
      let row = try matching.connection.rows(SQL(raw: "SELECT \(sums) \(source)"))[0]
      differences.append(
        .init(
          entity: entity, count: found.count,
          columns: zip(columns, row).filter { $0.1 != .real(0) }.map(\.0),
          examples: found.examples, areSameByNumberAlone: matching.isByNumberAlone(entity)))
    }
    return differences
  }

  // MARK: - What puts rows back

  /// What puts the missing rows back.
  var insertion: RecoveryPart {
    var cells = columns.map { (column: $0.quotedName, value: value(of: $0)) }
    if key == .number {
      cells.insert((layout.keyNames(ofRowsIn: name)[0].quotedName, "_m._new"), at: 0)
    }
    let (names, values) = (cells.map(\.column), cells.map(\.value))
    return RecoveryPart(
      subject: .objects(subject),
      statement: (
        "INSERT",
        "INTO \(inStore) (\(names.joined(separator: ", "))) "
          + "SELECT \(values.joined(separator: ", ")) FROM \(rows(areNew: true)) ORDER BY _m._new"
      ),
      absent: "SELECT _m._new AS _found FROM \(RowMatching.map) AS _m "
        + "WHERE _m._table = \(name.quotedText) AND _m._is_new AND _m._new NOT IN "
        + "(SELECT \(identity("_s")) FROM \(inStore) AS _s WHERE \(isNamed("_s")))")
  }

  /// What gives rows that came their values again, which a trigger of the user's may have changed, such as
  /// one that notes when a row was written.
  var restoration: RecoveryPart? {
    let others = columns.filter { !keyColumns.contains($0) }
    guard !others.isEmpty, key != .none else { return nil }
    func isChanged(_ row: String) -> String {
      others.map { isOther($0, in: row) }.joined(separator: " OR ")
    }
    return RecoveryPart(
      subject: .objects(subject),
      statement: (
        "UPDATE",
        "\(inStore) SET "
          + others.map { "\($0.quotedName) = \(value(of: $0))" }.joined(separator: ", ")
          + " FROM \(rows(areNew: true)) WHERE \(isSame(name)) AND (\(isChanged(name)))"
      ),
      absent: "SELECT _m._new AS _found FROM \(pairs(areNew: true)) WHERE \(isChanged("_s"))")
  }

  var subject: String { entities.count == 1 ? entities[0] : name }
}

extension StoreLayout {
  /// Whether a row of ``RowMatching/map`` is what a link of the backup leads to.
  func isMapped(_ row: String, in table: String, of link: String) -> String {
    let end =
      existingTables[table] == nil ? "+\(link)" : end(of: link, in: table, of: RowMatching.donor)
    return "\(row)._table = \(table.quotedText) AND \(row)._old = \(end)"
  }
}
