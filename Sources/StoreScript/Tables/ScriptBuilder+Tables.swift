internal import SQLite
internal import StoreLayout
internal import SQLText
internal import Threads

extension ScriptBuilder {
  /// Gives interim names to tables whose names other tables need.
  mutating func makeRoom() {
    for move in naming.moves {
      let (table, name) = (move.table, TableNaming.interimName(of: move.table))
      let owner = naming.renamed[table] ?? table
      guard move.leavesReferences else {
        renameTable(table, to: name, of: owner)
        continue
      }
      leavingReferences(to: table) { $0.renameTable(table, to: name, of: owner) }
    }
  }

  /// Fills all tables that are written, and returns those whose old table is still read.
  mutating func fillTables() -> [TablePlan] {
    let written = plans.filter(\.isWritten)
    var readers: [String: Int] = [:]
    for table in written.flatMap(\.reads) { readers[table, default: 0] += 1 }
    let readsAnything = mapping.readsTables
    var postponed: [TablePlan] = []
    // Tables of objects before tables of links, each sorted by name.
    let joinTables = Set(target.joinTables.map(\.name))
    let ordered =
      written.filter { !joinTables.contains($0.name) }
      + written.filter { joinTables.contains($0.name) }
    let made = ordered.concurrentMap(fromCount: Self.manyTables) { [builder = self] plan in
      builder.creation(of: plan)
    }
    for (plan, items) in zip(ordered, made) {
      self.items += items
      guard let before = plan.source?.name else { continue }
      let others = (readers[before] ?? 0) - (plan.reads.contains(before) ? 1 : 0)
      if readsAnything || others > 0 { postponed.append(plan) } else { replace(plan) }
    }
    return postponed
  }

  /// The tables whose definition changes and to whose rows nothing is written, with the columns that are added.
  ///
  /// Only tables that keep their name and whose links keep their destinations are included.
  var redefinedTables: [String: Set<String>] {
    let changing = tablesWithChangingRows
    let redefined = plans.filter { plan in
      !plan.isExisting && plan.way == .alter && !changing.contains(plan.name)
        && plan.change.dropped.isEmpty && plan.source?.name == plan.name
        && plan.change.added.allSatisfy {
          plan.target?.foreignKey(of: $0.name) == nil
            || plan.target?.column(named: $0.name)?.defaultExpression == nil
        }
    }
    return Dictionary(
      redefined.map { ($0.name, Set($0.change.added.map(\.name))) },
      uniquingKeysWith: { first, _ in first })
  }
}

// MARK: - One table

extension ScriptBuilder {
  /// The statements that create and fill a table that is new or rewritten.
  private func creation(of plan: TablePlan) -> [Item] {
    guard var table = plan.target else { return [] }
    var items: [Item] = []
    let name = plan.isRebuilt ? plan.draft : plan.name
    if plan.isRebuilt, plan.isExisting {
      items.append(.redefine(plan, from: naming.currentName(of: plan.source?.name ?? name)))
    } else {
      table.name = name
      let reason = plan.isRebuilt ? "'\(plan.name)' as it has to be" : "'\(plan.name)' is new"
      items.append(.run(ScriptStatement(table.sql, reason: reason, table: plan.name)))
    }
    for group in plan.groups {
      var statement = ScriptStatement(
        group.insertion(into: name), reason: "the rows of '\(group.rows.subject)'",
        table: plan.name, touchesRows: true)
      (statement.filling, statement.recomputed) = (group.filling(of: plan.name), group.recomputed)
      items.append(.run(statement))
    }
    return items
  }

  /// Lets a rewritten table take the old table's place.
  ///
  /// The table's name and column names lead every reference to the new table.
  mutating func replace(_ plan: TablePlan) {
    takeName(plan)
    dropIndexes(of: plan)
    let isMentioned = plan.source.map { mentionedNames.contains($0.name.asciiLowercased) } ?? false
    if isMentioned { renameColumns(of: plan) }
    if plan.isExisting, plan.source?.isAutoincrementing == true { keepSequence(of: plan) }
    items.append(.remember(table: plan.name))
    run("DROP TABLE \(plan.name.quotedName)", "its rows are in the new table", of: plan.name)
    // Otherwise the rename would fail on views of the table, and would be written into them.
    leavingReferences(to: plan.name) {
      $0.run(
        "ALTER TABLE \(plan.draft.quotedName) RENAME TO \(plan.name.quotedName)",
        "the new table takes the old one's place", of: plan.name)
    }
  }

  /// Keeps the AUTOINCREMENT sequence: a newly filled table knows the highest id that it holds, but not the
  /// highest id that it ever had (https://www.sqlite.org/autoinc.html).
  private mutating func keepSequence(of plan: TablePlan) {
    let reason = "ids that were used once are not used again"
    run(
      "DELETE FROM sqlite_sequence WHERE name = \(plan.draft.quotedText)", reason, of: plan.name)
    run(
      "INSERT INTO sqlite_sequence (name, seq) SELECT \(plan.draft.quotedText), seq"
        + " FROM sqlite_sequence WHERE name = \(plan.name.quotedText)", reason, of: plan.name)
  }

