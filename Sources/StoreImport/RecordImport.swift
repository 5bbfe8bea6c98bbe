internal import SQLite
internal import Diagnostics
internal import SchemaModel
internal import SchemaYAML
internal import StoreVerification

/// Imports the records of a file one by one, and checks the result.
struct RecordImport {
  /// The number of problems after which no further records are read.
  private static let problemLimit = 100

  private let store: UpkeepStore
  private let mapping: ImportMapping
  private let objects: ObjectImport
  private let options: DataImport.Options

  init(
    _ store: UpkeepStore, _ mapping: ImportMapping, _ objects: ObjectImport,
    _ options: DataImport.Options
  ) {
    self.store = store
    self.mapping = mapping
    self.objects = objects
    self.options = options
  }

  func run(_ file: String) throws -> DataImport.Outcome {
    let work = UpkeepStore.Work("imported", toolVersion: options.toolVersion)
    let findings = try store.contentFindings()
    let staying = try StayingValues(
      store, objects.staying, others: store.otherTables())
    var stream = try RecordStream(file, mapping: mapping)
    var (outcome, problems) = try takeRecords(of: &stream)
    guard objects.connection.isInTransaction else { throw DiagnosticsError(problems.sorted()) }
    // The imported records are checked too, so that all problems are reported at once.
    problems += try worse(than: findings, room: Self.problemLimit - problems.count)
    problems += try objects.vanished()
    guard problems.isEmpty else { throw DiagnosticsError(problems.sorted()) }
    outcome.imported = objects.counts.sorted { $0.key < $1.key }
      .map { .init(entity: $0.key, count: $0.value) }
    outcome.unmapped =
      objects.unmapped
      + stream.strays.warnings(
        "unmapped-member", note: "it stands next to the list of records: list it under 'ignore'"
      ) { "'\($0)' of the document becomes nothing, in \($1)" }
    outcome.differing = objects.differing
    outcome.altered = try objects.altered()
    outcome.missingFiles = try objects.missingFiles(options.ownedFiles)
    outcome.backup = objects.backupPlace
    guard !outcome.imported.isEmpty else { return outcome }
    outcome.effects = try staying.effects()
    let count = outcome.imported.reduce(0) { $0 + $1.count }
    try store.record(
      work, statements: objects.statements, rowsChanged: count, backup: outcome.backup)
    return outcome
  }

  /// Imports all records; the problems of the others are returned.
  private func takeRecords(
    of stream: inout RecordStream
  ) throws -> (DataImport.Outcome, [Diagnostic]) {
    var outcome = DataImport.Outcome()
    var problems: [Diagnostic] = []
    do {
      while problems.count < Self.problemLimit, let record = try stream.next() {
        outcome.records += 1
        try options.progress(outcome.records)
        do {
          if try !objects.takeRecord(record, outcome.records, mapping.object) {
            outcome.present += 1
          }
        } catch let error as DiagnosticsError {
          problems += error.diagnostics.map { $0.ofRecord(outcome.records) }
          guard objects.connection.isInTransaction else {
            problems[problems.count - 1].notes.append(
              .init("a trigger undid all records before it; those behind it were not looked at"))
            return (outcome, problems)
          }
        }
      }
      if problems.count >= Self.problemLimit {
        problems[problems.count - 1].notes.append(
          .init("what comes behind it was not looked at: these are enough"))
      }
    } catch let error as DiagnosticsError {
      // After malformed JSON, the start of the next record is unknown.
      problems += error.diagnostics.map {
        stream.isInRecord ? $0.ofRecord(outcome.records + 1) : $0
      }
    }
    return (outcome, problems)
  }

  /// The imported objects that do not meet the model, reported at the places of their values, up to a limit.
  private func worse(than before: [Problem: Int64], room: Int) throws -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (finding, rows) in try store.worse(
      than: before, where: ObjectImport.cameIn, naming: max(room, 1) + 1)
    {
      let single = Finding(finding.problem).message
      let told = try rows.compactMap { row in
        try objects.place(of: row.identity, inTable: row.table).map { place in
          Diagnostic(code: finding.problem.code, single, at: place.location)
            .ofRecord(place.record)
        }
      }
      diagnostics +=
        told.isEmpty ? [Diagnostic(code: finding.problem.code, finding.message)] : told
    }
    guard diagnostics.count > max(room, 1) else { return diagnostics }
    var first = Array(diagnostics.sorted().prefix(max(room, 1)))
    first[first.count - 1].notes.append(.init("there are more problems, which are not shown"))
    return first
  }
}

extension Diagnostic {
  /// The diagnostic with the number of the record in the list, from 1.
  fileprivate func ofRecord(_ number: Int) -> Diagnostic {
    var diagnostic = self
    diagnostic.notes.insert(.init("in record \(number)"), at: 0)
    return diagnostic
  }
}
