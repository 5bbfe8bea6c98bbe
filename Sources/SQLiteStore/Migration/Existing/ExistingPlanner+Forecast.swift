internal import MigrationPlanner

/// What a table will hold, to be asked before anything happens to it.
extension ExistingPlanner {
  /// The values to look at where rows cannot be written; nil where none are.
  func filling(
    of plan: ExistingTablePlan, _ entity: EntityMapping, _ row: RowSource?
  ) -> RowFilling? {
    guard let row, !plan.values.isEmpty else { return nil }
    let values = columnValues(of: entity.entity, row)
    let retyped = plan.retypedColumns
    return RowFilling(
      relation: row.relation, condition: row.condition, identity: row.id, entity: nil,
      computed: plan.values.compactMap { column, _ in
        guard let value = values[column], !value.isCopied || retyped.contains(column) else {
          return nil
        }
        return .init(column: column, sql: value.sql, isCarried: value.isCopied)
      })
  }

  /// A query for the rows of a table as they will be; nil where nothing happens to it.
  func forecast(
    of plan: ExistingTablePlan, _ entity: EntityMapping, _ row: RowSource?
  ) -> String? {
    guard !plan.isUntouched else { return nil }
    guard let row, !plan.isNew || !plan.values.isEmpty else {
      let columns = target.definition.table(named: plan.table)?.columns ?? []
      let list = columns.map { "NULL AS \($0.name.quotedName)" }
      return list.isEmpty ? nil : "SELECT \(list.joined(separator: ", ")) WHERE 0"
    }
    let values = columnValues(of: entity.entity, row)
    // By their names afterwards and, of those that stay, before.
    var columns: [(name: String, before: String?)] = plan.values.map { ($0.column, nil) }
    if let old = plan.source, let fate = fates[old],
      let table = found.definition.table(named: old)
    {
      let staying = stayingColumns(of: table, fate)
      columns =
        table.columns.map(\.name).filter(staying.contains).map { (fate.kept[$0] ?? $0, $0) }
        + plan.added.map { ($0.name, nil) }
    }
    let list = columns.map { name, before in
      let value =
        values[name].map { held($0, as: name, plan) } ?? before.flatMap { row.carried[$0]?.sql }
      return "\(value ?? "NULL") AS \(name.quotedName)"
    }
    return "SELECT \(list.joined(separator: ", ")) FROM \(row.relation)\(row.whereClause)"
  }

  /// A value as its column will hold it, which makes its own kind of what it takes in.
  private func held(_ value: RowValue, as name: String, _ plan: ExistingTablePlan) -> String {
    guard value.kind != .constant, !value.isCopied || plan.retypedColumns.contains(name),
      let type = target.definition.table(named: plan.table)?.column(named: name)?.type
    else { return value.sql }
    return ColumnAffinity(type).held(value.sql)
  }
}
