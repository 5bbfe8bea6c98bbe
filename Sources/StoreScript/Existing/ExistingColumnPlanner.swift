internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// Works out what happens to the columns of one table that was there before any model.
struct ExistingColumnPlanner {
  let entity: EntityMapping
  let source: StoreLayout
  let target: StoreLayout
  let fate: ColumnFate
  let found: TableDefinition
  let text: TableText
  /// By their names in the source: the tables that go on, under their names in the target.
  let tables: [String: String]

  private var before: TableDefinition? { source.definition.table(named: found.name) }

  mutating func plan(_ plan: inout ExistingTablePlan, row: RowSource?) throws(StoreScriptError) {
    guard let before, let wanted = target.definition.table(named: plan.table) else { return }
    plan.renames =
      fate.parked.sorted { $0.key < $1.key }.map { (from: $0.key, to: $0.value) }
      + fate.kept.filter { $0.key != $0.value }.sorted { $0.key < $1.key }
      .map { (from: $0.key, to: $0.value) }
    guard before.primaryKey.map({ fate.kept[$0] ?? "" }) == wanted.primaryKey else {
      throw .existingTable(found.name, reason: "would get another primary key, which is not done")
    }
    let values = valuesByColumn(row)
    let names = Dictionary(
      fate.kept.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    if let unsaid = StoreScriptError(unsaidDefaults(in: wanted, names)) { throw unsaid }
    for column in wanted.columns {
      if let old = names[column.name], let given = found.column(named: old) {
        compare(given, with: column, &plan)
        if !fate.unchanged.contains(column.name) {
          plan.reasons.append("values of '\(column.name)' are computed")
        }
      } else {
        add(column, of: wanted, values[column.name] ?? .null, &plan)
      }
    }
    planDrops(&plan, before)
  }

  private func valuesByColumn(_ row: RowSource?) -> [String: RowValue] {
    guard let row else { return [:] }
    return Dictionary(
      target.storedProperties(of: entity.entity).compactMap { property, column in
        row.values[property].map { (column, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Columns that stay

  private func compare(
    _ given: ColumnDefinition, with column: ColumnDefinition, _ plan: inout ExistingTablePlan
  ) {
    let name = column.name
    if let type = wantedType(of: given, column), !given.hasType(type) {
      plan.edits.append(.type(column: name, type))
      plan.reasons.append("'\(name)' is declared as \(type)")
    }
    if given.isRequired != column.isRequired, !found.primaryKey.contains(given.name) {
      plan.edits.append(.required(column: name, column.isRequired))
      plan.reasons.append("'\(name)' becomes \(column.isRequired ? "required" : "optional")")
    }
    compareDefaults(given, with: column, &plan)
    compareReferences(given, with: column, &plan)
  }

  /// The declared type where the schema says one, or where values are of another kind now.
  ///
  /// One that a schema no longer says is the usual one again, whatever versions are on the way.
  private func wantedType(of given: ColumnDefinition, _ column: ColumnDefinition) -> String? {
    guard let new = attribute(in: column.name, of: entity.entity, target) else { return nil }
    if let type = new.sqlType { return type }
    guard let old = attribute(in: given.name, of: entity.source ?? "", source), old.sqlType == nil
    else { return column.type }
    return source.schema.columnType(of: old) == target.schema.columnType(of: new)
      ? nil : column.type
  }

  private func attribute(
    in column: String, of entity: String, _ layout: StoreLayout
  ) -> Attribute? {
    layout.schema.entity(named: entity)?.attributes.first {
      !$0.isTransient && ($0.column ?? $0.name) == column
    }
  }

  private func compareDefaults(
    _ given: ColumnDefinition, with column: ColumnDefinition, _ plan: inout ExistingTablePlan
  ) {
    let old = attribute(in: given.name, of: entity.source ?? "", source)?.defaultValue
    let new = attribute(in: column.name, of: entity.entity, target)?.defaultValue
    guard old != new, given.defaultExpression != column.defaultExpression else { return }
    plan.edits.append(.defaultValue(column: column.name, column.defaultExpression))
    plan.reasons.append("the default of '\(column.name)' changes")
  }

  /// The defaults that columns keep and neither version says, the old one for want of words: those of
  /// which the new one has some, and so would say that there is none.
  private func unsaidDefaults(
    in wanted: TableDefinition, _ names: [String: String]
  ) -> [StoreScriptError] {
    wanted.columns.compactMap { column in
      guard let old = names[column.name], let sql = found.column(named: old)?.defaultExpression,
        attribute(in: old, of: entity.source ?? "", source)?.defaultValue == nil,
        let new = attribute(in: column.name, of: entity.entity, target), new.defaultValue == nil,
        case .literal(let value) = DeclaredDefault(sql, as: new.type)
      else { return nil }
      return .unsaidDefault(
        sql, of: new.name, in: entity.entity, value: LiteralJSON.text(of: value))
    }
  }

  /// A key that only follows the table or the column that it leads to is changed by SQLite itself.
  private func compareReferences(
    _ given: ColumnDefinition, with column: ColumnDefinition, _ plan: inout ExistingTablePlan
  ) {
    let old = before?.foreignKey(of: given.name)
    let new = target.definition.table(named: plan.table)?.foreignKey(of: column.name)
    let isSame =
      old.map { tables[$0.table] ?? $0.table } == new?.table
      && old?.onDelete == new?.onDelete
    guard !isSame else { return }
    var key = new
    if let present = found.foreignKeys.first(where: { $0.columns == [given.name] }) {
      key?.onUpdate = present.onUpdate
      key?.isDeferred = present.isDeferred
    }
    plan.edits.append(.reference(column: column.name, key?.referencesSQL))
    plan.reasons.append("the foreign key of '\(column.name)' changes")
  }

  // MARK: Columns that come and go

  private func add(
    _ column: ColumnDefinition, of table: TableDefinition, _ value: RowValue,
    _ plan: inout ExistingTablePlan
  ) {
    var declared = column
    declared.type = plan.linkTypes[column.name] ?? column.type
    plan.added.append((column.name, table.addedColumnSQL(declared)))
    let expression = column.defaultExpression ?? "NULL"
    if value.kind != .constant {
      plan.reasons.append("values of '\(column.name)' are computed")
    } else if value.sql != expression {
      plan.reasons.append("rows get a value for '\(column.name)' that is not its default")
    } else if column.isRequired, column.defaultExpression == nil {
      plan.reasons.append("'\(column.name)' is required and has no constant default")
    } else if !SQLTokens(expression).isLiteral || Self.isClock(expression) {
      plan.reasons.append("the default of '\(column.name)' is no literal")
    } else if column.defaultExpression != nil, table.foreignKey(of: column.name) != nil {
      plan.reasons.append("'\(column.name)' is a foreign key and has a default")
    }
  }

  /// A word that SQLite reads as the time of day is not the same for every row
  /// (https://www.sqlite.org/lang_altertable.html#alter_table_add_column).
  private static func isClock(_ expression: String) -> Bool {
    expression.uppercased().hasPrefix("CURRENT_")
  }

  private func planDrops(_ plan: inout ExistingTablePlan, _ before: TableDefinition) {
    let names = before.columns.map(\.name).filter { fate.kept[$0] == nil }
    plan.dropped = names.map { fate.parked[$0] ?? $0 }
    for (name, current) in zip(names, plan.dropped) {
      if found.foreignKeys.contains(where: { $0.columns == [name] }) {
        plan.edits.append(.reference(column: current, nil))
      }
      plan.edits.append(.dropping(column: current))
    }
    if names.count > 1 {
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      plan.reasons.append("\(list) are dropped, in one pass")
    } else if let only = names.first, isKey(only) {
      plan.reasons.append("'\(only)' is dropped, and has a key")
    }
  }

  private func isKey(_ column: String) -> Bool {
    found.foreignKeys.contains { $0.columns.contains(column) }
      || found.uniqueConstraints.contains { $0.contains(column) }
  }
}
