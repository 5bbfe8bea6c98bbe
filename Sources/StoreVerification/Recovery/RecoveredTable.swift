internal import SQLText
internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// A table of objects in a recovery, with the parts of its statements.
///
/// In the statements, `_d` is a row of the backup, `_s` is a row of the store, and `_m` is their pair in the
/// map.
struct RecoveredTable {
  /// The kind of identity by which rows in both databases are the same.
  enum Key: Hashable {
    /// A number, which may change for a recovered row: `_id`, or SQLite's own number if `--key` identifies
    /// rows.
    case number
    /// The primary key of an existing table, which never changes.
    case columns([String])
    /// Its rows have no identity.
    case none
  }

  let name: String
  let layout: StoreLayout
  let key: Key
  /// The key from the options.
  let given: ColumnKey?
  let entities: [String]
  /// The columns that are not generated, without the number.
  let columns: [String]
  let links: [StoreLayout.StoredLink]

  /// - Throws: ``RecoveryError/unusableBackup(reason:)`` if the backup has other columns.
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
    entities = layout.entities(in: name).map(\.name).sorted()
    links = layout.links(in: name)
  }

  /// The entity, or the table if it holds several entities.
  var subject: String { entities.count == 1 ? entities[0] : name }

  /// The columns of the rows' identity.
  var keyNames: [String] { layout.keyNames(ofRowsIn: name) }

  // MARK: - Rows

  var inStore: String { "main.\(name.quotedName)" }
  var inDonor: String { "\(RowMatching.donor).\(name.quotedName)" }

  /// The identity of a row.
  ///
  /// The plus removes its type affinity, because the columns of ``RowMatching/map`` have none
  /// (https://www.sqlite.org/datatype3.html#affinity_of_expressions).
  func identity(_ row: String) -> String {
    key == .none ? "NULL" : "+\(layout.identity(ofRowsIn: name, as: row))"
  }

  /// Whether a row has an identity, with a value in each of its columns.
  func isNamed(_ row: String) -> String {
    switch key {
    case .number: "1"
    case .none: "0"
    case .columns(let columns):
      "(\(columns.map { "\(row).\($0.quotedName) IS NOT NULL" }.joined(separator: " AND ")))"
    }
  }

  /// Whether a row has the identity of a row of the backup, or the one planned for it.
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

  /// The rows of the backup that are missing from the store; without `areNew`, those that the store has
  /// already.
  ///
  /// CROSS JOIN prevents SQLite from searching all rows of the backup for each one.
  func rows(areNew: Bool) -> String {
    "\(inDonor) AS _d CROSS JOIN \(RowMatching.map) AS _m ON _m._table = \(name.quotedText) "
      + "AND _m._old = \(identity("_d")) AND _m._is_new = \(areNew ? 1 : 0)"
  }

  func isMember(of entity: String) -> String {
    layout.rowCondition(of: entity, includingDescendants: false).map { "_d.\($0)" } ?? "1"
  }

  // MARK: - Values

  /// The value of a column for the store.
  ///
  /// A link gets the identity of the same object in the store. It is NULL if the object neither exists in the
  /// store nor is recovered.
  func value(of column: String, leadingBack: Bool = false) -> String {
    let held = "_d.\(column.quotedName)"
    guard let link = links.first(where: { $0.column == column }) else { return held }
    let value = layout.existingTables[link.destination] == nil ? "_e._new" : held
    return "(SELECT \(value) FROM \(RowMatching.map) AS _e "
      + "WHERE \(layout.isMapped("_e", in: link.destination, of: held))"
      + (leadingBack ? " AND _e._is_new)" : ")")
  }

  /// The backup's value of a column for a row of the store; for a link, only if it leads to a recovered
  /// object.
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

  /// Whether a column differs.
  ///
  /// Values that are equal to SQLite, such as 1 and 1.0, or 'a' and 'A' under some collations, still differ
  /// here.
  func isOther(_ column: String) -> String {
    let (mine, theirs) = ("_s.\(column.quotedName)", value(of: column))
    return "(\(mine) IS NOT \(theirs) COLLATE BINARY OR typeof(\(mine)) <> typeof(\(theirs)))"
  }

  // MARK: - Statements

  /// The statement that inserts the missing rows.
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

  /// Whether an existing row has lost a link to a recovered object.
  private func isEmptied(_ link: StoreLayout.StoredLink) -> String {
    "\(name.quotedName).\(link.column.quotedName) IS NULL AND \(theirs(link.column)) IS NOT NULL"
  }

  /// The value of a column of existing rows after their links are filled.
  func filled(_ column: String) -> String {
    guard let link = links.first(where: { [$0.column, $0.order].contains(column) }) else {
      return column.quotedName
    }
    return "CASE WHEN \(isEmptied(link)) THEN coalesce(\(column.quotedName), \(theirs(column))) "
      + "ELSE \(column.quotedName) END"
  }

  /// The statement that fills a link of existing rows, with its position.
  func filling(_ link: StoreLayout.StoredLink) -> RecoveryPart {
    let columns = [link.column, link.order].compactMap(\.self)
    return RecoveryPart(
      subject: .init(noun: "link", name: "\(PropertyName(link.end))"), table: name,
      keyNames: keyNames, verb: "UPDATE",
      rest: "\(inStore) SET "
        + columns.map { "\($0.quotedName) = \(filled($0))" }.joined(separator: ", ")
        + " WHERE \(isEmptied(link))",
      absent: "SELECT \(identity(name)) AS _found FROM \(inStore) WHERE \(isEmptied(link))")
  }
}

extension StoreLayout {
  /// Whether a row of ``RowMatching/map`` is the destination of a link of the backup.
  func isMapped(_ row: String, in table: String, of link: String) -> String {
    let end =
      existingTables[table] == nil ? "+\(link)" : end(of: link, in: table, of: RowMatching.donor)
    return "\(row)._table = \(table.quotedText) AND \(row)._old = \(end)"
  }
}
