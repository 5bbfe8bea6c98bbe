internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SQLText

// The tables that were there before any model. By now everything of our own is what it has to be.
//
// 0. Tables that declared SQL reads have been copied, before everything else.
// 1. Tables and columns get their new names, so that indexes, triggers, views and foreign keys
//    follow them.
// 2. New tables are made.
// 3. Each other one is altered where it stands, or written anew by its own statement
//    (https://www.sqlite.org/lang_altertable.html#otheralter).
// 4. Tables that nothing continues go.
// 5. Indexes are made.
extension ScriptBuilder {
  mutating func changeExistingTables() {
    guard let existing else { return }
    let current = renameTables(existing)
    for plan in existing.plans { prepare(plan) }
    for plan in existing.plans where plan.isNew { create(plan) }
    for plan in existing.plans where !plan.isNew {
      if plan.isRebuilt { rebuild(plan) } else { alter(plan) }
    }
    for table in existing.droppedTables { drop(table, called: current[table] ?? table, existing) }
    for plan in existing.plans {
      for index in plan.createdIndexes {
        run(index.sql, "index '\(index.name)'", of: plan.table, touchesRows: true)
      }
    }
  }

  /// Renames the tables, and returns the names that those to be dropped have then.
  private mutating func renameTables(_ existing: ExistingPlanner) -> [String: String] {
    let renames = existing.continued.filter { $0.key != $0.value }.sorted { $0.key < $1.key }
    let occupied = Set(existing.found.definition.tables.map(\.name.asciiLowercased))
    let wanted = Set(renames.map(\.value.asciiLowercased))
    var second: [(from: String, to: String)] = []
    var current: [String: String] = [:]
    for table in existing.droppedTables where wanted.contains(table.asciiLowercased) {
      current[table] = "_migrate_old_\(table)"
      renameTable(table, to: "_migrate_old_\(table)", of: table)
    }
    for (old, new) in renames {
      guard occupied.contains(new.asciiLowercased) else {
        renameTable(old, to: new, of: new)
        continue
      }
      renameTable(old, to: "_migrate_old_\(old)", of: new)
      second.append(("_migrate_old_\(old)", new))
    }
    for (old, new) in second { renameTable(old, to: new, of: new) }
    return current.merging(displace(existing)) { name, _ in name }
  }

  /// Gives tables that go while another one gets their name a name of their own; what refers to that
  /// name means the other one from then on.
  private mutating func displace(_ existing: ExistingPlanner) -> [String: String] {
    let displaced = existing.displaced
    for (table, name) in displaced.sorted(by: { $0.key < $1.key }) {
      run("PRAGMA legacy_alter_table = ON", "references to '\(table)' stay as they read", of: table)
      renameTable(table, to: name, of: table)
      run("PRAGMA legacy_alter_table = OFF", "later renames are followed by references", of: table)
    }
    return displaced
  }

  private mutating func prepare(_ plan: ExistingTablePlan) {
    for index in plan.droppedIndexes {
      run("DROP INDEX \(index.quotedName)", "index '\(index)' is no longer meant", of: plan.table)
    }
    renameColumns(plan.renames, in: plan.table)
  }

  private mutating func create(_ plan: ExistingTablePlan) {
    guard var table = target.definition.table(named: plan.table) else { return }
    for position in table.columns.indices {
      plan.linkTypes[table.columns[position].name].map { table.columns[position].type = $0 }
    }
    run(table.sql, "'\(plan.table)' is new", of: plan.table)
    if !plan.values.isEmpty { insert(plan, into: plan.table) }
  }

  private mutating func insert(_ plan: ExistingTablePlan, into table: String) {
    let values = plan.values.map(\.sql).joined(separator: ", ")
    // A table's own ON CONFLICT would put a default where a value is missing, or pass over a row
    // (https://www.sqlite.org/lang_conflict.html).
    let way = plan.resolvesConflicts ? "INSERT OR ABORT" : "INSERT"
    run(
      "\(way) INTO \(table.quotedName) (\(plan.values.map(\.column).quotedNames))"
        + " \(plan.context)SELECT \(values) FROM \(plan.relation)",
      "the rows of '\(plan.table)'", of: plan.table, touchesRows: true, filling: plan.filling,
      recomputed: plan.recomputed)
  }

  private mutating func alter(_ plan: ExistingTablePlan) {
    let table = plan.table.quotedName
    for column in plan.dropped {
      run(
        "ALTER TABLE \(table) DROP COLUMN \(column.quotedName)", "'\(column)' is dropped",
        of: plan.table, touchesRows: true)
    }
    for column in plan.added {
      run(
        "ALTER TABLE \(table) ADD COLUMN \(column.sql)", "'\(column.name)' is new", of: plan.table)
    }
  }

