internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// Works out what happens to the tables that were there before any model.
///
/// Such a table is altered where it stands as long as SQLite does that without harm. Otherwise it
/// is written anew once, by its own statement with the few words changed that have to change.
struct ExistingPlanner {
  let mapping: Mapping
  let source: StoreLayout
  let target: StoreLayout
  let found: ExistingObjects
  private(set) var plans: [ExistingTablePlan] = []
  private(set) var tablesRead: TablesRead
  /// By their names in the source: the tables that go on, under their names in the target.
  private(set) var continued: [String: String] = [:]
  private(set) var fates: [String: ColumnFate] = [:]
  private var indexNames = NameAllocator()

  init(
    _ mapping: Mapping, from source: StoreLayout, to target: StoreLayout,
    objects: [SchemaObject]
  ) throws {
    (self.mapping, self.source, self.target) = (mapping, source, target)
    found = try ExistingObjects(objects)
    tablesRead = TablesRead(by: mapping, in: source, to: target)
    for object in objects { _ = indexNames.name(object.id.name) }
    for object in target.definition.tables { _ = indexNames.name(object.name) }
    try checkLayouts()
    for entity in mapping.entities { try continueTable(of: entity) }
    try checkVirtualTables()
    let carried = try carriedColumns()
    let before = try MemberBuilder(
      mapping, from: source, to: target, tableNames: [:], carrying: carried)
    let names = continued.merging(displaced) { name, _ in name }
    let renamed = source.renamed(tables: names, columns: renamedColumns())
    let during = try MemberBuilder(
      mapping, from: renamed, to: target, tableNames: [:],
      carrying: Dictionary(
        carried.map { (continued[$0.key] ?? $0.key, $0.value) },
        uniquingKeysWith: { first, _ in first }), sharingNames: Set(tablesRead.all))
    for entity in mapping.entities where target.isExisting(entity.entity) {
      var plan = try plan(for: entity, before.row(of: entity.entity), during)
      demandNumbers(&plan, columnValues(of: entity.entity, during.row(of: entity.entity)))
      plan.filling = filling(of: plan, entity, during.row(of: entity.entity))
      plan.fillingBefore = filling(of: plan, entity, before.row(of: entity.entity))
      plans.append(plan)
    }
    plans.sort { $0.table < $1.table }
    leaveOutUntouchedReads()
  }

  private mutating func leaveOutUntouchedReads() {
    // A table to which nothing happens has the name that it had.
    tablesRead.leaveOut(Set(plans.filter(\.isUntouched).map(\.table)))
    for position in plans.indices where !plans[position].values.isEmpty {
      let context = tablesRead.context(of: plans[position].entity)
      plans[position].context = context
      plans[position].filling?.context = context
    }
  }

  /// A table of the source as it is; one of our own as it should be.
  func definition(of table: String, in source: StoreLayout) -> TableDefinition? {
    found.definition.table(named: table) ?? source.nativeDefinition.table(named: table)
  }

  /// The tables of the source that nothing continues, sorted.
  var droppedTables: [String] {
    let kept = Set(plans.filter { !$0.isNew }.map(\.table))
    return source.existingTables.keys.filter { continued[$0] == nil && !kept.contains($0) }.sorted()
  }

  /// By their names in the source: the tables that nothing continues and whose name another one gets,
  /// under the names that they have until they go.
  var displaced: [String: String] {
    let wanted = Set(target.existingTables.keys.map(\.asciiLowercased))
    let others = Set(continued.values.map(\.asciiLowercased))
    let names = source.existingTables.keys.filter {
      let name = $0.asciiLowercased
      return continued[$0] == nil && wanted.contains(name) && !others.contains(name)
    }
    return Dictionary(
      names.map { ($0, "_migrate_old_\($0)") }, uniquingKeysWith: { first, _ in first })
  }

  func trouble(_ table: String, _ reason: String) -> StoreScriptError {
    .existingTable(table, reason: reason)
  }
}

// MARK: - Which table goes on as which

