internal import Diagnostics
internal import SchemaModel
internal import SchemaYAML
internal import SQLite
internal import StoreLayout
internal import Threads

/// One run of a verification, from the file up to the last object.
struct Verification {
  let connection: Connection
  let options: VerificationOptions

  /// Runs all checks in one read transaction, so that no other writer changes anything in between.
  ///
  /// The transaction ends with a rollback: there is nothing to commit, and in a damaged file COMMIT fails.
  func run() throws -> VerificationReport {
    let isNested = connection.isInTransaction
    if !isNested { try connection.execute("BEGIN") }
    defer { if !isNested { connection.rollBack() } }
    let beside = try SideVerification(of: connection, options)
    var report = VerificationReport()
    try verifyContent(&report, beside)
    report.findings = try beside.integrityFindings() + report.findings
    let places = SchemaPlaces(document: report.version.flatMap { options.history?[$0] })
    report.findings = report.findings.map { $0.located(in: places) }
    return report
  }

  private func verifyContent(
    _ report: inout VerificationReport, _ beside: SideVerification
  ) throws {
    guard let (schema, identity) = try subject(&report) else { return }
    let layout = StoreLayout(of: schema)
    for key in options.uniqueKeys { _ = try layout.columns(of: key) }
    try guarded(&report) { report throws in
      let found = try connection.readDefinition(of: layout)
      if options.includesChecksums { beside.sum(found.tables) }
      let checks = DefinitionChecks(
        connection: connection, layout: layout, found: found, isDeclared: identity != nil)
      if let identity {
        report.findings += try checks.modelFindings(identity, schema, options.history)
      }
      report.findings += checks.drift()
      if identity == nil {
        report.findings += try checks.roomRefusals(as: schema)
      }
      try verifyObjects(layout, &report)
      // The rows may have reported the same missing collation.
      let known = report.findings
      report.findings += try KeyChecks(connection: connection, layout: layout, found: found)
        .findings(options.uniqueKeys).filter { !known.contains($0) }
      report.findings += try checks.brokenForeignKeys()
      report.findings += try fileFindings(in: layout)
      report.checksums = try beside.checksums()
    }
  }

  /// The schema that the store is compared with, and the identity in the store's catalog.
  ///
  /// A database without a catalog is compared with the version that describes it.
  private func subject(
    _ report: inout VerificationReport
  ) throws -> (Schema, StoreIdentity?)? {
    if let schema = try undeclaredSchema() {
      (report.schema, report.version) = (schema.name, schema.version)
      return (schema, nil)
    }
    guard let identity = try identity(&report) else { return nil }
    (report.schema, report.version) = (identity.schema, identity.version)
    return model(of: identity, &report).map { ($0, identity) }
  }

  private func undeclaredSchema() throws -> Schema? {
    guard let history = options.history, try connection.value("SELECT 1 FROM sqlite_schema") != nil,
      // If the catalog cannot be read, its next reader reports the reason.
      (try? connection.hasStoreCatalog()) == false,
      case .one(let version, _) = try connection.readDefinition().match(among: history)
    else { return nil }
    return history[version]?.schema
  }

  /// The identity in the store's catalog; nil, with a finding, if the catalog cannot be understood.
  private func identity(_ report: inout VerificationReport) throws -> StoreIdentity? {
    do {
      guard let identity = try connection.readIdentity() else {
        throw VerificationError.notAStore(path: connection.path)
      }
      return identity
    } catch let error as StoreCatalogError {
      report.findings.append(Finding(.unreadableCatalog(reason: error.reason)))
    } catch let error as SQLiteError where error.isAboutTheStore {
      report.findings.append(Finding(.unreadableCatalog(reason: error.message)))
    }
    return nil
  }

  /// The store's own model; if it cannot be read, the schema file of the version.
  private func model(of identity: StoreIdentity, _ report: inout VerificationReport) -> Schema? {
    do throws(EmbeddedModel.Unreadable) {
      return try EmbeddedModel.document(of: identity).schema
    } catch {
      report.findings.append(Finding(.unreadableModel(reason: error.reason)))
      return options.history?[identity.version]?.schema
    }
  }

  private func verifyObjects(
    _ layout: StoreLayout, _ report: inout VerificationReport
  ) throws(SQLiteError) {
    let result = try ContentChecks(connection: connection, layout: layout).run()
    report.findings += result.findings
    report.count(result, in: layout, on: connection)
  }

