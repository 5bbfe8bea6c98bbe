internal import MigrationPlanner
internal import SchemaModel

/// Puts the statements of a ``StoreScript`` in order.
///
/// 1. Triggers that are in the way go.
/// 2. New tables are made and filled from the old ones; each takes the old one's place as soon as
///    nobody reads that any more. This is SQLite's own procedure
///    (https://www.sqlite.org/lang_altertable.html#otheralter, steps 4 to 7).
/// 3. Tables that nothing continues go.
/// 4. The other tables are altered where they stand.
/// 5. Indexes and triggers are made.
struct ScriptBuilder {
  /// A statement, or a place where statements are known only once those before have run.
  enum Item {
    case run(ScriptStatement)
    /// Remember the unmanaged indexes and triggers on a table, as they read now.
    case remember(table: String)
    /// Make them again.
    case recreate(table: String)
  }

  let mapping: Mapping
  let source: NativeLayout
  let target: NativeLayout
  let unmanaged: [SchemaObject]
  private let lineage: TableLineage
  private let naming: TableNaming
  private let sourceTables: [String: TableDefinition]
  private let sourceIndexes: [String: [IndexDefinition]]
  private let targetIndexes: [String: [IndexDefinition]]
  /// The entities that have objects, by the table of the source that holds them.
  let entitiesBySourceTable: [String: [String]]
  /// Every name that an unmanaged object mentions, folded.
  private let mentionedNames: Set<String>
  private(set) var plans: [TablePlan] = []
  /// The same with the names that tables have before anything runs: for the proofs.
  private(set) var plansBefore: [TablePlan] = []
  private(set) var items: [Item] = []

  init(
    _ mapping: Mapping, from source: NativeLayout, to target: NativeLayout,
    unmanaged: [SchemaObject]
  ) throws(StoreScriptError) {
    (self.mapping, self.source, self.target, self.unmanaged) = (mapping, source, target, unmanaged)
    sourceTables = Dictionary(
      source.definition.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    sourceIndexes = Dictionary(grouping: source.definition.indexes, by: \.table)
    targetIndexes = Dictionary(grouping: target.definition.indexes, by: \.table)
    entitiesBySourceTable = Self.entitiesByTable(of: source)
    mentionedNames = unmanaged.reduce(into: []) { $0.formUnion(SQLTokens($1.sql).foldedNames) }
    lineage = TableLineage(mapping, from: source, to: target)
    naming = TableNaming(
      lineage, from: source.definition.tables.map(\.name), to: target.definition.tables.map(\.name))
    if naming.isBeforehand, let place = mapping.placeThatReadsTables {
      throw .readsRenamedTables(place: place)
    }
    plans = try makePlans(tableNames: naming.whileCopying)
    plansBefore = naming.isBeforehand ? try makePlans(tableNames: [:]) : plans
  }

  mutating func build() {
    dropTriggers()
    for rename in naming.firstRenames { renameTable(rename.from, to: rename.to, of: rename.table) }
    let postponed = fillTables()
    for plan in postponed { replaceTable(plan) }
    dropTables()
    for plan in plans { alterTable(plan) }
    for plan in plans { createIndexes(plan) }
    for plan in plans where plan.isRebuilt { items.append(.recreate(table: plan.target.name)) }
    createTriggers()
  }

  private mutating func run(
    _ sql: String, _ reason: String, of table: String, touchesRows: Bool = false
  ) {
    items.append(.run(ScriptStatement(sql, reason: reason, table: table, touchesRows: touchesRows)))
  }

  private func currentName(of table: String) -> String { naming.whileCopying[table] ?? table }
}

// MARK: - Plans

extension ScriptBuilder {
  private func makePlans(
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
    return target.definition.tables.map { table in
      let rows: [FillMember]
      if let joinTable = joinTables[table.name] {
        rows = members.members(of: joinTable, links[joinTable.association.primary] ?? [])
      } else {
        rows = members.members(of: table, family: families[table.name] ?? [])
      }
      return plan(for: table, rows, groups.groups(of: rows, for: table))
    }
  }

  private func familiesByTable() -> [String: [Entity]] {
    var result: [String: [Entity]] = [:]
    for entity in target.schema.entities {
      if let table = target.table(of: entity.name) { result[table, default: []].append(entity) }
    }
    return result
  }

