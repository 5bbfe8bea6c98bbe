internal import SQLite
internal import StoreLayout
internal import SQLText
internal import SchemaModel
internal import StoreVerification

/// Reads some values of a few objects that have a problem.
struct SampleValues {
  let layout: StoreLayout
  let connection: Connection
  private static let propertyLimit = 3

  /// The example objects of a finding, with the values concerned.
  func samples(of finding: Finding) throws -> [SampleObject] {
    let problem = finding.problem
    guard !finding.examples.isEmpty else { return [] }
    guard let entity = problem.property?.entity ?? problem.rule?.entity,
      let table = layout.table(of: entity),
      let rows = EntityRows(layout: layout)
        .query(of: entity, includingDescendants: true)
    else { return finding.examples.map { SampleObject(identity: $0) } }
    let names = Array(
      stored(properties(of: problem, entity), of: entity).prefix(Self.propertyLimit))
    let identity = StoreLayout.identityColumn
    let list = finding.examples.map(String.init).joined(separator: ", ")
    let found = try connection.rows(
      SQL(
        raw: "SELECT \(([identity] + names).map(\.quotedName).joined(separator: ", ")) "
          + "FROM (\(rows)) WHERE \(identity.quotedName) IN (\(list)) ORDER BY 1"))
    return found.compactMap { row in
      row.first?.integer.map { id in
        SampleObject(
          identity: id, key: layout.key(.integer(id), inTable: table),
          values: zip(names, row.dropFirst()).map { .init(property: $0, value: $1) })
      }
    }
  }

  /// The property that a problem concerns, or the properties that a rule names.
  private func properties(of problem: Problem, _ entity: String) -> [String] {
    guard let rule = problem.rule else { return [problem.property?.property].compactMap(\.self) }
    let check = layout.schema.entity(named: entity)?.rules.first { $0.name == rule.name }?.check
    let names = SQLTokens(check ?? "").foldedNames
    return layout.storedProperties(of: entity).map(\.property)
      .filter { names.contains($0.asciiLowercased) }
  }

  private func stored(_ properties: [String], of entity: String) -> [String] {
    properties.filter { layout.column(of: $0, in: entity) != nil }
  }
}
