internal import Digests
internal import Files
package import SQLite
package import StoreLayout
package import SchemaModel

/// A store that work can be done on: sound, and as its version says.
package struct UpkeepStore {
  /// The connection to it.
  package let connection: Connection
  /// What it says about itself; nil for a database that says nothing, and that a version describes.
  package let identity: StoreIdentity?
  /// How it keeps its objects.
  package let layout: StoreLayout

  /// A store that is looked at first, with all its indexes: what they leave out would be taken for
  /// missing.
  ///
  /// One that is known to be sound was looked at already.
  ///
  /// - Throws: ``RepairError`` where the store is in no state to be worked on; ``VerificationError``
  ///   where it is no store of ours, and no version describes it.
  package init(
    _ connection: Connection, _ history: SchemaHistory?, isKnownSound: Bool = false
  ) throws {
    self.connection = connection
    let damage =
      try isKnownSound
      ? [] : IntegrityCheck(connection: connection, isQuick: false).findings()
    if case .damagedStore(let detail)? = damage.first?.problem {
      throw RepairError.damaged(detail: detail)
    }
    identity = try connection.readIdentity()
    layout = StoreLayout(
      of: try identity.map(Self.model) ?? connection.schema(describedBy: history))
    let drift = try layout.differences(from: connection.readDefinition())
    if let first = drift.first { throw RepairError.drifted(first, count: drift.count) }
  }

  private static func model(of identity: StoreIdentity) throws(RepairError) -> Schema {
    do throws(EmbeddedModel.Unreadable) {
      return try EmbeddedModel.document(of: identity).schema
    } catch {
      throw .unreadableModel(reason: error.reason)
    }
  }
}

extension UpkeepStore {
  /// Does something to a store in one transaction, in which foreign keys act as delete rules.
  ///
  /// It is asked many times a second whether to stop.
  static func changing<Result>(
    _ connection: Connection, unless isCancelled: @escaping () -> Bool, _ body: () throws -> Result
  ) throws -> Result {
    // The pragma is ignored inside a transaction.
    try connection.execute("PRAGMA foreign_keys = ON")
    return try connection.cancellable(when: isCancelled) {
      try connection.transaction(.immediate, body)
    }
  }

  /// A copy of a store, on which the work is seen before it is done; it goes with its connection.
  ///
  /// It is asked many times a second whether to stop.
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
  /// A table and how many rows it has.
  typealias RowCount = (table: String, count: Int64)

  /// How many rows each table has, in the order of the layout, once these many more are there.
  func rowCounts(adding added: [String: Int64] = [:]) throws(SQLiteError) -> [RowCount] {
    var counts: [RowCount] = []
    for table in layout.definition.tables {
      let count = try connection.rowCount(of: table.name)
      counts.append((table.name, count + (added[table.name] ?? 0)))
    }
    return counts
  }

  /// What is wrong with objects and links, and how often.
  package func contentFindings() throws(SQLiteError) -> [Problem: Int64] {
    let findings = try ContentChecks(connection, layout).run().findings
    return Dictionary(
      findings.map { ($0.problem, $0.count) }, uniquingKeysWith: { first, _ in first })
  }

  /// What is wrong with objects and links, each row being noted that has a problem.
  func findings(noting run: ProblemNotes.Run) throws(SQLiteError) -> [Finding] {
    try ContentChecks(connection, layout)
      .run(noting: ProblemNotes(connection: connection, run: run)).findings
  }

  /// What is wrong more often than it was, with the first rows of each that meet a condition on `_table`
  /// and `_key`.
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

  /// - Throws: ``RepairError/worse(_:)`` where anything is wrong more often than it was.
  func proveNothingWorse(than before: [Problem: Int64]) throws {
    let findings = try ContentChecks(connection, layout).run().findings
    if let worse = findings.first(where: { $0.count > before[$0.problem] ?? 0 }) {
      throw RepairError.worse(worse)
    }
  }
}

// MARK: - The history

extension UpkeepStore {
  /// What is done, from its start on.
  package struct Work {
    /// What the history calls it.
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

  /// Notes in the store what was done to it, and in sentences what that took from it, where it has a history.
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
