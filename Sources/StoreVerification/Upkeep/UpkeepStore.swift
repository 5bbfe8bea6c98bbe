internal import Digests
internal import Files
package import SQLite
package import StoreLayout
package import SchemaModel

/// A store in a state that allows changes: sound, and as its version defines it.
package struct UpkeepStore {
  /// The connection to it.
  package let connection: Connection
  /// The identity in its catalog; nil for a database without a catalog that a version describes.
  package let identity: StoreIdentity?
  /// The layout of its objects.
  package let layout: StoreLayout

  /// A store that is checked first, with all its indexes: rows that an index leaves out would be taken for
  /// missing.
  ///
  /// A store that is known to be sound is not checked again.
  ///
  /// - Throws: ``RepairError`` if the store is in no state for changes; ``VerificationError`` if it is not a
  ///   store of migrate, and no version describes it.
  package init(
    _ connection: Connection, _ history: SchemaHistory?, isKnownSound: Bool = false
  ) throws {
    self.connection = connection
    let damage =
      try isKnownSound
      ? [] : IntegrityCheck(connection: connection, isQuick: false).findings()
    if case .damagedStore(let detail)? = damage.first(where: \.isDamage)?.problem {
      throw RepairError.damaged(detail: detail)
    }
    identity = try connection.readIdentity()
    do {
      layout = StoreLayout(of: try connection.schema(describedBy: history))
    } catch let error as EmbeddedModel.Unreadable {
      throw RepairError.unreadableModel(reason: error.reason)
    }
    let drift = try layout.differences(from: connection.readDefinition(of: layout))
    if let first = drift.first { throw RepairError.drifted(first, count: drift.count) }
  }
}

extension UpkeepStore {
  /// Changes a store in one transaction, in which foreign keys act as delete rules.
  ///
  /// `isCancelled` is called many times a second.
  static func changing<Result>(
    _ connection: Connection, unless isCancelled: @escaping () -> Bool, _ body: () throws -> Result
  ) throws -> Result {
    // The pragma is ignored inside a transaction.
    try connection.execute("PRAGMA foreign_keys = ON")
    return try connection.cancellable(when: isCancelled) {
      try connection.transaction(.immediate, body)
    }
  }

  /// A copy of a store, on which a change is tried first; it is deleted with its connection.
  ///
  /// `isCancelled` is called many times a second.
  package static func trialCopy(
    of connection: Connection, unless isCancelled: () -> Bool = { false }
  ) throws -> Connection {
    do throws(SQLiteError) {
      return try connection.temporaryCopy { !isCancelled() }
    } catch {
      guard error.primaryCode == .full || error.primaryCode == .cannotOpen else { throw error }
      throw RepairError.noRoomToTry(reason: error.message)
    }
  }
}

// MARK: - Proofs

extension UpkeepStore {
  /// A table and its number of rows.
  typealias RowCount = (table: String, count: Int64)

  /// The number of rows of each table, in the order of the layout, plus the given additions.
  func rowCounts(adding added: [String: Int64] = [:]) throws(SQLiteError) -> [RowCount] {
    var counts: [RowCount] = []
    for table in layout.definition.tables {
      let count = try connection.rowCount(of: table.name)
      counts.append((table.name, count + (added[table.name] ?? 0)))
    }
    return counts
  }

  /// The problems of objects and links, with their counts.
  package func contentFindings() throws(SQLiteError) -> [Problem: Int64] {
    Dictionary(
      try findings().map { ($0.problem, $0.count) }, uniquingKeysWith: { first, _ in first })
  }

  /// The problems of objects and links; for a run, each row with a problem is noted.
  func findings(noting run: ProblemNotes.Run? = nil) throws(SQLiteError) -> [Finding] {
    try ContentChecks(connection: connection, layout: layout)
      .run(noting: run.map { ProblemNotes(connection: connection, run: $0) }).findings
  }

  /// The problems that occur more often than before, with the first rows of each that meet a condition on
  /// `_table` and `_key`.
  package func worse(
    than before: [Problem: Int64], where condition: String, naming limit: Int
  ) throws(SQLiteError) -> [(finding: Finding, rows: [(table: String, identity: Int64)])] {
    try ProblemNotes.begin(on: connection)
    let findings = try findings(noting: .after)
    var result: [(finding: Finding, rows: [(table: String, identity: Int64)])] = []
    for finding in findings where finding.count > before[finding.problem] ?? 0 {
      let rows = try connection.rows(
        """
        SELECT _table, _key FROM \(raw: ProblemNotes.table) \
        WHERE _problem = \(ProblemNotes.name(of: finding.problem)) AND \(raw: condition) \
        ORDER BY _table, _key LIMIT \(Int64(limit))
        """)
      let named = rows.compactMap { row -> (table: String, identity: Int64)? in
        guard case .text(let table) = row[0], case .integer(let identity) = row[1] else {
          return nil
        }
        return (table, identity)
      }
      result.append((finding, named))
    }
    return result
  }

  /// - Throws: ``RepairError/worse(_:)`` if a problem occurs more often than before.
  func proveNothingWorse(than before: [Problem: Int64]) throws {
    if let worse = try findings().first(where: { $0.count > before[$0.problem] ?? 0 }) {
      throw RepairError.worse(worse)
    }
  }
}

// MARK: - The history

extension UpkeepStore {
  /// A change of a store, measured from its start.
  package struct Work {
    /// The outcome in the history.
    package var outcome: String
    /// The version of the tool.
    package var toolVersion: String
    private let startedAt = SystemClock.now()
    private let clock = ContinuousClock.now

    /// Work that begins now.
    package init(_ outcome: String, toolVersion: String) {
      self.outcome = outcome
      self.toolVersion = toolVersion
    }

    fileprivate var times: (start: Double, seconds: Double) {
      let duration = (ContinuousClock.now - clock).components
      return (startedAt, Double(duration.seconds) + Double(duration.attoseconds) / 1e18)
    }
  }

  /// Records a change and the sentences on its effects in the store's history, if the store has one.
  package func record(
    _ work: Work, effects: [String] = [], statements: [String],
    rowsChanged: Int64, backup: String?
  ) throws(SQLiteError) {
    guard let identity else { return }
    let (start, seconds) = work.times
    var digest = Digest(.sha256)
    for statement in statements { digest.update(utf8: statement + "\n") }
    try connection.appendHistory(
      MigrationRecord(
        source: identity.version, target: identity.version, startedAt: start,
        finishedAt: start + seconds, duration: seconds, toolVersion: work.toolVersion,
        planDigest: digest.finalize().hexadecimal,
        backup: backup.map { String($0.split(separator: "/").last ?? "") },
        rowsRewritten: rowsChanged,
        outcome: ([work.outcome] + effects).joined(separator: "; ")))
  }
}