  /// Alters a table in place.
  mutating func alter(_ plan: TablePlan) {
    takeName(plan)
    dropIndexes(of: plan)
    renameColumns(of: plan)
    let table = plan.name.quotedName
    for column in plan.change.droppedNames {
      run(
        "ALTER TABLE \(table) DROP COLUMN \(column.quotedName)", "'\(column)' is dropped",
        of: plan.name, touchesRows: true)
    }
    for column in plan.change.added {
      run(
        "ALTER TABLE \(table) ADD COLUMN \(column.sql)", "'\(column.name)' is new", of: plan.name)
    }
  }

  private mutating func dropIndexes(of plan: TablePlan) {
    for index in plan.droppedIndexes {
      run("DROP INDEX \(index.quotedName)", "index '\(index)' is no longer meant", of: plan.name)
    }
  }

  /// Creates the indexes of some tables, and the objects that were on rewritten tables.
  mutating func finishTables(where isDue: (TablePlan) -> Bool) {
    for plan in plans where isDue(plan) {
      for index in plan.createdIndexes {
        run(index.sql, "index '\(index.name)'", of: plan.name, touchesRows: true)
      }
    }
    for plan in plans where isDue(plan) && plan.isRebuilt {
      items.append(.recreate(table: plan.name))
    }
  }

  /// Drops a table, and in an existing database the objects on it.
  mutating func drop(_ plan: TablePlan) {
    for object in plan.isExisting ? existing?.found.attached[plan.name] ?? [] : [] {
      let kind = object.id.kind.rawValue
      run(
        "DROP \(kind.uppercased()) \(object.id.name.quotedName)",
        "\(kind) '\(object.id.name)' is on '\(plan.name)', which goes", of: plan.name)
    }
    run(
      "DROP TABLE \(naming.currentName(of: plan.name).quotedName)",
      plan.reasons.joined(separator: ", "), of: plan.name)
  }

  // MARK: Names

  private mutating func takeName(_ plan: TablePlan) {
    guard let old = plan.source?.name else { return }
    let current = naming.currentName(of: old)
    if current != plan.name { renameTable(current, to: plan.name, of: plan.name) }
  }

  private mutating func renameTable(_ old: String, to new: String, of table: String) {
    run(
      "ALTER TABLE \(old.quotedName) RENAME TO \(new.quotedName)",
      "'\(old)' is called '\(new)' now", of: table)
  }

  private mutating func renameColumns(of plan: TablePlan) {
    for rename in plan.change.columnRenames() {
      run(
        rename.sql(in: plan.name), "'\(rename.from)' is called '\(rename.to)' now", of: plan.name)
    }
  }

  /// Runs a change that references to a table do not follow.
  private mutating func leavingReferences(to table: String, _ body: (inout Self) -> Void) {
    run("PRAGMA legacy_alter_table = ON", "references to '\(table)' stay as they read", of: table)
    body(&self)
    run("PRAGMA legacy_alter_table = OFF", "later renames are followed by references", of: table)
  }
}

// MARK: - Triggers

extension ScriptBuilder {
  /// The triggers that stay as they are and concern neither a changing table nor one with merged objects: an
  /// object that lives on in another one is not deleted.
  var keptTriggers: Set<TriggerDefinition> {
    if source.nativeDefinition.triggers.isEmpty { return [] }
    let touched = plans.filter { !$0.isExisting && $0.changesNames }.reduce(
      into: mergingTables.union(stepTables)
    ) { $0.formUnion($1.names) }
    return Set(
      source.nativeDefinition.triggers.filter { trigger in
        target.nativeDefinition.trigger(named: trigger.name) == trigger
          && !SQLTokens(trigger.sql).mentions(touched)
      })
  }

  mutating func dropTriggers() {
    let kept = keptTriggers
    for trigger in source.nativeDefinition.triggers where !kept.contains(trigger) {
      let table = naming.renamed[trigger.table] ?? trigger.table
      run(
        "DROP TRIGGER \(trigger.name.quotedName)", "it is made anew, or no longer meant", of: table)
    }
  }

  mutating func createTriggers() {
    let kept = keptTriggers
    for trigger in target.nativeDefinition.triggers where !kept.contains(trigger) {
      run(trigger.sql, "trigger '\(trigger.name)'", of: trigger.table)
    }
  }
}

extension TablePlan {
  /// Whether a trigger that names the table or its columns may read differently afterwards.
  fileprivate var changesNames: Bool {
    !isInPlace || target?.name != source?.name || !change.columnRenames().isEmpty
      || !change.dropped.isEmpty
  }
}
