internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import SQLText
internal import StoreLayout

/// Plans the changes to the tables of an existing database.
///
/// Such a table is altered in place as long as SQLite can do that without harm. Otherwise it is rewritten
/// once, by its own statement with as few words changed as possible.
struct ExistingPlanner {
  let mapping: Mapping
  let source: StoreLayout
  let target: StoreLayout
  let lineage: TableLineage
  let naming: TableNaming
  let found: ExistingObjects
  private var indexNames = NameAllocator()

  init(
    _ mapping: Mapping, from source: StoreLayout, to target: StoreLayout, _ lineage: TableLineage,
    _ naming: TableNaming, objects: [SchemaObject]
  ) throws {
    (self.mapping, self.source, self.target) = (mapping, source, target)
    (self.lineage, self.naming) = (lineage, naming)
    found = try ExistingObjects(objects)
    for object in objects { _ = indexNames.name(object.id.name) }
    for object in target.definition.tables { _ = indexNames.name(object.name) }
    try checkLayouts()
    for table in source.existingTables.keys.sorted() where lineage.isContinued(table) {
      if let obstacle = found.obstacles[table] {
        throw trouble(table, "cannot be read: \(obstacle)")
      }
      guard found.definition.table(named: table) != nil else {
        throw trouble(table, "is not there")
      }
    }
  }

  /// The columns that the schema does not name, and the rowid, by source table.
  var carriedColumns: [String: [String]] {
    var result: [String: [String]] = [:]
    for name in source.existingTables.keys where lineage.isContinued(name) {
      guard let table = found.definition.table(named: name),
        let named = source.definition.table(named: name)
      else { continue }
      result[name] =
        [found.rowID(of: table)].compactMap(\.self)
        + table.columns.map(\.name).filter { named.column(named: $0) == nil }
    }
    return result
  }

  func trouble(_ table: String, _ reason: String) -> StoreScriptError {
    .existingTable(table, reason: reason)
  }
}

// MARK: - Continued tables

extension ExistingPlanner {
  /// Checks that each table is either made by 'migrate' or an existing table in both versions.
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

  /// SQLite carries a rename into indexes, triggers, views and foreign keys, but not into the arguments of a
  /// module that reads the table.
  private func checkVirtualTables(_ plan: TablePlan) throws(StoreScriptError) {
    guard let old = plan.source?.name, let table = source.definition.table(named: old) else {
      return
    }
    let moved = table.columns.map(\.name).filter { plan.change.kept[$0] != $0 }
    for object in found.virtualTables {
      let names = Set(SQLTokens(object.sql).tokens.map(\.name.asciiLowercased))
      guard names.contains(old.asciiLowercased) else { continue }
      if old != plan.name {
        throw .blocks(object.id, reason: "it names '\(old)', which gets another name")
      }
      if let column = moved.first(where: { names.contains($0.asciiLowercased) }) {
        throw .blocks(
          object.id, reason: "it names '\(old).\(column)', which is renamed or dropped")
      }
    }
  }
}

// MARK: - One table

extension ExistingPlanner {
  /// The plan for a table of the target.
  mutating func plan(
    for wanted: TableDefinition, _ members: MemberBuilder
  ) throws(StoreScriptError) -> TablePlan {
    let name = wanted.name
    let old = lineage.continued[name].flatMap { found.definition.table(named: $0) }
    var plan = TablePlan(
      name, from: old, to: linkingToUntypedKeys(wanted, isStrict: (old ?? wanted).isStrict),
      isExisting: true)
    guard let entity = target.existingTables[name].flatMap({ mapping.entity($0.entity) }) else {
      return plan
    }
    plan.members = [members.member(of: wanted, entity.entity)].compactMap(\.self)
    if old != nil {
      try compare(&plan, entity)
    } else if source.existingTables[name] == nil, let present = found.definition.table(named: name)
    {
      // An existing table that the schema names only now keeps its definition.
      plan.source = present
      return plan
    } else {
      plan.createdIndexes = target.definition.indexes(on: name).map { named($0) }
    }
    if plan.way != .none, let member = plan.members.first {
      plan.groups = [try group(of: plan, member)]
    }
    return plan
  }

  private mutating func compare(
    _ plan: inout TablePlan, _ entity: EntityMapping
  ) throws(StoreScriptError) {
    guard let table = plan.source, let text = found.texts[table.name], let wanted = plan.target,
      let named = source.definition.table(named: table.name), !plan.members.isEmpty
    else { throw trouble(plan.source?.name ?? plan.name, "has rows of no entity") }
    let analysis = try TableAnalysis(
      from: table, naming: named, to: wanted, plan.members, areAllRows: true,
      tableNames: naming.renamed,
      declared: DeclaredColumns(entity: entity, source: source, target: target))
    (plan.change, plan.reasons) = (analysis.change, analysis.reasons)
    try checkVirtualTables(plan)
    planIndexes(&plan, table)
    try checkDrops(plan, table, text)
  }

