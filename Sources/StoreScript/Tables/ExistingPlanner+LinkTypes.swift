internal import SQLite
internal import StoreLayout
internal import SchemaModel

// A key that is declared without a type holds values as they are given, and SQLite compares them as they are
// (https://www.sqlite.org/foreignkeys.html#fk_schemacommands). A link with a declared type would turn a 1
// into '1', and lead nowhere.
extension ExistingPlanner {
  /// The target table, whose links to such keys are declared without a type.
  func linkingToUntypedKeys(_ table: TableDefinition, isStrict: Bool) -> TableDefinition {
    let links = Set(table.foreignKeys.filter { isUntyped($0.table) }.flatMap(\.columns))
    var table = table
    for position in table.columns.indices where links.contains(table.columns[position].name) {
      // A STRICT table has no column without a type (https://www.sqlite.org/stricttables.html).
      table.columns[position].type = isStrict ? "ANY" : ""
    }
    return table
  }

  /// Whether the key of a target table is declared without a type, and stays so.
  private func isUntyped(_ table: String) -> Bool {
    guard let old = lineage.continued[table],
      let found = found.definition.table(named: old), found.primaryKey.count == 1,
      found.column(named: found.primaryKey[0])?.type.isEmpty == true,
      let before = keyAttribute(of: old, in: source),
      let after = keyAttribute(of: table, in: target)
    else { return false }
    return before.sqlType == nil && after.sqlType == nil
      && source.schema.columnType(of: before) == target.schema.columnType(of: after)
  }

  private func keyAttribute(of table: String, in layout: StoreLayout) -> Attribute? {
    guard let existing = layout.existingTables[table], existing.primaryKey.count == 1 else {
      return nil
    }
    return layout.schema.entity(named: existing.entity)?.attributes.first {
      !$0.isTransient && ($0.column ?? $0.name) == existing.primaryKey[0]
    }
  }
}
