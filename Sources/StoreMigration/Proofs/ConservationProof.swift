internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreScript
internal import StoreVerification

/// Proves that a stage kept the rows of every table, and every carried value.
struct ConservationProof {
  private let script: StoreScript
  /// The first page of every table before the stage.
  private let roots: [String: Int64]
  /// The tables whose rows are not read, because the statements will show that they do not write to them.
  private let unread: Set<String>
  /// The proofs for the other changing tables.
  let checks: [ConservationCheck]
  /// The store before the stage, without the checksums.
  private let counted: StoreSnapshot
  /// The number of rows in the model's tables.
  let rows: Int64
  private let tables: TablesBefore

  /// Measures the data that a stage must keep.
  ///
  /// The rows of a table that is not written to are not read: the statements themselves prove it. If nothing
  /// was written yet, checksums are made in the background, and some tables are checked for damage next to
  /// it.
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
      try report(.init(phase: .measuring, subject: check.subject, rows: done, totalRows: total))
      known[check.source] = try connection.checksum(of: SQL(raw: check.source))
    }
    beside += suspects.map { .damage(table: $0) }
    tables = TablesBefore(known, on: connection)
    guard !beside.isEmpty else { return }
    guard isBeside else {
      try tables.ask(beside)
      return
    }
    // The questions about one table are next to each other, because their answers are needed together.
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

  /// The tables whose rows met every demand about a single row, as far as they were checked.
  var soundTables: Set<String> { tables.soundTables }

  /// The damaged tables, of those that were checked.
  func damagedTables() throws(SQLiteError) -> [DamagedTable] { try tables.damagedTables() }

  /// The store before the stage.
  func before() throws(SQLiteError) -> StoreSnapshot {
    var before = counted
    before.sums = try tables.allSums()
    return before
  }

  /// Waits for the checks that must be finished before the next statement writes.
  func settle(before writes: WrittenTrees) throws(SQLiteError) { try tables.settle(before: writes) }

  /// Compares the store after the stage, whose statements wrote to some tables.
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
    let differences = expected.differences(from: found)
    guard differences.isEmpty else { throw MigrationFailure.rowCounts(differences) }
    let places = try connection.tableRoots()
    var done: Int64 = 0
    for check in checks {
      try report(.init(phase: .proving, subject: check.subject, rows: done, totalRows: rows))
      done += before.sums[check.source]?.rows ?? 0
      guard try arrived.checksum(for: check, roots: places) == before.sums[check.source] else {
        throw MigrationFailure.contents(table: check.subject, columns: check.columns)
      }
    }
  }

  /// Compares the counts before and after renumbering, before the stage fills its tables.
  ///
  /// There may be more links: two links looked like one if their objects had the same identity.
  ///
  /// - Throws: ``MigrationFailure/rowCounts(_:)`` if a condition selects objects by identity.
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

  /// The number of rows that every table must have: as many as its proofs expect, or else as before.
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

extension [String: Int64] {
  /// The tables that have another number of rows than expected.
  func differences(from found: Self) -> [RowCountDifference] {
    Set(keys).union(found.keys).sorted().filter { self[$0] != found[$0] }.map {
      RowCountDifference(table: $0, expected: self[$0] ?? 0, found: found[$0] ?? 0)
    }
  }
}
