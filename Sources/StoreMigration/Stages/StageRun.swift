internal import Files
internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import StoreVerification

/// Carries out one stage inside the open transaction, and proves its result.
struct StageRun {
  let stage: MigrationStage
  let script: StoreScript
  let connection: Connection
  let history: SchemaHistory
  /// Whether it starts from the store as it was before the migration.
  let isFirst: Bool
  /// Whether some references may already lead nowhere; otherwise a check has found that none do.
  let carriesBrokenReferences: Bool
  /// The error that keeps files from being written next to the store, once there is one.
  let fileTrouble: () -> SystemError?
  /// The closures that the app registered, by name.
  let closures: [String: MigrationClosure]
  let report: (MigrationProgress) throws -> Void

  /// The result of a stage.
  struct Result {
    /// The number of rewritten rows.
    var rowsWritten: Int64 = 0
    /// The effects on objects, values and links.
    var effects: [Effect] = []
  }

  private var places: StagePlaces { StagePlaces(of: stage.mapping, in: history) }
  private var failure: StatementFailure {
    StatementFailure(
      stage: stage, script: script, history: history, connection: connection,
      isFirstStage: isFirst, fileTrouble: fileTrouble())
  }

  /// Measures the data that the stage must keep; the condition for objects is checked here.
  ///
  /// If nothing was written yet to a store on the disk, other connections measure, and look for damage of some
  /// tables.
  func measure(
    onOtherConnections isUnwritten: Bool = false, lookingForDamageOf suspects: [String] = []
  ) throws -> ConservationProof {
    try report(.init(phase: .measuring))
    return try failure.explaining {
      try ConservationProof(
        of: script, on: connection, isFirst: isUnwritten, lookingForDamageOf: suspects,
        report: report)
    }
  }

  /// Checks, measures, changes, and compares.
  ///
  /// - Throws: ``MigrationFailure``; the transaction must then be rolled back.
  func run(_ proof: ConservationProof) throws -> Result {
    do {
      return try changeAndProve(proof)
    } catch let failure as MigrationFailure {
      throw StepBlame(stage: stage, layout: script.target, history: history).blamed(failure)
    }
  }

  private func changeAndProve(_ proof: ConservationProof) throws -> Result {
    var result = Result()
    result.effects = try script.effectsOfChoices(on: connection)
    let strays = try script.strayChoices(on: connection)
    guard strays.isEmpty else {
      throw MigrationFailure.refusedValues(strays.map { $0.located(in: places) })
    }
    let counts = try DeclaredChecks(stage: stage, connection: connection).before()
    let references = try ReferenceProof(
      of: script, mapping: stage.mapping, on: carriesBrokenReferences ? connection : nil)
    let unmanaged = try UnmanagedProof(of: script, on: connection)
    var rewrites = try RowRewrites(
      script: script, connection: connection, proof: proof, report: report)
    try changeTables(&rewrites, &result)
    try rewrites.proveArrival()
    result.effects += rewrites.effects
    try prove(counts, references, unmanaged)
    return result
  }

  /// Runs the statements.
  ///
  /// It records the number of rewritten rows, the computed columns whose values changed, and the data that
  /// declared steps removed. Only steps set off the triggers of the store: a table that is written anew has
  /// none meanwhile, and what they do elsewhere would be no effect of the migration.
  private func changeTables(_ rewrites: inout RowRewrites, _ result: inout Result) throws {
    var ledger: StepLedger?
    let lastStep = script.statements.lastIndex { $0.step != nil }
    let total = script.estimatedRows
    var done: Int64 = 0
    // SQLite does not count the rows that it writes to drop a column. These are all rows of the table, which
    // were counted within this transaction.
    result.rowsWritten = script.steps.filter { $0.way == .alter }
      .reduce(0) { $0 + ($1.estimatedRows ?? 0) }
    var rowsLeft = Dictionary(
      script.steps.map { ($0.table, $0.estimatedRows ?? 0) },
      uniquingKeysWith: { first, _ in first })
    let lastFillings = Dictionary(
      script.statements.indices.filter { script.statements[$0].insertsRows }
        .map { (script.statements[$0].table, $0) }, uniquingKeysWith: max)
    connection.setTriggers(act: false)
    defer { connection.setTriggers(act: true) }
    for (position, statement) in script.statements.enumerated() {
      try report(.init(phase: .migrating, subject: statement.table, rows: done, totalRows: total))
      if statement.rewrite == .ends { try rewrites.end() }
      if case .whole(let rewrite)? = statement.rewrite {
        ledger = try ledger ?? StepLedger(stage, in: script.target, on: connection)
        connection.setTriggers(act: true)
        try run(statement, rewrite, noting: &rewrites)
        connection.setTriggers(act: false)
      } else {
        try execute(statement, noting: &rewrites)
      }
      rewrites.note(try statement.recomputed.compactMap { try $0.effect(on: connection) })
      if statement.insertsRows { result.rowsWritten += connection.changedRowCount }
      if position == lastStep {
        rewrites.note(try ledger?.close(history) ?? [])
      }
      if lastFillings[statement.table] == position { try rewrites.noteFilled(statement.table) }
      if statement.touchesRows { done += rowsLeft.removeValue(forKey: statement.table) ?? 0 }
      if case .begins(let rewrite)? = statement.rewrite { try rewrites.begin(rewrite) }
    }
  }

