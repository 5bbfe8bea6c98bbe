package import SQLite
internal import SQLText
internal import SchemaModel

extension Connection {
  /// Provides a view for every entity that shares its parent's table or has an existing table, so that SQL
  /// can name these entities and their properties like all others.
  ///
  /// The views are temporary: they are created when they are named and dropped after the block. A view that
  /// stayed would keep its tables from being changed.
  package func withEntityViews<Result>(
    of layout: StoreLayout, _ body: () throws -> Result
  ) throws -> Result {
    let entities = layout.schema.entities.filter {
      $0.parent != nil || layout.isExisting($0.name)
    }.map(\.name)
    var setAside: [PendingViews.View] = []
    for entity in entities {
      guard let table = layout.table(of: entity) else { continue }
      // A pending view may show a table's future rows under the table's name, which may also be the name of
      // this or another entity.
      let future = layout.isExisting(entity) ? try dropPendingView(table) : nil
      setAside += [future, try dropPendingView(entity)].compactMap(\.self)
      let query = EntityRows(layout: layout).query(
        of: entity, includingDescendants: true, from: future.map { "(\($0.query))" })
      createWhenNamed(entity, as: query ?? "", reading: future?.needs ?? [table.asciiLowercased])
    }
    let result = Swift.Result { try body() }
    for entity in entities { try dropPendingView(entity) }
    for view in setAside { createWhenNamed(view.name, as: view.query, reading: view.needs) }
    return try result.get()
  }

  /// Runs a block in which every writing statement fails.
  package func withoutWriting<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("PRAGMA query_only = ON")
    let result = Swift.Result { try body() }
    try execute("PRAGMA query_only = OFF")
    return try result.get()
  }
}
