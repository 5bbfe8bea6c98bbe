internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel
internal import SQLText

/// Puts the statements of a ``StoreScript`` in order.
///
/// 1. Triggers that are in the way are dropped.
/// 2. Objects that move into one table get unique identities.
/// 3. Tables whose names others need get interim names.
/// 4. New tables are created and filled from the old ones. Each takes the old table's place after that
///    table's last reader. This is SQLite's own procedure
///    (https://www.sqlite.org/lang_altertable.html#otheralter, steps 4 to 7).
/// 5. The other tables are altered in place.
/// 6. Tables that nothing continues are dropped.
/// 7. Indexes and triggers of an existing database are created.
/// 8. The declared steps are run.
/// 9. Duplicate objects are merged.
/// 10. The indexes and triggers of 'migrate' are created.
struct ScriptBuilder {
  /// A statement, or a place where statements are known only after the previous ones have run.
  enum Item {
    case run(ScriptStatement)
    /// Remember the unmanaged indexes and triggers on a table, with their current text.
    case remember(table: String)
    /// Recreate these objects.
    case recreate(table: String)
    /// Create the draft of a table by the current statement of the table that it continues.
    indirect case redefine(TablePlan, from: String)
  }

  let mapping: Mapping
  let source: StoreLayout
  let target: StoreLayout
  let unmanaged: [SchemaObject]
  let lineage: TableLineage
  let naming: TableNaming
  /// The entities that have objects, by the table of the source that holds them.
  let entitiesBySourceTable: [String: [String]]
  /// The planner for the tables of an existing database; nil if neither version has any.
  var existing: ExistingPlanner?
  /// Every name that an unmanaged object mentions, folded.
  let mentionedNames: Set<String>
  /// The plans of all tables, sorted by name, dropped tables last.
  private(set) var plans: [TablePlan] = []
  var items: [Item] = []

  init(
    _ mapping: Mapping, from source: StoreLayout, to target: StoreLayout,
    unmanaged: [SchemaObject]
  ) throws {
    (self.mapping, self.source, self.target, self.unmanaged) = (mapping, source, target, unmanaged)
    entitiesBySourceTable = Self.entitiesByTable(of: source)
    mentionedNames = unmanaged.reduce(into: []) { $0.formUnion(SQLTokens($1.sql).foldedNames) }
    lineage = TableLineage(mapping, from: source, to: target)
    naming = TableNaming(
      lineage, from: source.definition.tables.map(\.name), to: target.definition.tables.map(\.name))
    if !source.existingTables.isEmpty || !target.existingTables.isEmpty {
      existing = try ExistingPlanner(
        mapping, from: source, to: target, lineage, naming, objects: unmanaged)
    }
    plans = try makePlans()
    let rewritten = mergingTables.union(stepTables)
    plans = plans.map { planningIndexes(of: $0, rewriting: rewritten) }
  }

  mutating func build() {
    dropTriggers()
    renumberObjects()
    rememberMadeObjects()
    copyRowsBefore()
    makeRoom()
    let postponed = fillTables()
    for plan in postponed { replace(plan) }
    for plan in plans where plan.isInPlace { alter(plan) }
    for plan in plans where plan.way == .drop { drop(plan) }
    // Steps run on an existing database as it normally works, with its indexes and its triggers.
    finishTables { $0.isExisting }
    runSteps()
    mergeDuplicates()
    finishTables { !$0.isExisting }
    createTriggers()
  }

  mutating func run(_ sql: String, _ reason: String, of table: String, touchesRows: Bool = false) {
    items.append(
      .run(ScriptStatement(sql, reason: reason, table: table, touchesRows: touchesRows)))
  }
}