  /// A check that reads a dropped column would be lost with it, or read something else.
  private func checkDrops(
    _ plan: TablePlan, _ table: TableDefinition, _ text: TableText
  ) throws(StoreScriptError) {
    var text = text
    for edit in plan.change.edits { text.apply(edit) }
    for name in plan.change.dropped {
      guard let clause = text.clause(thatReads: name) else { continue }
      let wayOut = clause.column.map { "remove '\($0)' too, or keep '\(name)'" } ?? "keep '\(name)'"
      throw trouble(
        table.name,
        "keeps '\(name)' from being dropped: its clause '\(clause.text)' reads it; \(wayOut)")
    }
  }

  // MARK: Indexes and unique keys

  /// An index of the schema may be an index of the database, or a constraint in the table's statement.
  private mutating func planIndexes(_ plan: inout TablePlan, _ table: TableDefinition) {
    let changes = IndexChanges(
      from: source.definition.indexes(on: table.name),
      present: found.definition.indexes(on: table.name),
      to: target.definition.indexes(on: plan.name), after: plan.change,
      hasName: target.namedIndexes.contains)
    plan.droppedIndexes = changes.dropped
    plan.createdIndexes = changes.created.map { named($0) }
    for index in changes.unmeant where index.isUnique {
      let names = index.columns.map(\.name)
      guard table.uniqueConstraints.contains(names) else { continue }
      plan.change.edits.append(.uniqueness(of: names))
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      plan.reasons.append("\(list) \(names.count == 1 ? "is" : "are together") no longer unique")
    }
  }

  /// An index with the name that it gets: the schema's name, or a free one.
  private mutating func named(_ index: IndexDefinition) -> IndexDefinition {
    guard !target.namedIndexes.contains(index.name) else { return index }
    var index = index
    index.name = indexNames.name(index.name)
    return index
  }
}

// MARK: - Filling

extension ExistingPlanner {
  /// The rows of a table.
  private func group(
    of plan: TablePlan, _ member: FillMember
  ) throws(StoreScriptError) -> FillGroup {
    var group = FillGroup(rows: member, rowNumber: rowNumber(after: plan))
    guard let table = plan.source, let text = found.texts[table.name] else { return group }
    let values = Dictionary(
      member.columns.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let kept = plan.change.kept
    let named = source.definition.table(named: table.name)
    let staying = table.columns.map(\.name).filter {
      kept[$0] != nil || named?.column(named: $0) == nil
    }
    let computed = computedColumns(of: staying, plan, text)
    group.recomputed = recomputedColumns(computed, plan, table, member.subject)
    group.rows.columns = []
    if let rowID = try keptRowID(of: table, plan, member.subject), let value = member.carried[rowID]
    {
      group.rows.columns.append((rowID, value))
    }
    for column in staying {
      let name = kept[column] ?? column
      guard var value = kept[column].flatMap({ values[$0] }) ?? member.carried[column] else {
        continue
      }
      if text.isGenerated(column) { value.kind = .generated }
      // The columns that a virtual one is computed from are proved, and the app's function may be missing.
      if text.isVirtual(column) || computed.recomputed[column] != nil { value.isProved = false }
      group.rows.columns.append((name, value))
    }
    group.rows.columns += plan.change.added.map { ($0.name, values[$0.name] ?? .null) }
    group.resolvesConflicts = text.tokens.tokens.contains { $0.keyword == "CONFLICT" }
    group.types = plan.change.types.mapValues {
      // In a STRICT table such a column takes every value as it is.
      table.isStrict && $0.uppercased() == "ANY" ? "BLOB" : $0
    }
    return group
  }

  /// The generated columns, with their changes where the table is rewritten.
  private func computedColumns(
    of staying: [String], _ plan: TablePlan, _ text: TableText
  ) -> ComputedColumns {
    guard plan.way == .rebuild else { return ComputedColumns(text, of: [], changing: []) }
    let types = plan.change.types
    let changing = staying.filter { name in
      guard let kept = plan.change.kept[name] else { return false }
      return plan.change.changed.contains(kept) || types[kept] != nil
    }
    return ComputedColumns(text, of: staying, changing: Set(changing))
  }

  /// The generated columns whose values may change, with the queries that compare them.
  private func recomputedColumns(
    _ computed: ComputedColumns, _ plan: TablePlan, _ table: TableDefinition, _ entity: String
  ) -> [RecomputedColumn] {
    let kept = plan.change.kept
    let rowID = rowNumber(of: table, after: plan) == nil ? found.rowID(of: table) : nil
    let key = rowID.map { [($0, $0)] } ?? table.primaryKey.map { ($0, kept[$0] ?? $0) }
    return computed.recomputed.sorted { $0.key < $1.key }.map { name, reads in
      let column = kept[name] ?? name
      return RecomputedColumn(
        entity: entity, property: target.property(in: column, of: entity) ?? column,
        reads: reads.map { kept[$0] ?? $0 }.sorted(),
        differences: RecomputedColumn.differences(
          of: (name, column), in: (naming.currentName(of: table.name), plan.draft),
          by: key))
    }
  }
}

// MARK: - Row numbers

extension ExistingPlanner {
  /// The name of a table's rowid, if rows keep it as a separate value; nil if the table has none, or a column
  /// holds it from now on.
  ///
  /// - Throws: ``StoreScriptError`` if an unmanaged object identifies rows by numbers that would change, or
  ///   if rows may have no value for a column that is to hold them.
  func keptRowID(
    of table: TableDefinition, _ plan: TablePlan, _ entity: String
  ) throws(StoreScriptError) -> String? {
    let (before, after) = (found.rowIDColumn(of: table), rowNumber(of: table, after: plan))
    guard before != after else { return found.rowID(of: table) }
    // A module such as FTS5 identifies rows by their rowid.
    for object in found.virtualTables
    where SQLTokens(object.sql).foldedTexts.contains(table.name.asciiLowercased) {
      throw .blocks(
        object.id,
        reason: "it knows the rows of '\(table.name)' by their rowid, which is another one once "
          + "'\(after ?? before ?? "")' is declared with another type")
    }
    guard let after, let new = plan.change.kept[after],
      let property = target.property(in: new, of: entity),
      target.schema.attribute(named: property, of: entity)?.attribute.isOptional == true
    else { return nil }
    // SQLite would generate a number for a row without one.
    throw trouble(
      table.name,
      "needs a value for '\(new)' in every row: as INTEGER it is the rowid; declare "
        + "'\(entity).\(property)' as required")
  }