  private func fileFindings(in layout: StoreLayout) throws -> [Finding] {
    let external = ExternalFileCheck(
      connection: connection, layout: layout,
      evidence: options.isQuick ? .altered([]) : .content,
      isCancelled: options.isCancelled ?? { false })
    let owned = options.ownedFiles.map {
      OwnedFileCheck(connection: connection, layout: layout, files: $0)
    }
    return try external.findings() + (owned?.findings() ?? [])
  }

  /// Turns damage that ends a step into a finding, and keeps the earlier findings.
  private func guarded(
    _ report: inout VerificationReport, _ body: (inout VerificationReport) throws -> Void
  ) throws {
    do {
      try body(&report)
    } catch let error as SQLiteError where error.isAboutTheStore {
      report.findings.append(error.finding)
    }
  }
}

/// The part of a verification that reads only the file.
///
/// If a second connection can see the same content, it does this work while the first one checks objects.
struct SideVerification {
  private let connection: Connection
  private let options: VerificationOptions
  private let sums = TableSums()
  private let work: SideWork<[Finding]>?

  /// A larger cache than SQLite's default, because the rows of a table are spread over its indexes.
  private static let cacheSize: SQL = "PRAGMA cache_size = -8192"

  /// Begins the work, within the connection's transaction.
  init(of connection: Connection, _ options: VerificationOptions) throws(SQLiteError) {
    (self.connection, self.options) = (connection, options)
    guard let other = try connection.companion() else {
      work = nil
      return
    }
    // Sendable: no other code has the connection.
    nonisolated(unsafe) let companion = other
    let (isQuick, isCancelled, sums) = (options.isQuick, options.isCancelled ?? { false }, sums)
    work = SideWork {
      try companion.cancellable(when: isCancelled) {
        try companion.execute(Self.cacheSize)
        let findings = try IntegrityCheck(connection: companion, isQuick: isQuick).findings()
        // If a table cannot be read, its next reader reports the reason.
        try? sums.work(on: companion)
        return findings
      }
    }
  }

  /// Begins the checksums of tables.
  func sum(_ tables: [TableDefinition]) { sums.begin(tables) }

  /// The checksums of the tables, in the tables' order.
  ///
  /// - Throws: ``SQLite/SQLiteError``.
  func checksums() throws -> [VerificationReport.TableChecksum] {
    try sums.work(on: connection)
    // The other connection may have failed at a table that it began.
    _ = try? work?.value()
    return try sums.all(on: connection)
  }

  /// The findings of SQLite's own check of the file.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted or locked out, or if the disk failed to
  ///   read.
  func integrityFindings() throws -> [Finding] {
    try work?.value() ?? IntegrityCheck(connection: connection, isQuick: options.isQuick).findings()
  }
}

/// The checksums of tables, which several connections compute side by side.
private final class TableSums: Sendable {
  private let state = Guarded(State())

  private struct State {
    var tables: [TableDefinition] = []
    var next = 0
    var sums: [String: ContentChecksum] = [:]
  }

  func begin(_ tables: [TableDefinition]) { state.withLock { $0.tables = tables } }

  /// Computes checksums until no connection has a table left to begin.
  func work(on connection: Connection) throws(SQLiteError) {
    while let table = next() {
      let sum = try connection.checksum(of: table)
      state.withLock { $0.sums[table.name] = sum }
    }
  }

  private func next() -> TableDefinition? {
    state.withLock { state in
      guard state.next < state.tables.count else { return nil }
      defer { state.next += 1 }
      return state.tables[state.next]
    }
  }

  /// All checksums, once no connection works on them any more.
  func all(on connection: Connection) throws(SQLiteError) -> [VerificationReport.TableChecksum] {
    let (tables, sums) = state.withLock { ($0.tables, $0.sums) }
    return try tables.map { table throws(SQLiteError) in
      let sum =
        if let known = sums[table.name] { known } else { try connection.checksum(of: table) }
      return .init(table: table.name, checksum: sum)
    }
  }

}

extension Connection {
  /// The checksum of the rows of a table, or of a view in its place.
  func checksum(of table: TableDefinition) throws(SQLiteError) -> ContentChecksum {
    // Sorted, because the order of columns is history and not content.
    try checksum(ofTable: table.name, columns: table.columns.map(\.name).sorted())
  }
}
