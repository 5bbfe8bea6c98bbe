package import SchemaModel
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout

/// What a step between two versions does to the tables of a database, known without one.
///
/// It is the script of a database that has just what the earlier version says.
package enum TableWork {
  /// Whether rows of any table are written anew; true where that cannot be known.
  package static func rewritesRows(
    from source: SchemaDocument, to target: SchemaDocument
  ) -> Bool {
    // What keeps the step from being planned is reported by whoever plans it.
    (try? script(from: source, to: target))?.contains { !$0.rewrittenTables.isEmpty } ?? true
  }

  private static func script(
    from source: SchemaDocument, to target: SchemaDocument
  ) throws -> [StoreScript] {
    let plan = try Planner.plan(from: source, through: [target])
    let layout = StoreLayout(of: source.schema)
    let connection = try Connection.inMemory()
    for statement in layout.definition.statements { try connection.execute(SQL(raw: statement)) }
    let objects = try connection.unmanagedObjects(of: layout)
    return try plan.stages.map { try StoreScript($0.mapping, unmanaged: objects) }
  }
}
