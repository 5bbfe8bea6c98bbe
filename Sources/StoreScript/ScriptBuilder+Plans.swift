internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

extension ScriptBuilder {
  func makePlans(
    tableNames: [String: String]
  ) throws(StoreScriptError) -> [TablePlan] {
    let members = try MemberBuilder(mapping, from: source, to: target, tableNames: tableNames)
    let groups = GroupBuilder(source: source, target: target)
    let links = Dictionary(
      mapping.links.map { ($0.association.primary, $0.sources) },
      uniquingKeysWith: { first, _ in first })
    let joinTables = Dictionary(
      target.joinTables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let families = familiesByTable()
    return target.nativeDefinition.tables.map { table in
      let rows: [FillMember]
      if let joinTable = joinTables[table.name] {
        rows = members.members(of: joinTable, links[joinTable.association.primary] ?? [])
      } else {
        rows = members.members(of: table, family: families[table.name] ?? [])
      }
      return plan(for: table, rows, groups.groups(of: rows, for: table))
    }
  }

  func familiesByTable() -> [String: [Entity]] {
    var result: [String: [Entity]] = [:]
    for entity in target.schema.entities {
      if let table = target.table(of: entity.name) { result[table, default: []].append(entity) }
    }
    return result
  }

  func plan(
    for table: TableDefinition, _ members: [FillMember], _ groups: [FillGroup]
  ) -> TablePlan {
    let before = lineage.continued[table.name].flatMap { sourceTables[$0] }
    var plan = TablePlan(
      target: table, source: before, members: members, groups: groups, coversSource: true)
    guard let before else { return plan }
    plan.coversSource = covers(before.name, members)
    let analysis = InPlaceAnalysis(plan, source: before, tableNames: naming.renamed)
    plan.way = analysis.inPlaceChange.map { .inPlace($0) } ?? .rebuild(reasons: analysis.reasons)
    return plan
  }

  /// Whether the members are all that the table may hold.
  func covers(_ table: String, _ members: [FillMember]) -> Bool {
    let held = entitiesBySourceTable[table] ?? []
    return Set(held).isSubset(of: members.compactMap { $0.entities?.source })
  }

  static func entitiesByTable(of layout: StoreLayout) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for entity in layout.schema.entities where !entity.isAbstract {
      if let table = layout.table(of: entity.name) {
        result[table, default: []].append(entity.name)
      }
    }
    return result
  }
}
