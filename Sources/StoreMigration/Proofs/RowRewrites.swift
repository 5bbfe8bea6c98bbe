internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreScript

/// Proves the changes of a stage to rows in place: before its tables are filled, and afterwards.
///
/// The arrival of all rows is proved between the two. Afterwards there may be fewer rows, and each such
/// change has its own proof.
struct RowRewrites {
  let script: StoreScript
  let connection: Connection
  /// The proof that all rows arrive, measured before the tables are filled.
  private(set) var proof: ConservationProof
  let report: (MigrationProgress) throws -> Void
  private var hasArrived = false
  /// The tables that the statements have written to before the arrival is proved.
  private var writes = WrittenTrees()
  private var arrived: ArrivedRows
  private var current: (rewrite: RowRewrite, proof: RewriteProof)?
  /// The effects so far.
  private(set) var effects: [Effect] = []
  private var hasRenumbered = false

  init(
    script: StoreScript, connection: Connection, proof: ConservationProof,
    report: @escaping (MigrationProgress) throws -> Void
  ) throws(SQLiteError) {
    arrived = try ArrivedRows(proof.checks, on: connection)
    (self.script, self.connection, self.proof, self.report) = (script, connection, proof, report)
  }

  /// Adds effects of statements that are not a rewrite.
  mutating func note(_ more: [Effect]) { effects += more }

  /// Records the tables that the next statement writes to, until the arrival of all rows is proved.
  mutating func note(_ sql: String) throws(SQLiteError) {
    guard !hasArrived else { return }
    var next = WrittenTrees()
    try next.add(sql, on: connection)
    arrived.forget(next)
    writes.formUnion(next)
    try proof.settle(before: writes)
  }

  /// Makes the checksum of a table after all its rows were written.
  mutating func noteFilled(_ table: String) throws(SQLiteError) {
    if !hasArrived { try arrived.sumUp(table) }
  }

  /// Measures the store when the fate of each row is recorded and no row has changed.
  mutating func begin(_ rewrite: RowRewrite) throws {
    switch rewrite.cause {
    case .renumbering(let forecast):
      let renumbered = try forecast.effects(on: connection)
      hasRenumbered = !renumbered.isEmpty
      effects += renumbered
    case .step: try proveArrival()
    case .merge(let forecast):
      try proveArrival()
      effects += try forecast.effects(on: connection)
    }
    current = (rewrite, try RewriteProof(of: rewrite, by: script, on: connection))
  }

  /// Compares the store after the change, while the fate of each row is still recorded; for a step, with the
  /// number of rows that it changed.
  mutating func end(changing rows: Int64 = 0) throws {
    guard let (rewrite, proof) = current else { return }
    current = nil
    let growth = try proof.compare(connection)
    switch rewrite.cause {
    case .renumbering: if hasRenumbered { try measureAgain() }
    case .step(let step):
      let added = max(0, min(rows, growth))
      effects.append(Effect(.stepped(step, added: added), of: step.title, count: rows))
    case .merge: break
    }
  }

  /// Proves that all rows arrived, unless that was already done.
  mutating func proveArrival() throws {
    guard !hasArrived else { return }
    hasArrived = true
    try proof.check(connection, writes, arrived, report: report)
  }

  /// Measures the renumbered objects, and checks that their counts are the same.
  private mutating func measureAgain() throws {
    let now = try ConservationProof(of: script, on: connection, report: report)
    try proof.compareCounts(with: now)
    proof = now
  }
}
