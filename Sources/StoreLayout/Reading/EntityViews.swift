package import SQLite
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
    for entity in entities {
      guard let table = layout.table(of: entity),
        let query = EntityRows(layout: layout).query(of: entity, includingDescendants: true)
      else { continue }
      createWhenNamed(entity, as: query, reading: table)
    }
    let result = Swift.Result { try body() }
    for entity in entities { try dropPendingView(entity) }
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