  private mutating func rebuild(_ plan: ExistingTablePlan) {
    let (table, draft) = (plan.table, StoreScript.draftPrefix + plan.table)
    items.append(.redefine(table: table, draft: draft, edits: plan.edits))
    insert(plan, into: draft)
    if plan.isAutoincrementing { keepSequence(of: table, for: draft) }
    items.append(.remember(table: table))
    run("DROP TABLE \(table.quotedName)", "its rows are in the new table", of: table)
    takePlace(of: table, draft)
    items.append(.recreate(table: table))
  }

  /// A table that is filled anew knows the highest id that it holds, and not the highest it had
  /// (https://www.sqlite.org/autoinc.html).
  private mutating func keepSequence(of table: String, for draft: String) {
    let reason = "ids that were used once are not used again"
    run("DELETE FROM sqlite_sequence WHERE name = \(draft.quotedText)", reason, of: table)
    run(
      "INSERT INTO sqlite_sequence (name, seq) SELECT \(draft.quotedText), seq"
        + " FROM sqlite_sequence WHERE name = \(table.quotedText)", reason, of: table)
  }

  private mutating func drop(_ table: String, called name: String, _ existing: ExistingPlanner) {
    for object in existing.found.attached[table] ?? [] {
      let kind = object.id.kind.rawValue
      run(
        "DROP \(kind.uppercased()) \(object.id.name.quotedName)",
        "\(kind) '\(object.id.name)' is on '\(table)', which goes", of: table)
    }
    run("DROP TABLE \(name.quotedName)", "nothing continues '\(table)'", of: table)
  }
}

extension ScriptBuilder {
  /// Gives a table that was written anew the name of the one that it replaces.
  mutating func takePlace(of table: String, _ draft: String) {
    // Without this the rename fails on views of the table, and would be written into them.
    run("PRAGMA legacy_alter_table = ON", "references to '\(table)' stay as they read", of: table)
    run(
      "ALTER TABLE \(draft.quotedName) RENAME TO \(table.quotedName)",
      "the new table takes the old one's place", of: table)
    run("PRAGMA legacy_alter_table = OFF", "later renames are followed by references", of: table)
  }
}

// MARK: - What is told of it

extension ScriptBuilder {
  /// The objects that were there before any model and are not there afterwards under that name.
  var goneObjects: Set<SchemaObject.ID> {
    guard let existing else { return [] }
    var result: Set<SchemaObject.ID> = []
    for (old, new) in existing.continued where old != new { result.insert(.init(.table, old)) }
    for plan in existing.plans {
      result.formUnion(plan.droppedIndexes.map { .init(.index, $0) })
    }
    for table in existing.droppedTables {
      result.insert(.init(.table, table))
      result.formUnion((existing.found.attached[table] ?? []).map(\.id))
    }
    return result
  }

  /// The tables that are written anew, by their names before.
  var rebuiltExistingTables: Set<String> {
    Set((existing?.plans ?? []).filter(\.isRebuilt).compactMap(\.source))
  }

  /// What happens to each table that was there before any model, sorted by name.
  var existingSteps: [StepOutline] {
    guard let existing else { return [] }
    return existing.plans.map { plan in
      let way: MigrationStep.Way =
        plan.isNew ? .create : plan.isRebuilt ? .rebuild : plan.isUntouched ? .none : .alter
      let writesRows = plan.isRebuilt || !plan.dropped.isEmpty
      let written = rowsLeftByCondition(plan)
      return StepOutline(
        step: MigrationStep(table: plan.table, way: way, reasons: plan.reasons),
        rewrittenTables: writesRows && written == nil
          ? Set([plan.source].compactMap(\.self)) : [],
        parts: [written].compactMap(\.self))
    }
      + existing.droppedTables.filter { existing.displaced[$0] == nil }.map {
        StepOutline(
          step: MigrationStep(table: $0, way: .drop, reasons: ["nothing continues it"]),
          rewrittenTables: [])
      }
  }

  /// The rows of a table that is written anew which a declared condition lets pass; nil without one.
  private func rowsLeftByCondition(_ plan: ExistingTablePlan) -> StepOutline.Part? {
    guard plan.isRebuilt, let table = plan.source, let proof = plan.conservation,
      mapping.entity(plan.entity)?.layers.contains(where: { $0.filter != nil }) == true
    else { return nil }
    return StepOutline.Part(table: table, count: "SELECT count(*) FROM (\(proof.source))")
  }

  /// The proofs that their rows arrive.
  var existingConservation: [ConservationCheck] {
    (existing?.plans ?? []).compactMap(\.conservation)
  }
}