extension ExistingPlanner {
  /// A table is either one of our own or was there first, and stays so.
  private func checkLayouts() throws(StoreScriptError) {
    for layout in [source, target] {
      for (table, existing) in layout.existingTables.sorted(by: { $0.key < $1.key })
      where layout.discriminator(of: existing.entity) != nil {
        throw trouble(table, "has no column that distinguishes the sub-entities of its entity")
      }
    }
    for entity in mapping.entities {
      guard let before = entity.source, let old = source.table(of: before),
        let new = target.table(of: entity.entity),
        source.isExisting(before) != target.isExisting(entity.entity)
      else { continue }
      throw trouble(
        old,
        "cannot become '\(new)': a table of an existing database keeps its own layout, "
          + "so 'table' is given in both versions or in neither")
    }
  }

  private mutating func continueTable(of entity: EntityMapping) throws(StoreScriptError) {
    guard let before = entity.source, source.isExisting(before),
      let old = source.table(of: before), let new = target.table(of: entity.entity)
    else { return }
    if let obstacle = found.obstacles[old] { throw trouble(old, "cannot be read: \(obstacle)") }
    guard found.definition.table(named: old) != nil else { throw trouble(old, "is not there") }
    guard continued[old] == nil else { return }
    continued[old] = new
    fates[old] = ColumnFate(entity, from: source, to: target)
  }

  /// By table of the source: the columns that the schema does not name, and the rowid.
  private func carriedColumns() throws(StoreScriptError) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for name in continued.keys {
      guard let table = found.definition.table(named: name),
        let named = source.definition.table(named: name)
      else { continue }
      result[name] =
        [found.rowID(of: table)].compactMap(\.self)
        + table.columns.map(\.name).filter { named.column(named: $0) == nil }
    }
    return result
  }

  /// By table of the target, and by the columns' names in the source: their names in the target.
  private func renamedColumns() -> [String: [String: String]] {
    Dictionary(
      continued.map { ($0.value, fates[$0.key]?.names ?? [:]) },
      uniquingKeysWith: { first, _ in first })
  }

  /// SQLite follows a rename in indexes, triggers, views and foreign keys, and not in what a module
  /// was told about the table that it reads.
  private func checkVirtualTables() throws(StoreScriptError) {
    for (old, new) in continued.sorted(by: { $0.key < $1.key }) {
      guard let fate = fates[old], let table = source.definition.table(named: old) else { continue }
      let moved = table.columns.map(\.name).filter { fate.kept[$0] != $0 }
      for object in found.virtualTables {
        let names = Set(SQLTokens(object.sql).tokens.map(\.name.asciiLowercased))
        guard names.contains(old.asciiLowercased) else { continue }
        if old != new {
          throw .blocks(object.id, reason: "it names '\(old)', which gets another name")
        }
        if let column = moved.first(where: { names.contains($0.asciiLowercased) }) {
          throw .blocks(
            object.id, reason: "it names '\(old).\(column)', which is renamed or dropped")
        }
      }
    }
  }
}

// MARK: - One table

extension ExistingPlanner {
  private mutating func plan(
    for entity: EntityMapping, _ before: RowSource?, _ during: MemberBuilder
  ) throws -> ExistingTablePlan {
    let name = target.table(of: entity.entity) ?? entity.entity
    guard let wanted = target.definition.table(named: name) else {
      throw trouble(name, "has no definition")
    }
    var plan = ExistingTablePlan(entity: entity.entity, table: name)
    let old = entity.source.flatMap { source.table(of: $0) }
    guard let old, continued[old] == name, let fate = fates[old],
      let table = found.definition.table(named: old), let text = found.texts[old]
    else {
      // A table that is there and that the schema names only now keeps what it has.
      let isThere =
        found.definition.table(named: name) != nil && continued[name] == nil
        && source.existingTables[name] == nil
      if isThere { return plan }
      return try newTable(plan, wanted, old, before, during.row(of: entity.entity), entity)
    }
    plan.source = old
    plan.linkTypes = linkTypes(in: wanted, isStrict: table.isStrict)
    var columns = ExistingColumnPlanner(
      entity: entity, source: source, target: target, fate: fate, found: table, text: text,
      tables: continued)
    try columns.plan(&plan, row: during.row(of: entity.entity))
    try planIndexes(&plan, table, wanted, fate)
    try finish(&plan, table, text, before, during.row(of: entity.entity), entity, fate)
    return plan
  }

