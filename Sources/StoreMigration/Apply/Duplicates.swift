internal import SQLiteStore
internal import SchemaModel

/// Looks for objects that share what must be unique in a new version, whose tables are all there.
struct Duplicates {
  let layout: NativeLayout
  let connection: Connection
  let places: SchemaPlaces
  /// Where the objects' values come from.
  let trail: StageTrail
  /// Whether the stage begins with what the store held before the migration.
  let isFirstStage: Bool
  private static let exampleCount = 3
  private static let memberCount = 10

  /// The duplicates under every key, in the order of the schema.
  ///
  /// A link that only one object may have to another is such a key, too.
  func all(except untouched: Set<String>) throws -> [DuplicateValues] {
    try layout.schema.entities.flatMap { entity -> [DuplicateValues] in
      guard let table = layout.table(of: entity.name), !untouched.contains(table),
        let objects = EntityRows(layout: layout).query(of: entity.name, includingDescendants: true)
      else { return [] }
      let links = layout.associations.filter {
        $0.isExclusive && $0.primary.entity == entity.name
      }
      let keys = entity.uniquenessConstraints + links.map { [$0.primary.relationship.name] }
      return try keys.compactMap { try duplicates(of: $0, entity.name, objects) }
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
      examples: try examples(properties, objects, groups),
      location: places.location(ofKey: properties, of: entity),
      keyBefore: isFirstStage ? keyBefore(properties, entity) : nil)
  }

  private func keyBefore(_ properties: [String], _ entity: String) -> String? {
    let members = trail.members(of: entity)
    guard let member = members.first(where: { $0.entity == entity }) ?? members.first else {
      return nil
    }
    let names = properties.compactMap { member.origin(of: $0) }
    guard names.count == properties.count else { return nil }
    return "\(member.source):\(names.joined(separator: ","))"
  }

  private func examples(
    _ properties: [String], _ objects: String, _ groups: String
  ) throws -> [DuplicateValues.Group] {
    let first = try connection.rows(
      SQL(raw: "\(groups) ORDER BY \"_first\" LIMIT \(Self.exampleCount)"))
    return try first.map { group in
      let values = Array(group.prefix(properties.count))
      let condition = properties.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
      var statement = try connection.prepare(
        SQL(
          raw: "SELECT \"_id\" FROM (\(objects)) WHERE \(condition) "
            + "ORDER BY \"_id\" LIMIT \(Self.memberCount)"))
      try statement.bind(values)
      var identities: [Int64] = []
      while try statement.step() { identities.append(statement.integer(at: 0)) }
      return .init(identities: identities, values: values)
    }
  }
}
