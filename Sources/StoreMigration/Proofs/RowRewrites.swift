internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreScript

/// Watches over what a stage changes in rows where they stand: before its tables are filled, and
/// after.
///
/// That all rows arrived is proved between the two: afterwards there may be fewer, and of each such
/// change there is a proof of its own.
struct RowRewrites {
  let script: StoreScript
  let connection: Connection
  /// The proof that all rows arrive, taken of what there was before they were filled in.
  private(set) var proof: ConservationProof
  let report: (MigrationProgress) throws -> Void
  private var hasArrived = false
  /// What the statements write to until then.
  private var writes = WrittenTrees()
  private var arrived: ArrivedRows
  private var current: (rewrite: RowRewrite, proof: RewriteProof)?
  /// The effects until now.
  private(set) var effects: [Effect] = []
  private var hasRenumbered = false

  init(
    script: StoreScript, connection: Connection, proof: ConservationProof,
    report: @escaping (MigrationProgress) throws -> Void
  ) throws(SQLiteError) {
    arrived = try ArrivedRows(proof.checks, on: connection)
    (self.script, self.connection, self.proof, self.report) = (script, connection, proof, report)
  }

  /// Adds effects of statements that are no rewrite.
  mutating func note(_ more: [Effect]) { effects += more }

  /// Looks at what the next statement writes to, as long as the proof that all rows arrive asks.
  mutating func note(_ sql: String) throws(SQLiteError) {
    guard !hasArrived else { return }
    var next = WrittenTrees()
    try next.add(sql, on: connection)
    arrived.forget(next)
    writes.formUnion(next)
    try proof.settle(before: writes)
  }

  /// Takes down what a table holds that all its rows have been written to.
  mutating func noteFilled(_ table: String) throws(SQLiteError) {
    if !hasArrived { try arrived.sumUp(table) }
  }

  /// Takes stock when it is known what becomes of which row, and nothing has changed.
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

  /// Compares when all is done, and it is still known what became of which row; a step says how many
  /// rows it changed.
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

  /// Proves that all rows arrived, if that is not done yet.
  mutating func proveArrival() throws {
    guard !hasArrived else { return }
    hasArrived = true
    try proof.check(connection, writes, arrived, report: report)
  }

  /// Objects have other identities now, and yet there are as many of each kind.
  private mutating func measureAgain() throws {
    let now = try ConservationProof(of: script, on: connection, report: report)
    try proof.compareCounts(with: now)
    proof = now
  }
}