  /// A table that has to be made; with rows, where another one's objects become its own too.
  private mutating func newTable(
    _ plan: ExistingTablePlan, _ wanted: TableDefinition, _ old: String?, _ before: RowSource?,
    _ during: RowSource?, _ entity: EntityMapping
  ) throws -> ExistingTablePlan {
    var plan = plan
    plan.isNew = true
    plan.linkTypes = linkTypes(in: wanted, isStrict: wanted.isStrict)
    plan.createdIndexes = target.definition.indexes(on: plan.table).map { named($0) }
    guard let before, let during, old != nil else { return plan }
    let values = columnValues(of: entity.entity, during)
    plan.values = wanted.columns.map { ($0.name, values[$0.name]?.sql ?? "NULL") }
    plan.relation = during.relation + during.whereClause
    let copied = wanted.columns.filter { values[$0.name]?.isCopied == true }.map(\.name)
    plan.conservation = conservation(
      of: entity.entity, in: plan.table, columnValues(of: entity.entity, before),
      before, copied.map { ($0, $0) })
    return plan
  }

  /// The value of every column that stands for a property, or for a position among links.
  func columnValues(of entity: String, _ row: RowSource?) -> [String: RowValue] {
    guard let row else { return [:] }
    var result: [String: RowValue] = [:]
    for (property, column) in target.storedProperties(of: entity) {
      result[column] = row.values[property]
    }
    for (property, column) in target.storedOrders(of: entity) {
      result[column] = row.orders[property]
    }
    return result
  }

  private func conservation(
    of entity: String, in table: String, _ values: [String: RowValue], _ row: RowSource,
    _ columns: [(value: String, target: String)]
  ) -> ConservationCheck {
    let sums = columns.map { values[$0.value]?.sql ?? row.carried[$0.value]?.sql ?? "NULL" }
    let list = { (names: [String]) in names.isEmpty ? "1" : names.joined(separator: ", ") }
    let target = "SELECT \(list(columns.map(\.target.quotedName))) FROM "
    var check = ConservationCheck(
      subject: entity, table: table,
      source: "SELECT \(list(sums)) FROM \(row.relation)\(row.whereClause)",
      target: target + table.quotedName, columns: columns.map(\.target))
    check.draft = target + (StoreScript.draftPrefix + table).quotedName
    return check
  }

  // MARK: Indexes and unique keys

  private mutating func planIndexes(
    _ plan: inout ExistingTablePlan, _ table: TableDefinition, _ wanted: TableDefinition,
    _ fate: ColumnFate
  ) throws(StoreScriptError) {
    let comparison = source.definition.indexes(on: table.name)
    let before = comparison.map { index in
      var index = index
      index.name = ""
      index.table = plan.table
      for position in index.columns.indices {
        let name = index.columns[position].name
        index.columns[position].name = fate.kept[name] ?? "\0\(name)"
      }
      return index
    }
    let after = target.definition.indexes(on: plan.table)
    let unnamed = after.map { index in
      var index = index
      index.name = ""
      return index
    }
    for (index, old) in zip(before, comparison) where !unnamed.contains(index) {
      try dropIndex(old, &plan, table, fate)
    }
    for (index, new) in zip(unnamed, after) {
      let hasName = target.namedIndexes.contains(new.name)
      guard hasName || !before.contains(index) else { continue }
      let present = indexes(like: new, on: table) { fate.kept[$0] ?? $0 }
      guard !present.contains(where: { !hasName || $0.asciiLowercased == new.name.asciiLowercased })
      else { continue }
      // What looks for an index by its name does not find it under another one. Others that the version
      // names stay, and so do those that it does not describe.
      let others = Set(after.map(\.name.asciiLowercased))
      if before.contains(index) {
        plan.droppedIndexes += present.filter { !others.contains($0.asciiLowercased) }
      }
      plan.createdIndexes.append(named(new))
    }
  }

  /// An index as it is made: with the name that the schema gives it, or with one that is free.
  private mutating func named(_ index: IndexDefinition) -> IndexDefinition {
    guard !target.namedIndexes.contains(index.name) else { return index }
    var index = index
    index.name = indexNames.name(index.name)
    return index
  }

  /// The names of the indexes that a table has over the same columns, whose names may be others by now.
  private func indexes(
    like index: IndexDefinition, on table: TableDefinition, _ name: (String) -> String = { $0 }
  ) -> [String] {
    found.definition.indexes(on: table.name).filter { other in
      other.isUnique == index.isUnique && other.filter == nil
        && other.columns.allSatisfy { $0.collation == nil }
        && other.columns.map { name($0.name) } == index.columns.map(\.name)
        && (index.isUnique || other.columns.map(\.isAscending) == index.columns.map(\.isAscending))
    }.map(\.name)
  }

