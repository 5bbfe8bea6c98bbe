internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel
internal import Threads

extension ScriptBuilder {
  /// The number of tables from which on they are planned on several processors.
  static let manyTables = 100

  /// Makes the plan of each table.
  mutating func makePlans() throws(StoreScriptError) -> [TablePlan] {
    let members = try MemberBuilder(
      mapping, from: source, to: target, carrying: existing?.carriedColumns ?? [:])
    let families = Dictionary(grouping: target.schema.entities) { target.table(of: $0.name) }
    let builder = self
    let planned = target.definition.tables.concurrentMap(fromCount: Self.manyTables) {
      table -> Result<TablePlan, StoreScriptError>? in
      builder.target.existingTables[table.name] == nil
        ? Result { () throws(StoreScriptError) in
          try builder.plan(for: table, members, families[table.name] ?? [])
        } : nil
    }
    var plans: [TablePlan] = []
    for (table, own) in zip(target.definition.tables, planned) {
      // Each plan of an existing table takes names for its indexes, which the next one must not take.
      let plan = if let own { try own.get() } else { try existing?.plan(for: table, members) }
      if let plan { plans.append(plan) }
    }
    let moved = naming.moves.compactMap { definition(ofBefore: $0.table) }
    for plan in plans.indices where !moved.isEmpty {
      for group in plans[plan].groups.indices { plans[plan].groups[group].read(moved) }
    }
    return plans
      + source.definition.tables.filter { !lineage.isContinued($0.name) }.map { table in
        let heirs = plans.filter { $0.homes.contains(table.name) }.map { "'\($0.name)'" }
        var plan = TablePlan(
          table.name, from: table, to: nil, isExisting: source.existingTables[table.name] != nil)
        plan.reasons = [
          heirs.isEmpty ? "nothing continues it" : "its rows go to \(heirs.joined(separator: ", "))"
        ]
        return plan
      }
  }

  private func definition(ofBefore table: String) -> TableDefinition? {
    existing?.found.definition.table(named: table) ?? source.definition.table(named: table)
  }

  /// The plan for a table that 'migrate' makes.
  private func plan(
    for table: TableDefinition, _ members: MemberBuilder, _ family: [Entity]
  ) throws(StoreScriptError) -> TablePlan {
    let groups = GroupBuilder(source: source, target: target)
    var plan = TablePlan(
      table.name, from: lineage.continued[table.name].flatMap(source.nativeDefinition.table),
      to: table)
    plan.members = rows(of: table, members, family)
    plan.groups = groups.groups(of: plan.members, for: table)
    guard let before = plan.source else { return plan }
    let analysis = try TableAnalysis(
      from: before, naming: before, to: table, plan.members,
      areAllRows: covers(before.name, plan.members), tableNames: naming.renamed)
    (plan.change, plan.reasons) = (analysis.change, analysis.reasons)
    return plan
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

  /// Whether the members are everything that the table may hold.
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

  /// The plan with the indexes to drop and to create, for a table that 'migrate' makes.
  ///
  /// Indexes that are deleted with their table are not dropped.
  func planningIndexes(of plan: TablePlan, rewriting tables: Set<String>) -> TablePlan {
    guard !plan.isExisting, plan.target != nil else { return plan }
    var plan = plan
    plan.createdIndexes = target.nativeDefinition.indexes(on: plan.name)
    guard plan.isInPlace, let before = plan.source else { return plan }
    let known = source.nativeDefinition.indexes(on: before.name)
    let changes = IndexChanges(
      from: known, present: known, to: plan.createdIndexes, after: plan.change,
      withoutUniqueForAWhile: tables.contains(plan.name), hasName: { _ in true })
    (plan.droppedIndexes, plan.createdIndexes) = (changes.dropped, changes.created)
    return plan
  }
}
