internal import SQLite
internal import SQLText
internal import SchemaModel
internal import StoreLayout

// MARK: - Row numbers

extension ExistingPlanner {
  /// The name of a table's rowid, if rows keep it as a separate value; nil if the table has none, or a column
  /// holds it from now on.
  ///
  /// - Throws: ``StoreScriptError`` if an unmanaged object identifies rows by numbers that would change, or
  ///   if rows may have no value for a column that is to hold them.
  func keptRowID(
    of table: TableDefinition, _ plan: TablePlan, _ entity: String
  ) throws(StoreScriptError) -> String? {
    let (before, after) = (found.rowIDColumn(of: table), rowNumber(of: table, after: plan))
    guard before != after else { return found.rowID(of: table) }
    // A module such as FTS5 identifies rows by their rowid.
    for object in found.virtualTables
    where SQLTokens(object.sql).foldedTexts.contains(table.name.asciiLowercased) {
      throw .blocks(
        object.id,
        reason: "it knows the rows of '\(table.name)' by their rowid, which is another one once "
          + "'\(after ?? before ?? "")' is declared with another type")
    }
    guard let after, let new = plan.change.kept[after],
      let property = target.storedProperties(of: entity).first(where: { $0.column == new })?
        .property,
      target.schema.attribute(named: property, of: entity)?.attribute.isOptional == true
    else { return nil }
    // SQLite would generate a number for a row without one.
    throw trouble(
      table.name,
      "needs a value for '\(new)' in every row: as INTEGER it is the rowid; declare "
        + "'\(entity).\(property)' as required")
  }

  /// The column that holds the rowid after the plan is carried out, by its old name; nil if no column does.
  func rowNumber(of table: TableDefinition, after plan: TablePlan) -> String? {
    let types = plan.change.kept.compactMapValues { plan.change.types[$0] }
    return found.rowIDColumn(of: table, declaring: types)
  }

  /// The same column, by its new name.
  func rowNumber(after plan: TablePlan) -> String? {
    guard let table = plan.source else { return plan.target.flatMap { found.rowIDColumn(of: $0) } }
    return rowNumber(of: table, after: plan).map { plan.change.kept[$0] ?? $0 }
  }
}
