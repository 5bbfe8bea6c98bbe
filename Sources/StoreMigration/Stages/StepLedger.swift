internal import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel

/// Keeps copies of the rows that declared steps may change, and reports the steps' losses.
struct StepLedger {
  private let stage: MigrationStage
  private let layout: StoreLayout
  private let connection: Connection
  private let account: StepAccount

  /// The number of subjects in one query; each takes two of the 2000 columns that SQLite allows
  /// (https://www.sqlite.org/limits.html#max_column).
  private static let subjectsAtOnce = 500

  /// Copies the rows before the first step.
  init(
    _ stage: MigrationStage, in layout: StoreLayout, on connection: Connection
  ) throws(SQLiteError) {
    (self.stage, self.layout, self.connection) = (stage, layout, connection)
    account = StepAccount(of: stage.mapping, in: layout)
    for table in account.tables {
      for sql in table.holding { try connection.execute(SQL(raw: sql)) }
    }
  }

  /// Compares the rows after the last step, and drops the copies.
  func close(_ history: SchemaHistory) throws(SQLiteError) -> [Effect] {
    var losses: [Effect] = []
    for table in account.tables {
      for (subject, lost, replaced) in try counted(table) {
        let step = stage.lastStep(
          changing: [subject.column].compactMap(\.self), inTable: table.name, of: layout)
        losses.append(
          subject.loss(
            count: lost + replaced, replaced: replaced,
            examples: try examples(of: subject, in: table),
            at: step.flatMap { history.location(of: $0, in: stage) }))
      }
      try connection.execute(SQL(raw: table.releasing))
    }
    return losses
  }

  private func counted(
    _ table: StepAccount.Table
  ) throws(SQLiteError) -> [(subject: StepAccount.Subject, lost: Int64, replaced: Int64)] {
    var result: [(subject: StepAccount.Subject, lost: Int64, replaced: Int64)] = []
    var rest = table.subjects[...]
    while !rest.isEmpty {
      let subjects = rest.prefix(Self.subjectsAtOnce)
      rest = rest.dropFirst(subjects.count)
      let counts = try connection.rows(SQL(raw: table.counts(of: subjects))).first ?? []
      let numbers = counts.compactMap(\.integer)
      for (position, subject) in subjects.enumerated() {
        var (lost, replaced) = (numbers[2 * position], numbers[2 * position + 1])
        if replaced > 0, let ties = table.ties(of: subject) {
          let tied = min(replaced, try connection.integer(SQL(raw: ties)) ?? 0)
          (lost, replaced) = (lost + tied, replaced - tied)
        }
        if lost + replaced > 0 { result.append((subject, lost, replaced)) }
      }
    }
    return result
  }

  private func examples(
    of subject: StepAccount.Subject, in table: StepAccount.Table
  ) throws(SQLiteError) -> Effect.Examples {
    let query = table.examples(of: subject, limit: Effect.Examples.limit + 1)
    return Effect.Examples(try connection.rows(SQL(raw: query)).compactMap(\.first))
  }
}
