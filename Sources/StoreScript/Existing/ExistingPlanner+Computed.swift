internal import StoreLayout
internal import SQLite
internal import MigrationPlanner
internal import SchemaModel

// MARK: - Computed columns

extension ExistingPlanner {
  /// The columns that SQLite computes, with what changes for them where the table is written anew.
  func computedColumns(
    of staying: [ColumnDefinition], _ plan: ExistingTablePlan, _ text: TableText, _ fate: ColumnFate
  ) -> ComputedColumns {
    guard plan.isRebuilt else { return ComputedColumns(text, of: [], changing: []) }
    let retyped = plan.retypedColumns
    let changing = staying.map(\.name).filter { name in
      guard let kept = fate.kept[name] else { return false }
      return !fate.unchanged.contains(kept) || retyped.contains(kept)
    }
    return ComputedColumns(text, of: staying.map(\.name), changing: Set(changing))
  }

  /// Those whose values may be others afterwards, with the queries that compare them.
  func recomputedColumns(
    _ computed: ComputedColumns, _ plan: ExistingTablePlan, _ table: TableDefinition,
    _ entity: EntityMapping, _ fate: ColumnFate
  ) -> [RecomputedColumn] {
    let rowID = rowNumber(of: table, after: plan, fate) == nil ? found.rowID(of: table) : nil
    let key = rowID.map { [$0] } ?? table.primaryKey.map { fate.kept[$0] ?? $0 }
    let properties = target.storedProperties(of: entity.entity)
    return computed.recomputed.sorted { $0.key < $1.key }.map { name, reads in
      let column = fate.kept[name] ?? name
      return RecomputedColumn(
        entity: entity.entity,
        property: properties.first { $0.column == column }?.property ?? column,
        reads: reads.map { fate.kept[$0] ?? $0 }.sorted(),
        differences: RecomputedColumn.differences(
          of: column, in: StoreScript.draftPrefix + plan.table, from: plan.table, by: key))
    }
  }
}
