internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Joins the members of a table that are filled the same way, so that a source table is read once.
struct GroupBuilder {
  let source: StoreLayout
  let target: StoreLayout

  func groups(of members: [FillMember], for table: TableDefinition) -> [FillGroup] {
    guard members.count > 1 else {
      return members.map { group([$0], for: table, isOnly: true) }
    }
    var result: [(key: [String], members: [FillMember])] = []
    var positions: [[String]: Int] = [:]
    for member in members {
      // Rows from a query stay separate.
      let isAlone =
        member.table == nil || !member.isComplete || member.isAddition || member.entities == nil
      let values = member.columns.filter { $0.name != StoreLayout.discriminatorColumn }
      let key = isAlone ? ["\(result.count)"] : [member.relation] + values.map(\.value.sql)
      if let position = positions[key] {
        result[position].members.append(member)
      } else {
        positions[key] = result.count
        result.append((key, [member]))
      }
    }
    return result.map { group($0.members, for: table, isOnly: result.count == 1) }
  }

  private func group(_ members: [FillMember], for table: TableDefinition, isOnly: Bool) -> FillGroup
  {
    var rows = members[0]
    let entities = members.compactMap(\.entities)
    let discriminator = StoreLayout.discriminatorColumn
    if let position = rows.columns.firstIndex(where: { $0.name == discriminator }) {
      rows.columns[position].value = discriminatorValue(members, at: position)
    }
    rows.subject = members.map(\.subject).joined(separator: ", ")
    if rows.table != nil, !entities.isEmpty, rows.isComplete {
      rows.condition = condition(entities.map(\.source))
    }
    var group = FillGroup(rows: rows)
    if table.column(named: discriminator) != nil, !isOnly {
      group.targetCondition = StoreLayout.isAny(of: entities.map(\.target))
    }
    return group
  }

  /// Nil if the table holds only rows of these entities.
  private func condition(_ entities: [String]) -> String? {
    guard let first = entities.first, source.discriminator(of: first) != nil,
      let root = source.schema.root(of: first)
    else { return nil }
    let all = source.schema.family(of: root.name).filter { !$0.isAbstract }.map(\.name)
    return Set(all).isSubset(of: entities) ? nil : StoreLayout.isAny(of: entities)
  }

  /// The value of one member, or a choice between the values of several.
  private func discriminatorValue(
    _ members: [FillMember], at position: Int
  ) -> RowValue {
    let values = members.map { $0.columns[position].value }
    guard Set(values).count > 1 else { return values[0] }
    let column = StoreLayout.discriminatorColumn.quotedName
    let cases = members.compactMap(\.entities).map {
      "WHEN \($0.source.quotedText) THEN \($0.target.quotedText)"
    }
    return .computed("CASE \(column) \(cases.joined(separator: " ")) END")
  }
}
