package import StoreReading
internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel

extension StoreVerifier {
  /// Verifies a store that Core Data or SwiftData wrote, all of it as it is at one instant.
  ///
  /// Its objects are held against its model as those of our own stores are, and its tables against
  /// what holds for all stores of the platform. What real stores show is a warning.
  ///
  /// - Throws: ``VerificationError`` where a key names nothing; ``SQLite/SQLiteError`` where it was
  ///   cancelled.
  package static func verify(
    _ store: PlatformStore, options: VerificationOptions = VerificationOptions()
  ) throws -> VerificationReport {
    try store.read { connection in
      guard let isCancelled = options.isCancelled else {
        return try run(store, connection, options)
      }
      return try connection.cancellable(when: isCancelled) { try run(store, connection, options) }
    }
  }

  /// Verifies the objects of such a store against its model, and leaves out what the platform keeps for
  /// itself: numbers, counters, metadata and history.
  ///
  /// - Throws: ``SQLite/SQLiteError`` where the store cannot be read.
  package static func verifyObjects(of store: PlatformStore) throws -> VerificationReport {
    var options = VerificationOptions()
    options.isQuick = true
    return try store.read { try run(store, $0, options, isOfObjectsAlone: true) }
  }

  private static func run(
    _ store: PlatformStore, _ connection: Connection, _ options: VerificationOptions,
    isOfObjectsAlone: Bool = false
  ) throws -> VerificationReport {
    let layout = store.objects.layout
    var report = VerificationReport()
    report.isOfPlatform = true
    report.schema = store.model.name
    report.findings = try IntegrityCheck(connection: connection, isQuick: options.isQuick)
      .findings()
    // Nothing that a damaged file says of its rows can be relied on, unless only an index is wrong.
    guard report.findings.filter(\.isDamage).allSatisfy(\.isOfIndex) else { return report }
    report.findings += store.objects.problems.map { problem in
      var finding = Finding(.unreadableProperty(reason: problem.explanation))
      if case .noTable = problem.reason { finding.severity = .error }
      return finding
    }
    do {
      let result = try ContentChecks(connection, layout).run()
      report.findings += result.findings.map(\.asOfPlatform)
      report.entities = layout.schema.entities.filter { !$0.isAbstract }.map {
        .init(entity: $0.name, count: result.counts[$0.name] ?? 0)
      }
      for links in layout.joinTables {
        report.linkCount += try connection.rowCount(of: links.name)
      }
      report.findings += try KeyChecks(
        connection: connection, layout: layout, found: DatabaseDefinition()
      ).findings(options.uniqueKeys)
      let checks = PlatformChecks(store: store, connection: connection)
      report.findings += try isOfObjectsAlone ? checks.findingsOnObjects() : checks.findings()
      if let files = options.ownedFiles {
        report.findings += try OwnedFileCheck(
          connection: connection, layout: layout, files: files
        ).findings()
      }
    } catch let error as SQLiteError where error.isAboutTheStore {
      report.findings.append(error.finding)
    }
    return report
  }
}

extension Finding {
  /// Whether an index is damaged, and no table.
  fileprivate var isOfIndex: Bool {
    if case .damagedStore(let detail) = problem { detail.contains(" index ") } else { false }
  }

  /// The same with the weight that it has in a store of the platform.
  ///
  /// The platform itself leaves objects without a required value, and links to objects that are gone.
  fileprivate var asOfPlatform: Finding {
    var finding = self
    switch problem {
    case .missingValue, .missingLink, .danglingLink, .tooFewLinks, .tooManyLinks:
      finding.severity = .warning
    default: break
    }
    return finding
  }
}
