internal import Diagnostics
internal import Files
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// One prune of a store, inside the caller's transaction.
struct Prune {
  private let store: UpkeepStore
  private let options: PruneOptions
  private let table: String
  private let column: String
  private var connection: Connection { store.connection }

  /// - Throws: ``RepairError`` and ``VerificationError`` if the store is in no state for changes;
  ///   ``VerificationError`` and ``PruneError`` if a name is unknown or unsuitable.
  init(_ connection: Connection, _ options: PruneOptions) throws {
    store = try UpkeepStore(connection, options.history)
    self.options = options
    try Self.checkIsDate(options, store.layout.schema)
    let key = UniqueKey(entity: options.entity, properties: [options.attribute])
    column = try store.layout.columns(of: key)[0]
    table = store.layout.table(of: options.entity) ?? ""
  }

  private static func checkIsDate(_ options: PruneOptions, _ schema: Schema) throws(PruneError) {
    let entity = options.entity
    // An unknown entity is reported with its key.
    guard schema.entity(named: entity) != nil else { return }
    let attributes = schema.allAttributes(of: entity)
    let attribute = attributes.first { $0.name == options.attribute }
    guard attribute?.type != .date else { return }
    let name = PropertyName(entity, options.attribute)
    let dates = attributes.filter { $0.type == .date && !$0.isTransient }.map(\.name)
    if attribute == nil, schema.relationship(named: options.attribute, of: entity) == nil {
      throw .unknownAttribute(name, dates: dates)
    }
    throw .notADate(
      name, type: attribute.map(\.type.keyword) ?? "a relationship", dates: dates)
  }

  // MARK: - The plan

  /// The plan for the present state of the store.
  func plan() throws -> PrunePlan {
    let closure = try DeletionClosure(store.layout, on: connection)
    let plan = try plan(with: closure)
    try closure.end()
    return plan
  }

  private func plan(with closure: DeletionClosure) throws -> PrunePlan {
    try checkAreSeconds()
    var plan = PrunePlan()
    plan.due = try count(where: isDue)
    try closure.grow(from: table, where: conditions(isDue))
    plan.undated = try count(where: "\(hasNoDate) AND NOT \(closure.isGone(in: table))")
    let links = try closure.links()
    (plan.effects, plan.obstacles) = (try closure.removals() + links.emptied, links.obstacles)
    let folder = ExternalFolder(ofStoreAt: connection.path)
    plan.files = try closure.files().filter(folder.isRegularFile)
    plan.fileBytes = FileSystem.size(of: plan.files, in: folder.path)
    return plan
  }

  /// Checks that all dates are numbers: an existing table may hold texts, whose time zone is unknown.
  private func checkAreSeconds() throws {
    let isOther = conditions("\(column.quotedName) IS NOT NULL AND NOT \(isNumber)")
    let found = try connection.rows(
      """
      SELECT count(*), min(\(name: column)) FROM \(name: table) WHERE \(raw: isOther)
      """
    ).first
    guard let found, let count = found[0].integer, count > 0 else { return }
    throw PruneError.notSeconds(
      PropertyName(options.entity, options.attribute), count: count, example: found[1])
  }

  private var isNumber: String { "typeof(\(column.quotedName)) IN ('integer', 'real')" }
  private var isDue: String {
    "\(isNumber) AND \(column.quotedName) < \(SQLValue.real(options.cutoff).literal)"
  }
  private var hasNoDate: String { "NOT \(isNumber)" }

  private func conditions(_ condition: String) -> String {
    let isMember = store.layout.rowCondition(of: options.entity, includingDescendants: true)
    return [isMember, condition].compactMap(\.self).map { "(\($0))" }.joined(separator: " AND ")
  }

  private func count(where condition: String) throws(SQLiteError) -> Int64 {
    try connection.integer(
      "SELECT count(*) FROM \(name: table) WHERE \(raw: conditions(condition))") ?? 0
  }

  // MARK: - The deletion

  /// Deletes the due objects, and proves that nothing else was deleted.
  func run(_ backup: (Connection) throws -> String) throws -> PruneOutcome {
    let work = UpkeepStore.Work("pruned", toolVersion: options.toolVersion)
    let closure = try DeletionClosure(store.layout, on: connection)
    let plan = try plan(with: closure)
    guard plan.obstacles.isEmpty else { throw PruneError.denied(plan.obstacles) }
    guard plan.due > 0 else {
      try closure.end()
      return PruneOutcome(plan: plan)
    }
    var outcome = PruneOutcome(plan: plan, backup: try backup(connection))
    let findings = try store.contentFindings()
    let paths = try store.layout.pathCount(on: connection)
    let expected = try store.rowCounts(adding: closure.rowCounts().mapValues { -$0 })
    let others = try store.otherTables()
    let values = try StayingValues(store, closure.staying, others: others)
    let references = try PruneReferences(closure, from: others, of: store)
    let unmet = try references.unmet()
    let (statements, changes) =
      try Removal(store: store, closure: closure, references: references).run()
    try references.checkNoneIsLeft(unmetBefore: unmet)
    for (expected, found) in zip(expected, try store.rowCounts())
    where expected.count != found.count {
      throw PruneError.unforeseen(
        table: found.table, expected: expected.count, found: found.count)
    }
    try store.proveNothingWorse(than: findings)
    outcome.plan.releasedPaths = max(0, paths - (try store.layout.pathCount(on: connection)))
    outcome.plan.effects += try values.effects()
    try closure.end()
    try store.record(
      work, effects: outcome.plan.effects.map(\.message), statements: statements,
      rowsChanged: changes, backup: outcome.backup)
    return outcome
  }

}
