internal import StoreLayout
internal import SQLite
internal import SchemaModel
internal import SQLText

extension ScriptBuilder {
  /// Fills all tables that are written, and returns those whose old one somebody still reads.
  mutating func fillTables() -> [TablePlan] {
    var readers: [String: Int] = [:]
    for plan in plans where !plan.isInPlace {
      for table in plan.reads { readers[table, default: 0] += 1 }
    }
    let readsAnything = mapping.placeThatReadsTables != nil
    var postponed: [TablePlan] = []
    // Tables of objects before those of links, each sorted by name.
    let joinTables = Set(target.joinTables.map(\.name))
    let ordered =
      plans.filter { !joinTables.contains($0.target.name) }
      + plans.filter { joinTables.contains($0.target.name) }
    for plan in ordered {
      switch plan.way {
      case .inPlace: continue
      case .create: fill(plan, as: plan.target.name, reason: "'\(plan.target.name)' is new")
      case .rebuild:
        fill(plan, as: Self.newName(of: plan), reason: "'\(plan.target.name)' as it has to be")
        let before = plan.source?.name ?? ""
        let others = (readers[before] ?? 0) - (plan.reads.contains(before) ? 1 : 0)
        if readsAnything || others > 0 { postponed.append(plan) } else { replaceTable(plan) }
      }
    }
    return postponed
  }

  static func newName(of plan: TablePlan) -> String {
    StoreScript.draftPrefix + plan.target.name
  }

  private mutating func fill(_ plan: TablePlan, as name: String, reason: String) {
    var table = plan.target
    table.name = name
    run(table.sql, reason, of: plan.target.name)
    for group in plan.groups {
      run(
        group.insertion(into: name), "the rows of '\(group.subject)'", of: plan.target.name,
        touchesRows: true, filling: group.filling)
    }
  }

  mutating func replaceTable(_ plan: TablePlan) {
    guard let before = plan.source else { return }
    let table = plan.target.name
    takeName(of: before.name, for: table)
    if isMentioned(before.name) { renameColumns(columnRenames(of: plan), in: table) }
    items.append(.remember(table: table))
    run("DROP TABLE \(table.quotedName)", "its rows are in the new table", of: table)
    takePlace(of: table, Self.newName(of: plan))
  }

  /// The renames that let unmanaged objects follow, where each column becomes one other.
  private func columnRenames(of plan: TablePlan) -> [(from: String, to: String)] {
    var names: [String: Set<String>] = [:]
    for member in plan.members where member.table == plan.source?.name {
      for column in member.columns {
        if case .column(let name) = column.value.kind {
          names[name, default: []].insert(column.name)
        }
      }
    }
    let kept = names.compactMapValues { $0.count == 1 ? $0.first : nil }
    let staying = Set(plan.source?.columns.map(\.name).filter { kept[$0] == nil } ?? [])
    return InPlaceChange(kept: kept).renames.filter { !staying.contains($0.to) }
  }

  private func isMentioned(_ table: String) -> Bool {
    mentionedNames.contains(table.asciiLowercased)
  }

  mutating func takeName(of old: String, for new: String) {
    let current = currentName(of: old)
    if current != new { renameTable(current, to: new, of: new) }
  }

  mutating func renameTable(_ old: String, to new: String, of table: String) {
    run(
      "ALTER TABLE \(old.quotedName) RENAME TO \(new.quotedName)",
      "'\(old)' is called '\(new)' now",
      of: table)
  }

  /// The tables of the source that nothing continues, sorted.
  var droppedTables: [String] {
    let continued = Set(lineage.continued.values)
    return source.nativeDefinition.tables.map(\.name).filter { !continued.contains($0) }
  }

  mutating func dropTables() {
    for table in droppedTables {
      run(
        "DROP TABLE \(currentName(of: table).quotedName)",
        heirs(of: table).isEmpty
          ? "nothing continues '\(table)'" : "the rows of '\(table)' are in other tables",
        of: table)
    }
  }

  /// The tables, in quotes, that rows of a table of the source go to.
  func heirs(of table: String) -> [String] {
    plans.filter { plan in plan.members.contains { $0.home == table } }
      .map { "'\($0.target.name)'" }
  }
}