  private func plan(
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
  private func covers(_ table: String, _ members: [FillMember]) -> Bool {
    let held = entitiesBySourceTable[table] ?? []
    return Set(held).isSubset(of: members.compactMap { $0.entities?.source })
  }

  private static func entitiesByTable(of layout: NativeLayout) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for entity in layout.schema.entities where !entity.isAbstract {
      if let table = layout.table(of: entity.name) {
        result[table, default: []].append(entity.name)
      }
    }
    return result
  }
}

// MARK: - Filling and replacing

extension ScriptBuilder {
  /// Fills all tables that are written, and returns those whose old one somebody still reads.
  private mutating func fillTables() -> [TablePlan] {
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

  private static func newName(of plan: TablePlan) -> String { "_migrate_new_\(plan.target.name)" }

  private mutating func fill(_ plan: TablePlan, as name: String, reason: String) {
    var table = plan.target
    table.name = name
    run(table.sql, reason, of: plan.target.name)
    for group in plan.groups {
      run(
        group.insertion(into: name), "the rows of '\(group.subject)'", of: plan.target.name,
        touchesRows: true)
    }
  }

  private mutating func replaceTable(_ plan: TablePlan) {
    guard let before = plan.source else { return }
    let table = plan.target.name
    takeName(of: before.name, for: table)
    if isMentioned(before.name) { renameColumns(columnRenames(of: plan), in: table) }
    items.append(.remember(table: table))
    run("DROP TABLE \(table.quotedName)", "its rows are in the new table", of: table)
    // Without this the rename fails on views of the table, and would be written into them.
    run("PRAGMA legacy_alter_table = ON", "references to '\(table)' stay as they read", of: table)
    run(
      "ALTER TABLE \(Self.newName(of: plan).quotedName) RENAME TO \(table.quotedName)",
      "the new table takes the old one's place", of: table)
    run("PRAGMA legacy_alter_table = OFF", "later renames are followed by references", of: table)
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

  private mutating func takeName(of old: String, for new: String) {
    let current = currentName(of: old)
    if current != new { renameTable(current, to: new, of: new) }
  }

  private mutating func renameTable(_ old: String, to new: String, of table: String) {
    run(
      "ALTER TABLE \(old.quotedName) RENAME TO \(new.quotedName)",
      "'\(old)' is called '\(new)' now",
      of: table)
  }

  /// The tables of the source that nothing continues, sorted.
  var droppedTables: [String] {
    let continued = Set(lineage.continued.values)
    return source.definition.tables.map(\.name).filter { !continued.contains($0) }
  }

  private mutating func dropTables() {
    for table in droppedTables {
      run(
        "DROP TABLE \(currentName(of: table).quotedName)", "nothing continues '\(table)'", of: table
      )
    }
  }
}

// MARK: - Altering

extension ScriptBuilder {
  private mutating func alterTable(_ plan: TablePlan) {
    guard case .inPlace(let change) = plan.way, let before = plan.source else { return }
    let table = plan.target.name
    takeName(of: before.name, for: table)
    for index in droppedIndexes(plan, change) {
      run(
        "DROP INDEX \(index.name.quotedName)", "index '\(index.name)' is no longer meant", of: table
      )
    }
    renameColumns(change.renames, in: table)
    for column in change.dropped {
      run(
        "ALTER TABLE \(table.quotedName) DROP COLUMN \(column.quotedName)",
        "'\(column)' is dropped", of: table, touchesRows: true)
    }
    for column in change.added {
      run(
        "ALTER TABLE \(table.quotedName) ADD COLUMN \(plan.target.addedColumnSQL(column))",
        "'\(column.name)' is new", of: table)
    }
  }

  /// Columns that exchange or pass on their names go through names of their own.
  private mutating func renameColumns(_ renames: [(from: String, to: String)], in table: String) {
    let old = Set(renames.map(\.from.asciiLowercased))
    var second: [(from: String, to: String)] = []
    for rename in renames {
      let isInTheWay = old.contains(rename.to.asciiLowercased)
      let name = isInTheWay ? "_migrate_old_\(rename.from)" : rename.to
      renameColumn(rename.from, to: name, in: table)
      if isInTheWay { second.append((name, rename.to)) }
    }
    for rename in second { renameColumn(rename.from, to: rename.to, in: table) }
  }

  private mutating func renameColumn(_ old: String, to new: String, in table: String) {
    run(
      "ALTER TABLE \(table.quotedName) RENAME COLUMN \(old.quotedName) TO \(new.quotedName)",
      "'\(old)' is called '\(new)' now", of: table)
  }
}

// MARK: - Indexes and triggers

extension ScriptBuilder {
  private func keptIndexes(_ plan: TablePlan, _ change: InPlaceChange) -> Set<IndexDefinition> {
    Set(
      indexesBefore(plan).compactMap { index in
        var index = index
        index.table = plan.target.name
        for position in index.columns.indices {
          let name = index.columns[position].name
          index.columns[position].name = change.kept[name] ?? name
        }
        return target.definition.index(named: index.name) == index ? index : nil
      })
  }

  private func indexesBefore(_ plan: TablePlan) -> [IndexDefinition] {
    plan.source.flatMap { sourceIndexes[$0.name] } ?? []
  }

  private func droppedIndexes(_ plan: TablePlan, _ change: InPlaceChange) -> [IndexDefinition] {
    let kept = Set(keptIndexes(plan, change).map(\.name))
    return indexesBefore(plan).filter { !kept.contains($0.name) }
  }

  /// Whether an index goes or comes.
  func changesIndexes(_ plan: TablePlan) -> Bool {
    guard case .inPlace(let change) = plan.way else { return true }
    let meant = targetIndexes[plan.target.name] ?? []
    return !droppedIndexes(plan, change).isEmpty || meant.count != keptIndexes(plan, change).count
  }

  private mutating func createIndexes(_ plan: TablePlan) {
    var kept: Set<IndexDefinition> = []
    if case .inPlace(let change) = plan.way { kept = keptIndexes(plan, change) }
    for index in targetIndexes[plan.target.name] ?? [] where !kept.contains(index) {
      run(index.sql, "index '\(index.name)'", of: plan.target.name, touchesRows: true)
    }
  }

  /// Those that stay as they are and have nothing to do with a table that changes.
  private var keptTriggers: Set<TriggerDefinition> {
    let changing = Set(
      plans.filter(\.changesNames).flatMap { [$0.target.name, $0.source?.name ?? $0.target.name] })
    let touched = changing.union(droppedTables)
    return Set(
      source.definition.triggers.filter { trigger in
        target.definition.trigger(named: trigger.name) == trigger
          && !SQLTokens(trigger.sql).mentions(touched)
      })
  }

  private mutating func dropTriggers() {
    let kept = keptTriggers
    for trigger in source.definition.triggers where !kept.contains(trigger) {
      let table = naming.renamed[trigger.table] ?? trigger.table
      run(
        "DROP TRIGGER \(trigger.name.quotedName)", "it is made anew, or no longer meant", of: table)
    }
  }

  private mutating func createTriggers() {
    let kept = keptTriggers
    for trigger in target.definition.triggers where !kept.contains(trigger) {
      run(trigger.sql, "trigger '\(trigger.name)'", of: trigger.table)
    }
  }
}

extension TablePlan {
  var isInPlace: Bool { if case .inPlace = way { true } else { false } }

  /// Whether a trigger that names the table or its columns might not read the same afterwards.
  fileprivate var changesNames: Bool {
    guard case .inPlace(let change) = way else { return true }
    return target.name != source?.name || !change.renames.isEmpty || !change.dropped.isEmpty
  }
}

extension SQLTokens {
  /// Every name that occurs, folded as SQLite compares names; keywords are among them.
  var foldedNames: Set<String> {
    Set(
      tokens.filter { $0.kind == .word || $0.kind == .quotedName }.map(\.name.asciiLowercased))
  }

  /// Whether one of the names occurs.
  func mentions(_ names: Set<String>) -> Bool {
    !foldedNames.isDisjoint(with: names.map(\.asciiLowercased))
  }
}

extension Mapping {
  /// A property whose expression, or an entity whose filter, reads tables by name.
  fileprivate var placeThatReadsTables: String? {
    for entity in entities {
      for layer in entity.layers {
        if let filter = layer.filter, SQLTokens(filter).hasSubquery { return layer.entity }
        for value in layer.values where value.value.hasSubquery {
          return "\(layer.entity).\(value.property)"
        }
      }
    }
    return nil
  }
}

extension ValueSource {
  fileprivate var hasSubquery: Bool {
    switch self {
    case .expression(let sql): SQLTokens(sql).hasSubquery
    case .copied, .defaulted, .none, .linked: false
    case .filled(let value, _, _), .converted(let value, _, _), .recoded(let value, _),
      .recomposed(let value, _), .moved(let value, _):
      value.hasSubquery
    }
  }
}

extension SQLTokens {
  fileprivate var hasSubquery: Bool { tokens.contains { $0.keyword == "SELECT" } }
}
