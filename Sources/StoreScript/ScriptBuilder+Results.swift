internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

extension ScriptBuilder {
  /// The steps that a user sees, one for each table.
  var steps: [MigrationStep] {
    // A dropped table whose name another table takes is reported as one with that table.
    let left = Set(naming.moves.filter(\.leavesReferences).map(\.table))
    return plans.filter { $0.way != .drop || !left.contains($0.name) }.map { plan in
      var step = MigrationStep(table: plan.name, way: plan.way, reasons: plan.reasons)
      step.rows = rowsWritten(by: plan)
      return step
    }
  }

  /// Counts a source table's rows if all its objects go into the table, and uses a query for each part of
  /// one.
  private func rowsWritten(by plan: TablePlan) -> StepRows {
    guard plan.isWritten else {
      return StepRows(tables: plan.change.dropped.isEmpty ? [] : plan.homes)
    }
    let byHome = Dictionary(grouping: plan.members, by: \.home)
    let parts = byHome.filter { home, members in
      members.contains { !$0.isComplete || $0.isAddition }
        || members.allSatisfy { $0.entities != nil } && !covers(home, members)
    }
    return StepRows(
      tables: plan.homes.subtracting(parts.keys),
      parts: parts.values.flatMap { $0 }.map { member in
        .init(table: member.home, count: "SELECT count(*) FROM (\(member.query("1")))")
      })
  }

  /// The objects of an existing database that no longer exist under their names afterwards.
  var goneObjects: Set<SchemaObject.ID> {
    var result: Set<SchemaObject.ID> = []
    for plan in plans where plan.isExisting {
      if let old = plan.source?.name, old != plan.name { result.insert(.init(.table, old)) }
      result.formUnion(plan.droppedIndexes.map { .init(.index, $0) })
      guard plan.way == .drop else { continue }
      result.insert(.init(.table, plan.name))
      result.formUnion((existing?.found.attached[plan.name] ?? []).map(\.id))
    }
    return result
  }

  /// The tables whose rows may change in place, by their new names: tables with renumbered objects, tables
  /// that steps touch, and tables with merged objects or links to them.
  var tablesWithChangingRows: Set<String> {
    let renumbered = Set(renumberings.flatMap { $0.tables.map(\.name) })
    let following = plans.filter { plan in
      plan.target != nil && plan.source.map { renumbered.contains($0.name) } ?? false
    }
    return stepTables.union(following.map(\.name)).union(tablesOfMerges)
  }
}

// MARK: - Proofs

extension ScriptBuilder {
  /// Rows of entities that the source does not know, in every table that is written or dropped.
  var strays: [StrayCheck] {
    let rewritten = plans.reduce(into: Set<String>()) { tables, plan in
      if plan.isWritten { tables.formUnion(plan.reads) }
      if plan.way == .drop { tables.insert(plan.name) }
    }
    return source.nativeDefinition.tables.compactMap { table in
      guard rewritten.contains(table.name),
        table.column(named: StoreLayout.discriminatorColumn) != nil
      else { return nil }
      let known = (entitiesBySourceTable[table.name] ?? []).map(\.quotedText).joined(
        separator: ", ")
      return StrayCheck(
        table: table.name,
        count: "SELECT count(*) FROM \(table.name.quotedName)"
          + " WHERE \(StoreLayout.discriminatorColumn.quotedName) NOT IN (\(known))")
    }
  }
}

/// Objects that a declared condition leaves behind, on purpose.
package struct LeftBehindCheck: Hashable, Sendable {
  /// A query for their number, to run before anything is written.
  package var count: String
  /// A query for their identities.
  package var objects: String
}

extension ScriptBuilder {
  /// Objects that a declared condition leaves behind, by their new entities.
  ///
  /// The passing objects are subtracted from all objects: a condition that is NULL lets nothing pass.
  var leftBehind: [String: [LeftBehindCheck]] {
    plans.flatMap(\.members).reduce(into: [:]) { checks, member in
      guard !member.isComplete, !member.isAddition, let entities = member.entities,
        let passing = member.identity.map(member.query)
      else { return }
      let own = source.rowCondition(of: entities.source, includingDescendants: false)
      let all = member.home.quotedName + (own.map { " WHERE \($0)" } ?? "")
      checks[entities.target, default: []].append(
        LeftBehindCheck(
          count: "SELECT (SELECT count(*) FROM \(all)) - (\(member.query("count(*)")))",
          objects: "SELECT * FROM (SELECT \(source.identity(ofRowsIn: member.home)) FROM \(all) "
            + "EXCEPT \(passing))"))
    }
  }
}