  private func execute(
    _ statement: ScriptStatement, noting rewrites: inout RowRewrites
  ) throws {
    do throws(SQLiteError) {
      try connection.withStandInCollations(for: statement.sql) { () throws(SQLiteError) in
        try rewrites.note(statement.sql)
        try connection.execute(SQL(raw: statement.sql))
      }
    } catch {
      throw failure.failure(of: statement, error)
    }
  }

  /// Runs the declared work of a step, and proves that it did nothing else.
  private func run(
    _ statement: ScriptStatement, _ rewrite: RowRewrite, noting rewrites: inout RowRewrites
  ) throws {
    guard case .step(let step) = rewrite.cause else { return }
    try rewrites.begin(rewrite)
    let run = StepRun(
      step: step, stage: stage, layout: script.target, history: history, closures: closures,
      connection: connection, report: report)
    let count = try run.run(statement.sql) { try execute(statement, noting: &rewrites) }
    try run.explaining { try rewrites.end(changing: count) }
  }

  /// Proves the tables and their rows; all problems are reported as one failure.
  private func prove(
    _ counts: [String: Int64], _ references: ReferenceProof, _ unmanaged: UnmanagedProof
  ) throws {
    var failures: [MigrationFailure] = []
    func collect(_ check: () throws -> Void) throws {
      do { try check() } catch let failure as MigrationFailure { failures.append(failure) }
    }
    try report(.init(phase: .proving, subject: "references"))
    try collect { try references.check(connection, places.expressions) }
    try report(.init(phase: .proving, subject: "definitions"))
    let found = try connection.readDefinition(of: script.target)
    let differences = script.target.differences(from: found)
    guard differences.isEmpty else { throw MigrationFailure.definition(differences) }
    try unmanaged.check(on: connection)
    try report(.init(phase: .proving, subject: "rules"))
    try collect {
      try ContentProof(of: script, mapping: stage.mapping, on: connection).check(places)
    }
    try collect { try DeclaredChecks(stage: stage, connection: connection).after(counts: counts) }
    if let first = failures.first { throw first.joined(with: Array(failures.dropFirst())) }
  }
}

extension ScriptStatement {
  /// The step that the statement carries out.
  var step: DeclaredStep? {
    if case .whole(let rewrite)? = rewrite, case .step(let step) = rewrite.cause {
      step
    } else {
      nil
    }
  }
}

extension MigrationStage {
  /// The script of a later stage, which starts from the previous stage's result and is made only then.
  ///
  /// - Throws: ``MigrationFailure/unmetRequirements(_:)``, ``MigrationFailure/script(_:)``.
  func script(on connection: Connection) throws -> StoreScript {
    let layout = StoreLayout(of: mapping.source)
    let unmet = try RequirementCheck(layout: layout, connection: connection).unmet(requirements)
    guard unmet.isEmpty else { throw MigrationFailure.unmetRequirements(unmet) }
    do {
      return try StoreScript(mapping, unmanaged: connection.unmanagedObjects(of: layout))
        .estimating(connection.rowCount, on: connection)
    } catch let error as StoreScriptError {
      throw MigrationFailure.script(error)
    }
  }
}

extension StoreScript {
  /// The same script, with the number of rows that each step writes.
  func estimating(
    _ rowCount: (String) throws -> Int64, on connection: Connection
  ) throws -> StoreScript {
    try estimating(rowCount) { query in
      do throws(SQLiteError) {
        return try connection.integer(SQL(raw: query))
      } catch {
        // The condition fails on some object: the migration itself reports the object and the reason.
        guard error.isAboutRows else { throw error }
        return nil
      }
    }
  }
}