  /// What a schema calls an index may be one, or a constraint in the table's statement.
  private func dropIndex(
    _ index: IndexDefinition, _ plan: inout ExistingTablePlan, _ table: TableDefinition,
    _ fate: ColumnFate
  ) throws(StoreScriptError) {
    let names = index.columns.map(\.name)
    plan.droppedIndexes += indexes(like: index, on: table)
    guard index.isUnique, table.uniqueConstraints.contains(names) else { return }
    plan.edits.append(.uniqueness(of: names.map { fate.kept[$0] ?? $0 }))
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    plan.reasons.append("\(list) \(names.count == 1 ? "is" : "are together") no longer unique")
  }

  // MARK: The way

  private func finish(
    _ plan: inout ExistingTablePlan, _ table: TableDefinition, _ text: TableText,
    _ before: RowSource?, _ during: RowSource?, _ entity: EntityMapping, _ fate: ColumnFate
  ) throws(StoreScriptError) {
    guard let before, let during else { throw trouble(table.name, "has rows of no entity") }
    if during.isFiltered { plan.reasons.append("not all rows stay") }
    try checkDrops(plan, table, text, fate)
    plan.isAutoincrementing = table.isAutoincrementing
    plan.resolvesConflicts = text.tokens.tokens.contains { $0.keyword == "CONFLICT" }
    let values = columnValues(of: entity.entity, during)
    let dropped = Set(table.columns.map(\.name)).subtracting(stayingColumns(of: table, fate))
    let staying = table.columns.filter { !dropped.contains($0.name) }
    let rowID = try keptRowID(of: table, plan, entity, fate)
    if plan.isRebuilt {
      plan.values =
        (rowID.map { [($0, during.carried[$0]?.sql ?? $0)] } ?? [])
        + staying.filter { !text.isGenerated($0.name) }.map { column in
          let name = fate.kept[column.name] ?? column.name
          return (
            name, values[name]?.sql ?? during.carried[column.name]?.sql ?? column.name.quotedName
          )
        } + plan.added.map { ($0.name, values[$0.name]?.sql ?? "NULL") }
      plan.relation = during.relation + during.whereClause
      plan.edits += plan.added.map { .adding(column: $0.name, $0.sql) }
    }
    guard !plan.isUntouched else { return }
    let computed = computedColumns(of: staying, plan, text, fate)
    plan.recomputed = recomputedColumns(computed, plan, table, entity, fate)
    let known = columnValues(of: entity.entity, before)
    var columns: [(value: String, target: String)] = []
    if let rowID { columns.append((rowID, rowID)) }
    for column in staying where computed.recomputed[column.name] == nil {
      let name = fate.kept[column.name]
      // What is stored alike is carried over as it is, under another type of the model, too.
      if let name, fate.unchanged.contains(name) || known[name]?.isCopied == true {
        columns.append((name, name))
      }
      if name == nil, before.carried[column.name] != nil {
        columns.append((column.name, column.name))
      }
    }
    plan.conservation = conservation(
      of: entity.entity, in: plan.table, numbersHeld(known, plan, text), before, columns)
  }

  /// A check that reads a column which goes would be lost with it, or read something else.
  private func checkDrops(
    _ plan: ExistingTablePlan, _ table: TableDefinition, _ text: TableText, _ fate: ColumnFate
  ) throws(StoreScriptError) {
    let names = Dictionary(
      fate.parked.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    var text = text
    for edit in plan.edits { text.apply(edit.renamed(names)) }
    for name in plan.dropped.map({ names[$0] ?? $0 }) {
      guard let clause = text.clause(thatReads: name) else { continue }
      throw trouble(
        table.name, "keeps '\(name)' from being dropped: its clause '\(clause)' reads it")
    }
  }

  /// The columns that go on, and those that the schema does not name.
  func stayingColumns(of table: TableDefinition, _ fate: ColumnFate) -> Set<String> {
    let named = source.definition.table(named: table.name)
    return Set(
      table.columns.map(\.name).filter { fate.kept[$0] != nil || named?.column(named: $0) == nil })
  }
}
