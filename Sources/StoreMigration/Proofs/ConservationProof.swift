internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreScript
internal import StoreVerification

/// Proves that a stage kept what it should: the rows of every table, and every carried value.
struct ConservationProof {
  private let script: StoreScript
  /// The first page of every table before the stage.
  private let roots: [String: Int64]
  /// The tables whose rows are not read, as the statements will tell that nothing is written to
  /// them.
  private let unread: Set<String>
  /// The proofs for the other tables that something happens to.
  let checks: [ConservationCheck]
  /// What there was before the stage, but for the sums.
  private let counted: StoreSnapshot
  /// How many rows of the model's tables there are to account for.
  let rows: Int64
  private let tables: TablesBefore

  /// Takes stock of what a stage will have to keep.
  ///
  /// The rows of a table to which nothing is written are not read: that nothing was is proven by
  /// the statements themselves. Where nothing was written yet, rows are summed up meanwhile, and next to
  /// it is asked whether some tables are sound.
  init(
    of script: StoreScript, on connection: Connection, isFirst: Bool = false,
    lookingForDamageOf suspects: [String] = [], report: (MigrationProgress) throws -> Void
  ) throws {
    self.script = script
    roots = try connection.tableRoots()
    let unread = try connection.tellsWrittenTrees ? Set(script.redefinedTables.keys) : []
    self.unread = unread
    let unasked = script.untouchedTables.union(unread)
    checks = script.conservation.filter { !unasked.contains($0.table) }
    let counted = try StoreSnapshot(of: connection, queries: [])
    self.counted = counted
    rows = script.source.definition.tables.reduce(0) { $0 + (counted.rowCounts[$1.name] ?? 0) }
    let total = counted.rowCounts.values.reduce(0, +)
    var known: [String: ContentChecksum] = [:]
    var beside: [TablesBefore.Question] = []
    let isBeside = try isFirst && connection.tellsWrittenTrees
    for check in checks where known[check.source] == nil {
      if isBeside, let table = check.plainSource {
        let question = TablesBefore.Question.sum(of: check.source, table: table)
        if !beside.contains(question) { beside.append(question) }
        continue
      }
      let done = known.values.reduce(0) { $0 + $1.rows }
      try report(.init(.measuring, subject: check.subject, rows: done, totalRows: total))
      known[check.source] = try connection.checksum(of: SQL(raw: check.source))
    }
    beside += suspects.map { .damage(table: $0) }
    tables = TablesBefore(known, on: connection)
    guard !beside.isEmpty else { return }
    guard isBeside else {
      try tables.ask(beside)
      return
    }
    // Those of one table one after the other, for they are waited for together.
    let order = Dictionary(
      beside.enumerated().map { ($0.element.table, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    beside.sort { order[$0.table] ?? 0 < order[$1.table] ?? 0 }
    let layout = script.source
    let entities = Dictionary(grouping: layout.schema.entities) { layout.table(of: $0.name) }
    let readers = try (0..<min(beside.count, TablesBefore.readerCount)).map { _ in
      try connection.readerOfBeginning()
    }
    try tables.begin(beside, reading: readers) { table, reader in
      let findings = try? StoreVerifier.findings(
        in: layout, of: entities[table], on: reader,
        asking: { $0.table == table && $0.isSelfContained })
      return findings?.isEmpty == true
    }
  }

  /// The tables whose rows met every demand that is about one row alone, as far as it was looked at.
  var soundTables: Set<String> { tables.soundTables }

  /// The tables that turned out to be damaged, of those that it was asked of.
  func damagedTables() throws(SQLiteError) -> [DamagedTable] { try tables.damagedTables() }

  /// What there was before the stage.
  func before() throws(SQLiteError) -> StoreSnapshot {
    var before = counted
    before.sums = try tables.allSums()
    return before
  }

  /// Waits for what must be known before the next statement writes.
  func settle(before writes: WrittenTrees) throws(SQLiteError) { try tables.settle(before: writes) }

  /// Compares what there is after the stage, whose statements wrote to some tables.
  ///
  /// - Throws: ``MigrationFailure/rowCounts(_:)`` or ``MigrationFailure/contents(table:columns:)``.
  func check(
    _ connection: Connection, _ writes: WrittenTrees, _ arrived: ArrivedRows,
    report: (MigrationProgress) throws -> Void
  ) throws {
    let before = try before()
    let spared = try writes.spared(of: roots, on: connection)
    for check in script.conservation
    where unread.contains(check.table) && !spared.contains(check.table) {
      throw MigrationFailure.contents(table: check.subject, columns: check.columns)
    }
    let found = try connection.rowCounts(
      besides: before.rowCounts.filter { spared.contains($0.key) })
    let expected = expectedCounts(before)
    let differences = Set(found.keys).union(expected.keys).sorted().compactMap { table in
      found[table] == expected[table]
        ? nil
        : RowCountDifference(
          table: table, expected: expected[table] ?? 0, found: found[table] ?? 0)
    }
    guard differences.isEmpty else { throw MigrationFailure.rowCounts(differences) }
    let places = try connection.tableRoots()
    var done: Int64 = 0
    for check in checks {
      try report(.init(.proving, subject: check.subject, rows: done, totalRows: rows))
      done += before.sums[check.source]?.rows ?? 0
      guard try arrived.checksum(for: check, roots: places) == before.sums[check.source] else {
        throw MigrationFailure.contents(table: check.subject, columns: check.columns)
      }
    }
  }

  /// Compares with what there is before the stage fills its tables, where identities are others.
  ///
  /// Of links there may be more: those that seemed to be one, as their objects had the same identity.
  ///
  /// - Throws: ``MigrationFailure/rowCounts(_:)`` where a condition chose by identity.
  func compareCounts(with other: ConservationProof) throws {
    let links = Set(script.target.joinTables.map(\.name))
    let (sums, others) = try (before().sums, other.before().sums)
    let differences = checks.compactMap { check -> RowCountDifference? in
      guard !links.contains(check.table) else { return nil }
      let (before, now) = (sums[check.source]?.rows, others[check.source]?.rows)
      guard let before, let now, before != now else { return nil }
      return RowCountDifference(table: check.subject, expected: before, found: now)
    }
    guard differences.isEmpty else { throw MigrationFailure.rowCounts(differences) }
  }

  /// The rows that every table must have: those that its proofs account for, else those it had.
  private func expectedCounts(_ before: StoreSnapshot) -> [String: Int64] {
    let managed = Set(script.source.definition.tables.map(\.name))
    var counts = before.rowCounts.filter { !managed.contains($0.key) }
    for step in script.steps where step.way != .drop {
      let isKept = step.way == .none || unread.contains(step.table)
      counts[step.table] = isKept ? before.rowCounts[step.table] : 0
    }
    for check in checks { counts[check.table, default: 0] += before.sums[check.source]?.rows ?? 0 }
    return counts
  }
}
