internal import StoreLayout
internal import SQLite
internal import MigrationPlanner

/// What a table is filled with, for who looks for the rows that keep it from that.
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

  /// Makes a row fail whose key is computed and has no value: SQLite would give it a number of its own, and
  /// takes no text for one (https://www.sqlite.org/lang_createtable.html#rowid).
  func demandNumbers(_ plan: inout ExistingTablePlan, _ values: [String: RowValue]) {
    guard let number = rowNumber(after: plan), values[number]?.isCopied == false,
      let position = plan.values.firstIndex(where: { $0.column == number })
    else { return }
    plan.values[position].sql = "ifnull(\(plan.values[position].sql), '')"
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
}