  /// The column that holds the rowid after the plan is carried out, by its old name; nil if no column does.
  func rowNumber(of table: TableDefinition, after plan: TablePlan) -> String? {
    let types = plan.change.kept.compactMapValues { plan.change.types[$0] }
    return found.rowIDColumn(of: table, declaring: types)
  }

  /// The same column, by its new name.
  func rowNumber(after plan: TablePlan) -> String? {
    guard let table = plan.source else { return plan.target.flatMap { found.rowIDColumn(of: $0) } }
    return rowNumber(of: table, after: plan).map { plan.change.kept[$0] ?? $0 }
  }
}

// A key that is declared without a type holds values as they are given, and SQLite compares them as they are
// (https://www.sqlite.org/foreignkeys.html#fk_schemacommands). A link with a declared type would turn a 1
// into '1', and lead nowhere.
extension ExistingPlanner {
  /// The target table, whose links to such keys are declared without a type.
  func linkingToUntypedKeys(_ table: TableDefinition, isStrict: Bool) -> TableDefinition {
    let links = Set(table.foreignKeys.filter { isUntyped($0.table) }.flatMap(\.columns))
    var table = table
    for position in table.columns.indices where links.contains(table.columns[position].name) {
      // A STRICT table has no column without a type (https://www.sqlite.org/stricttables.html).
      table.columns[position].type = isStrict ? "ANY" : ""
    }
    return table
  }

  /// Whether the key of a target table is declared without a type, and stays so.
  private func isUntyped(_ table: String) -> Bool {
    guard let old = lineage.continued[table],
      let found = found.definition.table(named: old), found.primaryKey.count == 1,
      found.column(named: found.primaryKey[0])?.type.isEmpty == true,
      let before = keyAttribute(of: old, in: source),
      let after = keyAttribute(of: table, in: target)
    else { return false }
    return before.sqlType == nil && after.sqlType == nil
      && source.schema.columnType(of: before) == target.schema.columnType(of: after)
  }

  private func keyAttribute(of table: String, in layout: StoreLayout) -> Attribute? {
    guard let existing = layout.existingTables[table], existing.primaryKey.count == 1 else {
      return nil
    }
    return layout.schema.entity(named: existing.entity)?.attributes.first {
      !$0.isTransient && ($0.column ?? $0.name) == existing.primaryKey[0]
    }
  }
}
