import Diagnostics
import MigrationPlanner
import SchemaModel

/// A schema named `Library` in a version, from its parts.
func schema(
  _ version: Int, _ entities: Entity..., enumerations: [Enumeration] = [],
  composites: [Composite] = []
) -> Schema {
  Schema(
    name: "Library", version: Version(version), entities: entities, enumerations: enumerations,
    composites: composites)
}

/// A document around a schema, with a place for each path that is given.
func document(
  _ schema: Schema, migration: MigrationDeclaration? = nil, removals: Set<SchemaPath> = [],
  places: [SchemaPath: Int] = [:], isRead: Bool = true
) -> SchemaDocument {
  let file = "V\(schema.version.major).yaml"
  let locations = places.mapValues { SourceLocation(file: file, line: $0, column: 3) }
  return SchemaDocument(
    schema: schema, migration: migration, removals: removals, sources: SourceMap(locations),
    file: isRead ? file : nil)
}

/// The lines of the difference between two schemas.
func differences(_ old: Schema, _ new: Schema) throws -> [String] {
  try SchemaDiff(from: document(old), to: document(new)).changes.map(\.description)
}

/// The plan of one hop between two schemas.
func plan(
  _ old: Schema, _ new: Schema, _ migration: MigrationDeclaration? = nil
) throws -> MigrationPlan {
  try Planner.plan(from: document(old), through: [document(new, migration: migration)])
}

/// The codes, messages and notes of the errors that a piece of work throws, one text a diagnostic.
func problems(_ work: () throws -> Void) -> [String] {
  do {
    try work()
    return []
  } catch let error as DiagnosticsError {
    return error.diagnostics.map { diagnostic in
      let place = diagnostic.location.map { "\($0): " } ?? ""
      let notes = diagnostic.notes.map { "\n  \($0.message)" }.joined()
      return "\(place)\(diagnostic.code): \(diagnostic.message)\(notes)"
    }
  } catch {
    return ["\(error)"]
  }
}
