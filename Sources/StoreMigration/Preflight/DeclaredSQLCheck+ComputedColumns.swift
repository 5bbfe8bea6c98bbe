internal import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreVerification

extension DeclaredSQLCheck {
  /// The problems of expressions for generated columns, which accept no values
  /// (https://www.sqlite.org/gencol.html#limitations).
  func computedColumnProblems(of mapping: Mapping) throws -> [Diagnostic] {
    let (source, target) = (StoreLayout(of: mapping.source), StoreLayout(of: mapping.target))
    guard !source.existingTables.isEmpty, mapping.hasDeclaredSQL else { return [] }
    let places = ExpressionPlaces(history: history, mapping: mapping)
    let tables = found.filter { source.existingTables[$0.id.name] != nil }
    let connection = try Connection.emptyStore(of: DatabaseDefinition(), unmanaged: tables)
    return try mapping.entities.flatMap { entity -> [Diagnostic] in
      guard let before = entity.source, source.isExisting(before),
        let table = source.table(of: before)
      else { return [] }
      let computed = try Set(
        connection.texts(
          "SELECT name FROM pragma_table_xinfo(\(table)) WHERE hidden IN (2, 3)"))
      return target.storedProperties(of: entity.entity).compactMap { property, column in
        let name = PropertyName(entity.entity, property)
        guard computed.contains(column), let place = places.location(of: name) else { return nil }
        return Diagnostic(
          code: "unusable-expression",
          "the expression for '\(name)' cannot be used: SQLite itself computes the values of the "
            + "column '\(column)'", at: place,
          notes: [
            .init(
              "leave it out, and give expressions for what '\(column)' is computed from instead")
          ])
      }
    }
  }
}
