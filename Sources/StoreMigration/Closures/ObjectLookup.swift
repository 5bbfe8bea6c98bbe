internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel

/// Reads objects of both versions during a step.
struct ObjectLookup {
  let layout: StoreLayout
  /// The entities of the previous version whose objects were kept for reading.
  let entitiesBefore: [String]
  let connection: Connection

  /// Objects of the previous version.
  func objectsBefore(
    of entity: String, where property: String, is value: SQLValue
  ) throws(SQLiteError) -> [MigrationObject] {
    guard entitiesBefore.contains(entity) else {
      let known = entitiesBefore.map { "'\($0)'" }.joined(separator: ", ")
      throw SQLiteError(
        .error,
        "objects of '\(entity)' were not kept, only objects of \(known): name it under 'reads'")
    }
    return try objects(
      of: entity, "SELECT * FROM \(RowsBefore.table(of: entity))", where: property, is: value)
  }

  /// Objects of the new version, in their current state.
  func objects(
    of entity: String, where property: String, is value: SQLValue
  ) throws(SQLiteError) -> [MigrationObject] {
    let rows = EntityRows(layout: layout)
    guard
      let query = rows.query(of: entity, includingDescendants: true, namingEntities: true)
    else { throw SQLiteError(.error, "the new version has no entity '\(entity)'") }
    return try objects(of: entity, query, where: property, is: value)
  }

  private func objects(
    of entity: String, _ query: String, where property: String, is value: SQLValue
  ) throws(SQLiteError) -> [MigrationObject] {
    try objects(
      of: entity,
      "SELECT * FROM (\(raw: query)) WHERE \(name: property) IS \(value) ORDER BY \"_id\"")
  }

  /// The objects returned by a query for an entity's rows.
  func objects(of entity: String, _ query: SQL) throws(SQLiteError) -> [MigrationObject] {
    let statement = try connection.prepare(query)
    var result: [MigrationObject] = []
    while try statement.step() {
      var (id, kind) = (Int64(0), entity)
      var values: [String: SQLValue] = [:]
      for column in 0..<statement.columnCount {
        let (name, value) = (statement.columnName(at: column), statement.value(at: column))
        switch (name, value) {
        case (StoreLayout.identityColumn, .integer(let number)): id = number
        case (StoreLayout.discriminatorColumn, .text(let name)): kind = name
        default: values[name] = value
        }
      }
      result.append(MigrationObject(id, of: kind, values))
    }
    return result
  }
}
