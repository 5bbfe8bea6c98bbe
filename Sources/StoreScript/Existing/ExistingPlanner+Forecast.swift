internal import StoreLayout
internal import SQLite
internal import MigrationPlanner

/// What a table will hold, to be asked before anything happens to it.
extension ExistingPlanner {
  /// The values to look at where rows cannot be written; nil where none are.
  func filling(
    of plan: ExistingTablePlan, _ entity: EntityMapping, _ row: RowSource?
  ) -> RowFilling? {
    guard let row, !plan.values.isEmpty else { return nil }
    let values = columnValues(of: entity.entity, row)
    let (retyped, number) = (plan.retypedColumns, rowNumber(after: plan))
    return RowFilling(
      relation: row.relation, condition: row.condition, identity: row.id, entity: nil,
      computed: plan.values.compactMap { column, _ in
        guard let value = values[column], !value.isCopied || retyped.contains(column) else {
          return nil
        }
        return .init(
          column: column, sql: value.sql, isCarried: value.isCopied, isRowNumber: column == number)
      })
  }

  /// The column that will hold the number of a row; nil where none does.
  private func rowNumber(after plan: ExistingTablePlan) -> String? {
    guard let old = plan.source, let fate = fates[old],
      let table = found.definition.table(named: old)
    else {
      return target.definition.table(named: plan.table).flatMap { found.rowIDColumn(of: $0) }
    }
    return rowNumber(of: table, after: plan, fate).map { fate.kept[$0] ?? $0 }
  }

  /// Sets the query for the rows of a table as they will be; none where nothing happens to it.
  ///
  /// Rows that no key tells apart are given with their numbers, which a view does not have by itself.
  func foresee(_ plan: inout ExistingTablePlan, _ entity: EntityMapping, _ row: RowSource?) {
    guard !plan.isUntouched else { return }
    let names = target.definition.table(named: plan.table)?.columns.map(\.name) ?? []
    if let existing = target.existingTables[plan.table], existing.primaryKey.isEmpty,
      let table = plan.source.flatMap({ found.definition.table(named: $0) }),
      table.column(named: existing.rowID) == nil
    {
      plan.forecastRowID = existing.rowID
    }
    guard let row, !plan.isNew || !plan.values.isEmpty else {
      let list = names.map { "NULL AS \($0.quotedName)" }
      plan.forecast = list.isEmpty ? nil : "SELECT \(list.joined(separator: ", ")) WHERE 0"
      return
    }
    plan.forecast = forecast(of: plan, entity, row)
  }

  private func forecast(
    of plan: ExistingTablePlan, _ entity: EntityMapping, _ row: RowSource
  ) -> String {
    let values = columnValues(of: entity.entity, row)
    // By their names afterwards and, of those that stay, before.
    var columns: [(name: String, before: String?)] = plan.values.map { ($0.column, nil) }
    let text = plan.source.flatMap { found.texts[$0] }
    if let old = plan.source, let fate = fates[old],
      let table = found.definition.table(named: old)
    {
      let staying = stayingColumns(of: table, fate)
      columns =
        table.columns.map(\.name).filter(staying.contains).map { (fate.kept[$0] ?? $0, $0) }
        + plan.added.map { ($0.name, nil) }
    }
    var list = columns.map { name, before in
      let value =
        values[name].map { held($0, as: name, plan) } ?? before.flatMap { row.carried[$0]?.sql }
      let collation = before.flatMap { text?.builtInCollation(of: $0) }
      return collation.map { "(\(value ?? "NULL")) COLLATE \($0) AS \(name.quotedName)" }
        ?? "\(value ?? "NULL") AS \(name.quotedName)"
    }
    if let number = plan.forecastRowID { list.append("\(row.id) AS \(number.quotedName)") }
    return "SELECT \(list.joined(separator: ", ")) FROM \(row.relation)\(row.whereClause)"
  }

  /// A value as its column will hold it, which makes its own kind of what it takes in, and compared as
  /// that column is.
  private func held(_ value: RowValue, as name: String, _ plan: ExistingTablePlan) -> String {
    guard value != .null, !value.isCopied || plan.retypedColumns.contains(name),
      let type = declaredType(of: name, plan)
    else { return value.sql }
    let affinity = ColumnAffinity(type)
    return affinity.typed(affinity.held(value.sql))
  }

  /// The type that a column will be declared with: one of which no version says how stays as it is, with
  /// no type at all, maybe.
  private func declaredType(of name: String, _ plan: ExistingTablePlan) -> String? {
    if !plan.retypedColumns.contains(name), let old = plan.source,
      let before = fates[old]?.kept.first(where: { $0.value == name })?.key,
      let column = found.definition.table(named: old)?.column(named: before)
    {
      return column.type
    }
    return plan.linkTypes[name]
      ?? target.definition.table(named: plan.table)?.column(named: name)?.type
  }
}
