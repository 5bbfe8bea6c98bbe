internal import Diagnostics
internal import Digests
internal import SQLiteStore
internal import SchemaModel
internal import SchemaYAML

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One repair of a store, inside a transaction of the caller.
struct Repair {
  private let connection: Connection
  private let options: RepairOptions
  private let identity: StoreIdentity
  private let layout: StoreLayout

  /// - Throws: ``RepairError`` where the store is in no state to be repaired; ``VerificationError``
  ///   where it is no store of ours.
  init(_ connection: Connection, _ options: RepairOptions) throws {
    self.connection = connection
    self.options = options
    if case .damagedStore(let detail)? = try IntegrityCheck(connection: connection, isQuick: true)
      .findings().first?.problem
    {
      throw RepairError.damaged(detail: detail)
    }
    guard let identity = try connection.readIdentity() else {
      throw VerificationError.notAStore(path: connection.path)
    }
    self.identity = identity
    layout = StoreLayout(of: try Self.model(of: identity))
    let drift = layout.definition.differences(from: try connection.readDefinition())
    if let first = drift.first { throw RepairError.drifted(first, count: drift.count) }
  }

  private static func model(of identity: StoreIdentity) throws(RepairError) -> Schema {
    do throws(EmbeddedModel.Unreadable) {
      return try EmbeddedModel.document(of: identity).schema
    } catch {
      throw .unreadableModel(reason: error.reason)
    }
  }

  /// The next steps: merges first, so that what two of a kind share is not lost with one of them.
  func plan() throws -> RepairPlan {
    var plan = try OrphanSteps(
      connection: connection, layout: layout, keepsOrphans: options.keepsOrphans
    ).plan()
    var merges: [RepairStep] = []
    for merge in options.merges {
      if let step = try MergeSteps(merge, layout, connection).step() { merges.append(step) }
    }
    plan.steps = merges + plan.steps
    return plan
  }

  /// Takes steps until none is left, and proves that nothing became worse.
  func run(_ backup: (Connection) throws -> String) throws -> RepairOutcome {
    var outcome = RepairOutcome()
    var plan = try plan()
    outcome.unresolved = plan.unresolved
    guard !plan.steps.isEmpty else { return outcome }
    let startedAt = Date().timeIntervalSince1970
    let clock = ContinuousClock.now
    outcome.backup = try backup(connection)
    let (findings, counts) = (try contentFindings(), try rowCounts())
    var changes: Int64 = 0
    while let step = plan.steps.first {
      guard step != outcome.steps.last else {
        throw RepairError.failed(step, reason: "it leaves as many as there were")
      }
      changes += try take(step)
      outcome.steps.append(step)
      // What a step found and what it took along may have changed what is left to do.
      plan = try self.plan()
    }
    outcome.unresolved = plan.unresolved
    try proveNothingWorse(than: findings)
    outcome.changedTables = try rowCounts().compactMap { table, after in
      let before = counts.first { $0.table == table }?.count ?? 0
      return before == after ? nil : .init(table: table, before: before, after: after)
    }
    try record(outcome, startedAt: startedAt, took: ContinuousClock.now - clock, changes)
    return outcome
  }

  private func take(_ step: RepairStep) throws(RepairError) -> Int64 {
    var changes: Int64 = 0
    do {
      for statement in step.statements {
        try connection.execute(SQL(raw: statement))
        let isChange = statement.hasPrefix("UPDATE") || statement.hasPrefix("DELETE")
        if isChange { changes += connection.changedRowCount }
      }
    } catch {
      throw .failed(step, reason: error.message)
    }
    return changes
  }

  private func contentFindings() throws(SQLiteError) -> [Problem: Int64] {
    let findings = try ContentChecks(connection, layout).run().findings
    return Dictionary(
      findings.map { ($0.problem, $0.count) }, uniquingKeysWith: { first, _ in first })
  }

  private func proveNothingWorse(than before: [Problem: Int64]) throws {
    for finding in try ContentChecks(connection, layout).run().findings
    where finding.count > before[finding.problem] ?? 0 {
      throw RepairError.worse(finding)
    }
  }

  private func rowCounts() throws(SQLiteError) -> [(table: String, count: Int64)] {
    var counts: [(table: String, count: Int64)] = []
    for table in layout.definition.tables {
      counts.append((table.name, try connection.rowCount(of: table.name)))
    }
    return counts
  }

  private func record(
    _ outcome: RepairOutcome, startedAt: Double, took duration: Duration, _ changes: Int64
  ) throws(SQLiteError) {
    let seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    var digest = Digest(.sha256)
    for statement in outcome.steps.flatMap(\.statements) { digest.update(utf8: statement + "\n") }
    try connection.appendHistory(
      MigrationRecord(
        source: identity.version, target: identity.version, startedAt: startedAt,
        finishedAt: startedAt + seconds, duration: seconds, toolVersion: options.toolVersion,
        planDigest: digest.finalize().hexadecimal,
        backup: outcome.backup.map { String($0.split(separator: "/").last ?? "") },
        rowsRewritten: changes, outcome: "repaired"))
  }
}
