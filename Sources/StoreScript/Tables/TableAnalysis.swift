internal import SQLite
internal import SQLText

/// Compares a table with its new definition: the changes, and the reason why it cannot be altered in place,
/// if any.
///
/// `ALTER TABLE` writes no rows to add or rename a column (https://www.sqlite.org/lang_altertable.html). To
/// drop a column it writes each row once, as a rebuild does, so it is used for a single column only. Every
/// other change is a rebuild, even a changed default. Rows from before an ADD COLUMN hold no value of their
/// own and read it from the definition, so any other change of the definition would change their values.
struct TableAnalysis {
  private let found: TableDefinition
  private let named: TableDefinition
  private let target: TableDefinition
  private let members: [FillMember]
  private let tableNames: [String: String]
  private let declared: DeclaredColumns?
  private(set) var change = TableChange()
  private(set) var reasons: [String] = []

  /// Compares a table, of which the source names some or all columns.
  ///
  /// Tables that continue have other names, given by their source names. In an existing database the schema
  /// says which differences matter.
  ///
  /// - Throws: ``StoreScriptError`` for a change that is not supported.
  init(
    from found: TableDefinition, naming named: TableDefinition, to target: TableDefinition,
    _ members: [FillMember], areAllRows: Bool, tableNames: [String: String],
    declared: DeclaredColumns? = nil
  ) throws(StoreScriptError) {
    (self.found, self.named, self.target) = (found, named, target)
    (self.members, self.tableNames, self.declared) = (members, tableNames, declared)
    let continued = keepColumns()
    // If rows come from another table, no column stays in place.
    let areAtHome = members.allSatisfy { $0.home == found.name }
    if !areAtHome { reasons.append("rows come from another table") }
    if !areAllRows || members.contains(where: { !$0.isComplete }) {
      reasons.append("not all rows stay")
    }
    guard areAtHome else { return }
    if let unsaid = declared?.unsaidDefaults(of: found, in: target, after: change) { throw unsaid }
    try compareKeys()
    for (position, (column, given)) in zip(target.columns, continued).enumerated() {
      let values = members.map { $0.columns[position].value }
      if let given { compare(given, with: column, values) } else { add(column, values) }
    }
    dropColumns()
  }

  // MARK: Continued columns

  /// A column continues with its property, and with the property whose value is made from the column's.
  ///
  /// A property that only takes the column's name gets another column. The result is the column that each
  /// column of the target continues, if any.
  private mutating func keepColumns() -> [ColumnDefinition?] {
    let rows = members.filter { $0.home == found.name }
    var continued: [ColumnDefinition?] = []
    continued.reserveCapacity(target.columns.count)
    change.kept.reserveCapacity(target.columns.count)
    for (position, column) in target.columns.enumerated() {
      var given: ColumnDefinition?
      for row in rows.indices where given == nil {
        guard let origin = rows[row].columns[position].value.origin, change.kept[origin] == nil
        else { continue }
        given = found.column(named: origin, near: position)
      }
      continued.append(given)
      guard let name = given?.name else { continue }
      change.kept[name] = column.name
      let isUnchanged = rows.indices.allSatisfy { row in
        rows[row].columns[position].value.isCopy(of: name)
          || rows[row].columns[position].value.isNull && !rows[row].ownColumns.contains(name)
      }
      if !isUnchanged { change.changed.insert(column.name) }
    }
    change.dropped = named.columns.map(\.name).filter { change.kept[$0] == nil }
    if change.dropped.isEmpty { return continued }
    let going = Set(change.kept.values)
    let taken = Set(
      change.kept.filter { $0.key != $0.value }.map(\.value.asciiLowercased)
        + target.columns.map(\.name).filter { !going.contains($0) }.map(\.asciiLowercased))
    for name in change.dropped where taken.contains(name.asciiLowercased) {
      change.parked[name] = TableNaming.interimName(of: name)
    }
    return continued
  }

  // MARK: Kept columns

