internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

extension ScriptBuilder {
  /// What happens to the tables of our own, sorted by name; those that are dropped last.
  func plansOfOwnTables() throws(StoreScriptError) -> [TablePlan] {
    let members = try MemberBuilder(mapping, from: source, to: target, tableNames: [:])
    let current =
      naming.isBeforehand
      ? try MemberBuilder(mapping, from: source, to: target, tableNames: naming.whileCopying) : nil
    let groups = GroupBuilder(source: source, target: target)
    let families = Dictionary(grouping: target.schema.entities) { target.table(of: $0.name) }
    var plans: [TablePlan] = []
    for table in target.nativeDefinition.tables {
      var plan = TablePlan(
        table.name, from: lineage.continued[table.name].flatMap { sourceTables[$0] }, to: table)
      plan.members = rows(of: table, members, families[table.name] ?? [])
      plan.groupsBefore = groups.groups(of: plan.members, for: table)
      let now = current.map { rows(of: table, $0, families[table.name] ?? []) }
      plan.groups = now.map { groups.groups(of: $0, for: table) } ?? plan.groupsBefore
      if let before = plan.source {
        let analysis = try TableAnalysis(
          from: before, naming: before, to: table, plan.members,
          areAllRows: covers(before.name, plan.members), tableNames: naming.renamed)
        (plan.change, plan.reasons) = (analysis.change, analysis.reasons)
      }
      plans.append(plan)
    }
    let continued = Set(lineage.continued.values)
    let dropped = source.nativeDefinition.tables.filter { !continued.contains($0.name) }
    return plans
      + dropped.map { table in
        var plan = TablePlan(table.name, from: table, to: nil)
        let heirs = plans.filter { $0.homes.contains(table.name) }.map { "'\($0.name)'" }
        plan.reasons = [
          heirs.isEmpty ? "nothing continues it" : "its rows go to \(heirs.joined(separator: ", "))"
        ]
        return plan
      }
  }

  private func rows(
    of table: TableDefinition, _ members: MemberBuilder, _ family: [Entity]
  ) -> [FillMember] {
    guard let joinTable = target.joinTables.first(where: { $0.name == table.name }) else {
      return members.members(of: table, family: family)
    }
    let links = mapping.links.first { $0.association.primary == joinTable.association.primary }
    return members.members(of: joinTable, links?.sources ?? [])
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

  /// Which indexes of a table of our own go, and which are made: those that stay as they are do neither,
  /// nor do those that go with the table.
  func planIndexes(_ plan: inout TablePlan, rewriting tables: Set<String>) {
    guard !plan.isExisting, plan.target != nil else { return }
    let meant = target.nativeDefinition.indexes(on: plan.name)
    var kept: Set<IndexDefinition> = []
    if plan.isInPlace, let before = plan.source {
      for old in source.nativeDefinition.indexes(on: before.name) {
        var index = old
        index.table = plan.name
        for position in index.columns.indices {
          let name = index.columns[position].name
          index.columns[position].name = plan.change.kept[name] ?? name
        }
        if meant.contains(index), !(index.isUnique && tables.contains(plan.name)) {
          kept.insert(index)
        } else {
          plan.droppedIndexes.append(index.name)
        }
      }
    }
    plan.createdIndexes = meant.filter { !kept.contains($0) }
  }
}
