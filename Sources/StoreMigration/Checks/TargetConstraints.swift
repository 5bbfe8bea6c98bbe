internal import MigrationPlanner
internal import SQLiteStore
internal import SchemaModel

/// Checks the objects of a new version against what the version demands of them.
///
/// What was demanded before in the same words, of values that were only carried over, cannot have
/// been broken by a migration and is left out: `verify` tells of it at any time.
struct TargetConstraints {
  private let mapping: Mapping
  private let entityMappings: [String: EntityMapping]
  private let connection: Connection
  private static let exampleCount = 5

  /// The constraints of the version that a mapping leads to.
  init(mapping: Mapping, connection: Connection) {
    (self.mapping, self.connection) = (mapping, connection)
    entityMappings = mapping.mappingsByEntity
  }

  /// Every demand that objects break, in the order of the schema.
  func broken() throws -> [BrokenConstraint] {
    let rows = EntityRows(layout: NativeLayout(of: mapping.target))
    var result: [BrokenConstraint] = []
    for entity in mapping.target.entities {
      let conditions = newConditions(of: entity)
      guard !conditions.isEmpty,
        let objects = rows.query(of: entity.name, includingDescendants: true)
      else { continue }
      for (condition, count) in zip(conditions, try counts(of: conditions, in: objects))
      where count > 0 {
        result.append(
          BrokenConstraint(
            entity: entity.name, demand: condition.demand, count: count,
            examples: try examples(of: condition, in: objects)))
      }
    }
    return result
  }

  /// All conditions of an entity in one pass over its rows.
  private func counts(
    of conditions: [ConstraintConditions.Condition], in objects: String
  ) throws -> [Int64] {
    let sums = conditions.map { "total(\($0.isBroken))" }.joined(separator: ", ")
    let row = try connection.rows(SQL(raw: "SELECT \(sums) FROM (\(objects))")).first ?? []
    return row.map { if case .real(let number) = $0 { Int64(number) } else { 0 } }
  }

  private func examples(
    of condition: ConstraintConditions.Condition, in objects: String
  ) throws -> [Int64] {
    let identity = NativeLayout.identityColumn.quotedName
    let rows = try connection.rows(
      SQL(
        raw: "SELECT \(identity) FROM (\(objects)) WHERE \(condition.isBroken) "
          + "ORDER BY \(identity) LIMIT \(Self.exampleCount)"))
    return rows.compactMap(\.first?.identity)
  }

  private func newConditions(of entity: Entity) -> [ConstraintConditions.Condition] {
    let conditions = ConstraintConditions(schema: mapping.target).conditions(of: entity)
    guard carriesAllValues(of: entity.name), let old = mapping.source.entity(named: entity.name)
    else { return conditions }
    let known = Set(
      ConstraintConditions(schema: mapping.source).conditions(of: old).map(\.isBroken))
    return conditions.filter { !known.contains($0.isBroken) }
  }

  /// Whether every value that the objects of an entity had is still there under its name.
  private func carriesAllValues(of entity: String) -> Bool {
    mapping.target.family(of: entity).allSatisfy { member in
      guard let mapping = entityMappings[member.name], mapping.source == member.name,
        mapping.layers.count == 1, let layer = mapping.layers.first
      else { return false }
      let names =
        self.mapping.source.allAttributes(of: member.name).filter { !$0.isTransient }.map(\.name)
        + self.mapping.source.allRelationships(of: member.name).map(\.name)
      return names.allSatisfy { name in
        layer.value(of: name).map { $0.isCarried(from: name) } ?? isToMany(name, of: member.name)
      }
    }
  }

  /// No column holds it, so no condition can be about it.
  private func isToMany(_ name: String, of entity: String) -> Bool {
    mapping.target.relationship(named: name, of: entity)?.relationship.cardinality == .toMany
  }
}

extension Mapping {
  /// The mapping of every target entity, to look up without a walk.
  var mappingsByEntity: [String: EntityMapping] {
    Dictionary(entities.map { ($0.entity, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension ValueSource {
  /// Whether it is the value that the property had, unchanged.
  fileprivate func isCarried(from name: String) -> Bool {
    switch self {
    case .copied(let property): property == name
    case .linked(let links):
      links.count == 1 && links[0].association.primary.relationship.name == name
        && !links[0].isReversed
    default: false
    }
  }
}