  private mutating func compare(
    _ given: ColumnDefinition, with column: ColumnDefinition, _ values: [RowValue]
  ) {
    let name = given.name
    if let type = declared == nil ? column.type : declared?.type(of: given, as: column),
      !given.hasType(type)
    {
      change.edits.append(.type(column: name, type))
      reasons.append("'\(column.name)' is declared as \(type)")
    }
    if given.isRequired != column.isRequired, !found.primaryKey.contains(name) {
      change.edits.append(.required(column: name, column.isRequired))
      reasons.append("'\(column.name)' becomes \(column.isRequired ? "required" : "optional")")
    }
    if given.defaultExpression != column.defaultExpression,
      declared?.hasNewDefault(given, as: column) ?? true
    {
      change.edits.append(.defaultValue(column: name, column.defaultExpression))
      reasons.append("the default of '\(column.name)' changes")
    }
    compareReferences(name, with: column)
    if change.changed.contains(column.name) { compute(column, values) }
  }

  /// A key that only follows its renamed table or column is changed by SQLite itself.
  private mutating func compareReferences(_ name: String, with column: ColumnDefinition) {
    let (old, new) = (named.foreignKey(of: name), target.foreignKey(of: column.name))
    let isSame =
      old.map { tableNames[$0.table] ?? $0.table } == new?.table && old?.onDelete == new?.onDelete
    guard !isSame else { return }
    var key = new
    if let present = found.foreignKeys.first(where: { $0.columns == [name] }) {
      key?.onUpdate = present.onUpdate
      key?.isDeferred = present.isDeferred
    }
    change.edits.append(.reference(column: name, key?.referencesSQL))
    reasons.append("the foreign key of '\(column.name)' changes")
  }

  private mutating func compute(_ column: ColumnDefinition, _ values: [RowValue]) {
    reasons.append(
      values.contains { $0.kind == .position }
        ? "linked objects get positions in '\(column.name)', by their _id"
        : "values of '\(column.name)' are computed")
  }

  private mutating func compareKeys() throws(StoreScriptError) {
    let hasSameKey = named.primaryKey.map { change.kept[$0] ?? "" } == target.primaryKey
    if declared != nil {
      guard hasSameKey else {
        throw .existingTable(
          found.name, reason: "would get another primary key, which is not done")
      }
    } else if !hasSameKey || found.isStrict != target.isStrict
      || found.isWithoutRowID != target.isWithoutRowID
    {
      reasons.append("the primary key changes")
    }
  }

  // MARK: Added and dropped columns

  private mutating func add(_ column: ColumnDefinition, _ values: [RowValue]) {
    change.added.append((column.name, target.addedColumnSQL(column)))
    let expression = column.defaultExpression ?? "NULL"
    let sql = Set(values.map(\.sql))
    if sql.count > 1 || values.contains(where: { $0.kind != .constant }) {
      compute(column, values)
    } else if sql.first ?? expression != expression {
      reasons.append("rows get a value for '\(column.name)' that is not its default")
    } else if column.isRequired, column.defaultExpression == nil {
      reasons.append("'\(column.name)' is required and has no constant default")
    } else if !SQLTokens(expression).isLiteral || Self.isClock(expression) {
      reasons.append("the default of '\(column.name)' is no literal")
    } else if column.defaultExpression != nil, target.foreignKey(of: column.name) != nil {
      reasons.append("'\(column.name)' is a foreign key and has a default")
    }
  }

  /// Whether the expression is a keyword for the current time, which is not the same for every row
  /// (https://www.sqlite.org/lang_altertable.html#alter_table_add_column).
  private static func isClock(_ expression: String) -> Bool {
    expression.uppercased().hasPrefix("CURRENT_")
  }

  private mutating func dropColumns() {
    for name in change.dropped {
      if found.foreignKeys.contains(where: { $0.columns == [name] }) {
        change.edits.append(.reference(column: name, nil))
      }
      change.edits.append(.dropping(column: name))
    }
    if change.dropped.count > 1 {
      let list = change.dropped.map { "'\($0)'" }.joined(separator: ", ")
      reasons.append("\(list) are dropped, in one pass")
    } else if let only = change.dropped.first, isKey(only) {
      reasons.append("'\(only)' is dropped, and has a key")
    }
  }

  private func isKey(_ column: String) -> Bool {
    found.foreignKeys.contains { $0.columns.contains(column) }
      || found.uniqueConstraints.contains { $0.contains(column) }
  }
}
