internal import MigrationPlanner
internal import SQLiteStore
internal import SchemaModel

/// Finds out what a statement that failed means for the data, while the transaction is still open.
struct StatementFailure {
  let stage: MigrationStage
  let script: StoreScript
  let connection: Connection
  private static let exampleCount = 3

  /// The failure to report.
  func failure(of statement: ScriptStatement, _ error: SQLiteError) -> any Error {
    switch error.primaryCode {
    case .interrupted: return error
    case .full: return MigrationFailure.diskFull
    case .constraint:
      guard let duplicates = try? duplicates(in: statement.table), !duplicates.isEmpty else {
        return MigrationFailure.statement(table: statement.table, error)
      }
      return MigrationFailure.duplicates(duplicates)
    case .inputOutput, .corrupt, .readOnly, .outOfMemory, .busy, .locked, .cannotOpen:
      return MigrationFailure.database(error)
    default: return MigrationFailure.statement(table: statement.table, error)
    }
  }

  /// The objects of a table that share what must be unique.
  private func duplicates(in table: String) throws -> [DuplicateValues] {
    let rows = EntityRows(layout: script.target)
    return try stage.mapping.target.entities.flatMap { entity -> [DuplicateValues] in
      guard script.target.table(of: entity.name) == table,
        let objects = rows.query(of: entity.name, includingDescendants: true)
      else { return [] }
      return try entity.uniquenessConstraints.compactMap { properties in
        try duplicates(of: properties, entity.name, objects)
      }
    }
  }

  private func duplicates(
    of properties: [String], _ entity: String, _ objects: String
  ) throws -> DuplicateValues? {
    let list = properties.map(\.quotedName).joined(separator: ", ")
    let isGiven = properties.map { "\($0.quotedName) IS NOT NULL" }.joined(separator: " AND ")
    let groups = """
      SELECT \(list), count(*) AS "_count", min("_id") AS "_first" FROM (\(objects)) \
      WHERE \(isGiven) GROUP BY \(list) HAVING count(*) > 1
      """
    let sums =
      try connection.rows(
        SQL(raw: "SELECT count(*), total(\"_count\") FROM (\(groups))")
      ).first ?? []
    guard case .integer(let groupCount)? = sums.first, groupCount > 0,
      case .real(let objectCount)? = sums.last
    else { return nil }
    return DuplicateValues(
      entity: entity, properties: properties, groups: groupCount, objects: Int64(objectCount),
      examples: try examples(properties, objects, groups))
  }

  private func examples(
    _ properties: [String], _ objects: String, _ groups: String
  ) throws -> [[Int64]] {
    let first = try connection.rows(
      SQL(raw: "\(groups) ORDER BY \"_first\" LIMIT \(Self.exampleCount)"))
    return try first.map { group in
      let condition = properties.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
      var statement = try connection.prepare(
        SQL(raw: "SELECT \"_id\" FROM (\(objects)) WHERE \(condition) ORDER BY \"_id\" LIMIT 10"))
      try statement.bind(Array(group.prefix(properties.count)))
      var identities: [Int64] = []
      while try statement.step() { identities.append(statement.integer(at: 0)) }
      return identities
    }
  }
}
