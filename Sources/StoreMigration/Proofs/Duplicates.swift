internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreVerification

/// Finds objects that share values that must be unique in a new version, whose tables all exist.
struct Duplicates {
  let layout: StoreLayout
  let connection: Connection
  let places: StagePlaces
  /// The sources of the objects' values.
  let trail: StageTrail
  /// Whether the stage starts from the store as it was before the migration.
  let isFirstStage: Bool
  private static let exampleCount = 3
  private static let memberCount = 10

  /// The duplicates under every key, in the order of the schema.
  ///
  /// If only one object may be linked to another, the link is such a key, too. It is reported from the other
  /// end, as if that end stored it. Keys that are carried over are left out, if they are given.
  func all(
    except untouched: Set<String>, besides carried: CarriedKeys? = nil
  ) throws -> [DuplicateValues] {
    try layout.schema.entities.flatMap { entity -> [DuplicateValues] in
      guard let table = layout.table(of: entity.name), !untouched.contains(table),
        let objects = EntityRows(layout: layout)
          .query(of: entity.name, includingDescendants: true)
      else { return [] }
      let links = layout.associations.filter {
        $0.isExclusive && $0.primary.entity == entity.name && carried?.contains($0) != true
      }
      let keys = entity.uniquenessConstraints.filter {
        carried?.contains($0, of: entity.name) != true
      }
      return try (keys + [madeKey(of: entity.name, table)].compactMap(\.self)).compactMap {
        try duplicates(of: $0, entity.name, objects)
      } + links.compactMap { try severalObjects(at: $0, objects) }
    }
  }

  /// The primary key of an existing table, if the migration makes values of it, so that objects may share
  /// values that they did not share before.
  private func madeKey(of entity: String, _ table: String) -> [String]? {
    guard let existing = layout.existingTables[table],
      let key = layout.properties(ofKeyOf: existing)
    else { return nil }
    let isMade = trail.members(of: entity).contains { member in
      key.contains { member.origin(of: $0) == nil }
    }
    return isMade ? key : nil
  }

  private func severalObjects(
    at association: Association, _ objects: String
  ) throws -> DuplicateValues? {
    let primary = association.primary
    var found = try duplicates(of: [primary.relationship.name], primary.entity, objects)
    guard let end = association.inverse else { return found }
    found?.toOne = PropertyName(end.entity, end.relationship.name)
    found?.keyBefore = nil
    found?.location = places.schema.location(of: end.relationship.name, of: end.entity)
    return found
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
    let comeTogether = trail.comeTogether(as: entity)
    return DuplicateValues(
      entity: entity, properties: properties, groups: groupCount, objects: Int64(objectCount),
      examples: try examples(properties, objects, groups, entity),
      location: places.location(ofKey: properties, of: entity),
      // A repair merges nothing in an existing table.
      keyBefore: isFirstStage && !comeTogether && !layout.isExisting(entity)
        ? keyBefore(properties, entity) : nil,
      comeTogether: comeTogether)
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
    _ properties: [String], _ objects: String, _ groups: String, _ entity: String
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
      var keys: [SQLValue] = []
      while try statement.step() { keys.append(statement.value(at: 0)) }
      return .init(
        identities: keys.compactMap(\.integer), values: values, key: key(keys, of: entity))
    }
  }

  /// The keys of objects in an existing table; nil if their key is `_id`.
  private func key(_ keys: [SQLValue], of entity: String) -> String? {
    guard layout.isExisting(entity), let table = layout.table(of: entity) else { return nil }
    let names = layout.keyNames(ofRowsIn: table).joined(separator: ", ")
    let known = keys.filter { $0 != .null }
    return known.isEmpty
      ? Quantity.count(Int64(keys.count), "object")
      : "\(names) \(known.map(\.excerpt).joined(separator: ", "))"
  }
}
