package import SchemaModel
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout

/// The changes that a step between two versions makes to a database's tables, computed without a database.
///
/// The script is made for a database with exactly the earlier version's definition.
package enum TableWork {
  /// Whether rows of any table are rewritten; true if that is unknown.
  package static func rewritesRows(
    from source: SchemaDocument, to target: SchemaDocument
  ) -> Bool {
    // Errors in planning the step are reported by the caller's own planning.
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
