internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Checks that the data of a store meets the requirements of a stage.
struct RequirementCheck {
  let layout: StoreLayout
  let connection: Connection
  /// The unmet requirements, in order.
  func unmet(_ requirements: [Requirement]) throws -> [UnmetRequirement] {
    var result: [UnmetRequirement] = []
    for requirement in requirements {
      guard let query = query(for: requirement.condition),
        let (count, first) = try connection.sample(
          of: SQL(raw: query), limit: Effect.Examples.limit + 1)
      else { continue }
      result.append(
        UnmetRequirement(
          requirement: requirement, count: count,
          objects: Effect.Examples(
            first.filter { $0 != .null }, named: keyNames(for: requirement.condition))))
    }
    return result
  }

  /// The names of the key columns by which the condition's objects are reported.
  private func keyNames(for condition: Requirement.Condition) -> [String] {
    let table = condition.entities.first.flatMap { layout.table(of: $0) }
    guard let table, condition.entities.count == 1 else { return [StoreLayout.identityColumn] }
    return layout.keyNames(ofRowsIn: table)
  }

  /// A query for the identities of the objects that break the condition.
  private func query(for condition: Requirement.Condition) -> String? {
    switch condition {
    case .noObjects(let entity): identities(of: entity, where: nil)
    case .noValues(let property, let entity):
      presence(of: property, in: entity).flatMap { identities(of: entity, where: $0) }
    case .valueEverywhere(let property, let entity):
      presence(of: property, in: entity).flatMap { identities(of: entity, where: "NOT (\($0))") }
    case .elementEverywhere(let element, let property, let entity):
      layout.column(of: property, in: entity).flatMap {
        identities(of: entity, where: CompositeCondition.lacks(element, in: $0.quotedName))
      }
    case .distinctIdentities(let entities): sharedIdentities(of: entities)
    }
  }

  /// The condition that an object has a value, or a link that may be stored in other rows.
  private func presence(of property: String, in entity: String) -> String? {
    if let column = layout.column(of: property, in: entity) {
      return "\(column.quotedName) IS NOT NULL"
    }
    guard let end = layout.schema.end(property, of: entity) else { return nil }
    return layout.associations.first { $0.has(end) }
      .flatMap { layout.rows(linkedTo: end, of: $0) }.map { "EXISTS (SELECT 1 \($0))" }
  }

  private func identities(of entity: String, where condition: String?) -> String? {
    guard let table = layout.table(of: entity) else { return nil }
    let conditions = [layout.rowCondition(of: entity, includingDescendants: false), condition]
      .compactMap(\.self)
    let identity = layout.identity(ofRowsIn: table, named: StoreLayout.identityColumn)
    return "SELECT \(identity) FROM \(table.quotedName)"
      + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
  }

  /// Entities of one table cannot share identities, so each table is queried once for its entities.
  private func sharedIdentities(of entities: [String]) -> String? {
    let queries = entities.compactMap { identities(of: $0, where: nil) }
    let identity = StoreLayout.identityColumn.quotedName
    return queries.isEmpty
      ? nil
      : "SELECT \(identity) FROM (\(queries.joined(separator: " UNION ALL "))) "
        + "GROUP BY \(identity) HAVING count(*) > 1"
  }
}
