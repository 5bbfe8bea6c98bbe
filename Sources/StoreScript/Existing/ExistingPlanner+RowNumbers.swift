internal import StoreLayout
internal import SQLite
internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

// MARK: - What SQLite makes of numbers

extension ExistingPlanner {
  /// The name of a table's rowid, as a value of its own that its rows keep; nil where there is none,
  /// and where a column holds it from now on.
  ///
  /// - Throws: ``StoreScriptError`` where an object of the store's own knows rows by numbers that they
  ///   would not keep, and where rows may have no value for a column that is to hold them.
  func keptRowID(
    of table: TableDefinition, _ plan: ExistingTablePlan, _ entity: EntityMapping,
    _ fate: ColumnFate
  ) throws(StoreScriptError) -> String? {
    let (before, after) = (found.rowIDColumn(of: table), rowNumber(of: table, after: plan, fate))
    guard before != after else { return found.rowID(of: table) }
    // A module such as FTS5 remembers rows by their rowid.
    for object in found.virtualTables
    where SQLTokens(object.sql).foldedTexts.contains(table.name.asciiLowercased) {
      throw .blocks(
        object.id,
        reason: "it knows the rows of '\(table.name)' by their rowid, which is another one once "
          + "'\(after ?? before ?? "")' is declared with another type")
    }
    guard let after, let new = fate.kept[after],
      let property = target.storedProperties(of: entity.entity).first(where: { $0.column == new })?
        .property,
      target.schema.attribute(named: property, of: entity.entity)?.attribute.isOptional == true
    else { return nil }
    // SQLite would give a number of its own to a row without one.
    throw trouble(
      table.name,
      "needs a value for '\(new)' in every row: as INTEGER it is the rowid; declare "
        + "'\(entity.entity).\(property)' as required")
  }

  /// The column that holds the rowid once a plan is carried out, by its name before; nil where none
  /// does.
  func rowNumber(
    of table: TableDefinition, after plan: ExistingTablePlan, _ fate: ColumnFate
  ) -> String? {
    var types: [String: String] = [:]
    for case .type(let column, let type) in plan.edits {
      types[fate.kept.first { $0.value == column }?.key ?? column] = type
    }
    return found.rowIDColumn(of: table, declaring: types)
  }

  /// Values as columns that are declared with another type hold them: as the same numbers, of the
  /// kind that such a column makes of them.
  func numbersHeld(
    _ values: [String: RowValue], _ plan: ExistingTablePlan, _ text: TableText
  ) -> [String: RowValue] {
    var values = values
    for case .type(let column, let type) in plan.edits {
      // In a STRICT table such a column takes everything as it is.
      guard !(text.options.contains("STRICT") && type.uppercased() == "ANY"),
        let value = values[column]?.sql
      else { continue }
      values[column]?.sql = ColumnAffinity(type).heldNumber(value)
    }
    return values
  }
}
