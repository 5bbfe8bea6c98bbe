internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

/// A step, with the tables of the source whose rows it writes anew, and queries for the number of rows
/// that it writes where these are not all of a table, each once.
struct StepOutline {
  var step: MigrationStep
  var rewrittenTables: Set<String>
  var parts: [Part] = []

  /// Rows that come out of a table and are not all of it.
  struct Part: Hashable, Sendable {
    var table: String
    var count: String
  }

  var table: String { step.table }
}

extension ScriptBuilder {
  /// What happens to each table, sorted by name; those that are dropped last.
  var steps: [StepOutline] {
    let all =
      zip(plans, plansBefore).map(outline)
      + droppedTables.map {
        let heirs = heirs(of: $0).joined(separator: ", ")
        return StepOutline(
          step: MigrationStep(
            table: $0, way: .drop,
            reasons: [heirs.isEmpty ? "nothing continues it" : "its rows go to \(heirs)"]),
          rewrittenTables: [])
      }
    guard existing != nil else { return all }
    return (all + existingSteps).sorted {
      ($0.step.way == .drop ? 1 : 0, $0.table) < ($1.step.way == .drop ? 1 : 0, $1.table)
    }
  }

  /// The plan before says the same of the tables by the names that they have before anything runs.
  private func outline(_ plan: TablePlan, before: TablePlan) -> StepOutline {
    switch plan.way {
    case .create:
      return outline(MigrationStep(table: plan.target.name, way: .create), filledBy: before)
    case .rebuild(let reasons):
      return outline(
        MigrationStep(table: plan.target.name, way: .rebuild, reasons: reasons), filledBy: before)
    case .inPlace(let change):
      return StepOutline(
        step: MigrationStep(
          table: plan.target.name, way: leavesUntouched(plan) ? .none : .alter),
        rewrittenTables: change.dropped.isEmpty ? [] : plan.homes)
    }
  }

  /// Rows are counted by the table where all that it may hold come out of it, and by a query each
  /// where some do.
  private func outline(_ step: MigrationStep, filledBy plan: TablePlan) -> StepOutline {
    let byHome = Dictionary(grouping: plan.members, by: \.home)
    let parts = byHome.filter { home, members in
      members.contains { !$0.isComplete || $0.isAddition }
        || members.allSatisfy { $0.entities != nil } && !covers(home, members)
    }
    return StepOutline(
      step: step, rewrittenTables: plan.homes.subtracting(parts.keys),
      parts: parts.values.flatMap { $0 }.map { member in
        StepOutline.Part(
          table: member.home,
          count: "SELECT count(*) FROM (SELECT 1 FROM \(member.relation)"
            + (member.condition.map { " WHERE \($0)" } ?? "") + ")")
      })
  }

  /// Whether nothing happens to a table.
  func leavesUntouched(_ plan: TablePlan) -> Bool {
    guard case .inPlace(let change) = plan.way else { return false }
    return change.isEmpty && plan.source?.name == plan.target.name && !changesIndexes(plan)
  }
}

extension ScriptBuilder {
  /// The tables whose rows may change where they stand, by their names afterwards: those of which
  /// objects get new identities, that steps touch, or that have to do with merged objects.
  var tablesWithChangingRows: Set<String> {
    let renumbered = Set(renumberings.flatMap { $0.tables.map(\.name) })
    let following = plans.filter { plan in
      plan.source.map { renumbered.contains($0.name) } ?? false
    }
    return stepTables.union(following.map(\.target.name)).union(tablesOfMerges)
  }
}

// MARK: - Proofs

extension ScriptBuilder {
  /// The proofs for every table that holds rows from before.
  var conservation: [ConservationCheck] {
    plansBefore.flatMap(\.conservation) + existingConservation
  }

  /// Rows of no entity that the source knows, in every table that is written or dropped.
  var strays: [StrayCheck] {
    let rewritten = Set(plans.filter { !$0.isInPlace }.flatMap(\.reads)).union(droppedTables)
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

extension ScriptBuilder {
  /// Objects that a declared condition keeps from becoming rows, sorted by entity.
  ///
  /// What passes is subtracted from what there is: a condition that is NULL lets nothing pass.
  var leftBehind: [LeftBehindCheck] {
    let checks = plansBefore.flatMap(\.members).compactMap { member -> LeftBehindCheck? in
      guard !member.isComplete, !member.isAddition, let entities = member.entities else {
        return nil
      }
      let own = source.rowCondition(of: entities.source, includingDescendants: false)
      let all = own.map { " WHERE \($0)" } ?? ""
      let passing = member.condition.map { " WHERE \($0)" } ?? ""
      let identity = StoreLayout.identityColumn
      let passed = member.columns.first { $0.name == identity }.map { column in
        "SELECT \(column.value.sql) FROM \(member.relation)\(passing)"
      }
      return LeftBehindCheck(
        entity: entities.target,
        count: "SELECT (SELECT count(*) FROM \(member.home.quotedName)\(all))"
          + " - (SELECT count(*) FROM \(member.relation)\(passing))",
        objects: passed.map { passed in
          "SELECT \(identity.quotedName) FROM \(member.home.quotedName)\(all)"
            + "\(own == nil ? " WHERE" : " AND") \(identity.quotedName) NOT IN (\(passed))"
        })
    }
    return (checks + existingLeftBehind).sorted { $0.entity < $1.entity }
  }

  /// A table that was there before any model holds one entity, all of whose rows have one proof.
  private var existingLeftBehind: [LeftBehindCheck] {
    (existing?.plans ?? []).compactMap { plan in
      guard let home = plan.source, let proof = plan.conservation,
        mapping.entity(proof.subject)?.layers.contains(where: { $0.filter != nil }) == true
      else { return nil }
      return LeftBehindCheck(
        entity: proof.subject,
        count: "SELECT (SELECT count(*) FROM \(home.quotedName))"
          + " - (SELECT count(*) FROM (\(proof.source)))",
        objects: plan.fillingBefore.map { filling in
          let passing = filling.condition.map { " WHERE \($0)" } ?? ""
          return "SELECT \(source.identity(ofRowsIn: home)) FROM \(home.quotedName)"
            + " EXCEPT SELECT \(filling.identity) FROM \(filling.relation)\(passing)"
        })
    }
  }
}

extension TablePlan {
  /// The proofs that its rows arrived: one for each group, or one for all where rows of several
  /// groups cannot be told apart afterwards.
  fileprivate var conservation: [ConservationCheck] {
    guard groups.count > 1, members.contains(where: \.isAddition) else {
      return groups.map { $0.conservation(in: target.name) }
    }
    return [FillGroup.conservation(of: groups, in: target.name)]
  }

  /// The tables of the source whose rows its rows were.
  fileprivate var homes: Set<String> { Set(members.map(\.home)) }
}
