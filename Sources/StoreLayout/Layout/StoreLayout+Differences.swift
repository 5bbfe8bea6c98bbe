public import SQLite

extension StoreLayout {
  /// The differences between a found database and the layout.
  ///
  /// The layout's own tables must match it exactly. An existing table may have more than the schema says:
  /// only the described parts are compared.
  public func differences(from found: DatabaseDefinition) -> [DefinitionDifference] {
    nativeDefinition.differences(from: found) + existingDifferences(from: found)
  }

  /// The same for the existing tables alone, except for those that are left out.
  package func existingDifferences(
    from found: DatabaseDefinition, besides leftOut: Set<String> = []
  ) -> [DefinitionDifference] {
    existingTables.keys.filter { !leftOut.contains($0) }.sorted().flatMap { table in
      ExistingTableComparison(of: table, in: self, with: found)?.differences
        ?? [.missing(.init(.table, table))]
    }
  }

  /// The objects of a database that the schema does not name: they are kept unchanged.
  public func unnamed(
    of objects: [SchemaObject], in found: DatabaseDefinition
  ) -> [SchemaObject] {
    let managed = managedObjects
    return objects.filter { !managed.contains($0.id) && !describes($0, in: found) }
  }

  /// Whether the schema describes an object of an existing database: one of its tables, or a plain index on
  /// the columns of one.
  public func describes(_ object: SchemaObject, in found: DatabaseDefinition) -> Bool {
    guard existingTables[object.table] != nil else { return false }
    switch object.id.kind {
    case .table: return true
    case .view, .trigger: return false
    case .index:
      let comparison = ExistingTableComparison(of: object.table, in: self, with: found)
      return found.index(named: object.id.name).map { comparison?.describes($0) ?? false } ?? false
    }
  }

  /// The number of columns and tables that the schema does not name, judging by the tables: a version with
  /// fewer of them describes a database better.
  func unnamedPartCount(in found: DatabaseDefinition) -> Int {
    let others = found.tables.filter { definition.table(named: $0.name) == nil }.count
    return existingTables.keys.reduce(others) { sum, name in
      guard let table = found.table(named: name), let named = definition.table(named: name) else {
        return sum
      }
      return sum + table.columns.filter { named.column(named: $0.name) == nil }.count
    }
  }
}

extension Connection {
  /// Reads the definition of a database that probably has a layout.
  package func readDefinition(of layout: StoreLayout) throws(SQLiteError) -> DatabaseDefinition {
    try readDefinition(expecting: [layout.nativeDefinition, StoreCatalog.definition])
  }
}
