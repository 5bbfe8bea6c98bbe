internal import SchemaModel

extension Connection {
  /// Lends a view for every entity that shares its parent's table, and for those whose tables were
  /// there before any model, so that SQL can name them and their properties as it names the others.
  ///
  /// The views are temporary ones and gone after the block: a view that stayed would keep its
  /// tables from being changed.
  package func withEntityViews<Result>(
    of layout: StoreLayout, _ body: () throws -> Result
  ) throws -> Result {
    let entities = layout.schema.entities.filter {
      $0.parent != nil || layout.isExisting($0.name)
    }.map(\.name)
    let rows = EntityRows(layout: layout)
    for entity in entities {
      guard let query = rows.query(of: entity, includingDescendants: true) else { continue }
      try execute(SQL(raw: "CREATE TEMP VIEW \(entity.quotedName) AS \(query)"))
    }
    let result = Swift.Result { try body() }
    for entity in entities where layout.table(of: entity) != nil {
      try execute("DROP VIEW temp.\(name: entity)")
    }
    return try result.get()
  }

  /// Runs a block in which every statement that would write fails.
  package func withoutWriting<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("PRAGMA query_only = ON")
    let result = Swift.Result { try body() }
    try execute("PRAGMA query_only = OFF")
    return try result.get()
  }
}
