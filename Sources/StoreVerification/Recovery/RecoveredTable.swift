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

  /// What tells rows apart that are the same in both.
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
  /// The key that somebody chose.
  let given: ColumnKey?
  let entities: [String]
  /// The columns with values of their own, but for a number.
  let columns: [String]
  let links: [Link]

  /// - Throws: ``RecoveryError/unusableBackup(reason:)`` where the backup has other columns.
  init(
    _ name: String, _ layout: StoreLayout, given: UniqueKey?, on connection: Connection
  ) throws {
    let found = try connection.storedColumns(of: name)
    guard try Set(connection.storedColumns(of: name, in: RowMatching.donor)) == Set(found) else {
      throw RecoveryError.unusableBackup(
        reason: "'\(name)' has other columns there than in the store")
    }
    (self.name, self.layout) = (name, layout)
    self.given = given.flatMap { ColumnKey($0, of: name, layout) }
    if let existing = layout.existingTables[name] {
      let isNumbered =
        given != nil && !found.contains { $0.asciiLowercased == existing.rowID }
      let primaryKey = existing.primaryKey
      key = primaryKey.isEmpty ? isNumbered ? .number : .none : .columns(primaryKey)
      self.columns = found
    } else {
      key = .number
      self.columns = found.filter { $0 != StoreLayout.identityColumn }
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

  /// The entity, or the table where it has several.
  var subject: String { entities.count == 1 ? entities[0] : name }

  /// The columns of what tells rows apart.
  var keyNames: [String] { layout.keyNames(ofRowsIn: name) }

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
      "(\(columns.map { "\(row).\($0.quotedName) IS NOT NULL" }.joined(separator: " AND ")))"
    }
  }

  /// Whether a row has the identity that a row of the backup has or is to have.
  func isSame(_ row: String, number: String = "_m._new") -> String {
    switch key {
    case .number: "\(layout.identity(ofRowsIn: name, as: row)) = \(number)"
    case .none: "0"
    case .columns(let columns):
      "("
        + columns.map { "\(row.quotedName).\($0.quotedName) = _d.\($0.quotedName)" }
        .joined(separator: " AND ") + ")"
    }
  }

  /// The rows of the backup that are in the store already, or those that are missing.
  ///
  /// CROSS JOIN keeps SQLite from looking for each in all rows of the backup.
  func rows(areNew: Bool) -> String {
    "\(inDonor) AS _d CROSS JOIN \(RowMatching.map) AS _m ON _m._table = \(name.quotedText) "
      + "AND _m._old = \(identity("_d")) AND _m._is_new = \(areNew ? 1 : 0)"
  }

  func isMember(of entity: String) -> String {
    layout.rowCondition(of: entity, includingDescendants: false).map { "_d.\($0)" } ?? "1"
  }

  // MARK: - Values

  /// The value of a column in the store: of a link, what leads to the same object, or nothing where it led
  /// nowhere, or to no object that comes back.
  func value(of column: String, leadingBack: Bool = false) -> String {
    let held = "_d.\(column.quotedName)"
    guard let link = links.first(where: { $0.column == column }) else { return held }
    let value = layout.existingTables[link.destination] == nil ? "_e._new" : held
    return "(SELECT \(value) FROM \(RowMatching.map) AS _e "
      + "WHERE \(layout.isMapped("_e", in: link.destination, of: held))"
      + (leadingBack ? " AND _e._is_new)" : ")")
  }

  /// The value of a column for a row of the store; of a link, only where it leads to what comes back.
  private func theirs(_ column: String) -> String {
    let value = value(of: column, leadingBack: true)
    return switch key {
    case .none: "NULL"
    case .columns: "(SELECT \(value) FROM \(inDonor) AS _d WHERE \(isSame(name)))"
    case .number:
      "(SELECT \(value) FROM \(RowMatching.map) AS _m CROSS JOIN \(inDonor) AS _d "
        + "ON \(layout.identity(ofRowsIn: name, as: "_d")) = _m._old "
        + "WHERE _m._table = \(name.quotedText) AND _m._new = \(identity(name)))"
    }
  }

  /// Whether a column differs: 1 and 1.0 are equal to SQLite, and 'a' and 'A' may be; they are not the
  /// same.
  func isOther(_ column: String) -> String {
    let (mine, theirs) = ("_s.\(column.quotedName)", value(of: column))
    return "(\(mine) IS NOT \(theirs) COLLATE BINARY OR typeof(\(mine)) <> typeof(\(theirs)))"
  }

  // MARK: - Statements

  /// The statement that puts the missing rows back.
  var insertion: RecoveryPart {
    var cells = columns.map { (column: $0.quotedName, value: value(of: $0)) }
    let keys = keyNames
    if key == .number { cells.insert((keys[0].quotedName, "_m._new"), at: 0) }
    let isOther = ["_s.\(keys[0].quotedName) IS NULL"] + columns.map(self.isOther)
    return RecoveryPart(
      subject: .init(noun: "object", name: subject), table: name, keyNames: keys, verb: "INSERT",
      rest: "INTO \(inStore) (\(cells.map(\.column).joined(separator: ", "))) "
        + "SELECT \(cells.map(\.value).joined(separator: ", ")) FROM \(rows(areNew: true)) "
        + "ORDER BY _m._new",
      absent: "SELECT _m._new AS _found FROM \(rows(areNew: true)) "
        + "LEFT JOIN \(inStore) AS _s ON \(isSame("_s")) "
        + "WHERE \(isOther.joined(separator: " OR "))")
  }

  /// Whether an existing row has lost a link to what comes back.
  private func isEmptied(_ link: Link) -> String {
    "\(name.quotedName).\(link.column.quotedName) IS NULL AND \(theirs(link.column)) IS NOT NULL"
  }

  /// The value of a column of existing rows once their links are filled.
  func filled(_ column: String) -> String {
    guard let link = links.first(where: { [$0.column, $0.order].contains(column) }) else {
      return column.quotedName
    }
    return "CASE WHEN \(isEmptied(link)) THEN coalesce(\(column.quotedName), \(theirs(column))) "
      + "ELSE \(column.quotedName) END"
  }

  /// The statement that fills a link of existing rows, with its position.
  func filling(_ link: Link) -> RecoveryPart {
    let columns = [link.column, link.order].compactMap(\.self)
    return RecoveryPart(
      subject: .init(noun: "link", name: "\(link.name)"), table: name, keyNames: keyNames,
      verb: "UPDATE",
      rest: "\(inStore) SET "
        + columns.map { "\($0.quotedName) = \(filled($0))" }.joined(separator: ", ")
        + " WHERE \(isEmptied(link))",
      absent: "SELECT \(identity(name)) AS _found FROM \(inStore) WHERE \(isEmptied(link))")
  }
}

extension StoreLayout {
  /// Whether a row of ``RowMatching/map`` is what a link of the backup leads to.
  func isMapped(_ row: String, in table: String, of link: String) -> String {
    let end =
      existingTables[table] == nil ? "+\(link)" : end(of: link, in: table, of: RowMatching.donor)
    return "\(row)._table = \(table.quotedText) AND \(row)._old = \(end)"
  }
}
