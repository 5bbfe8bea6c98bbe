internal import JSON
internal import StoreLayout
internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaModel
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

/// `migrate verify`: checks every row of a store.
enum VerifyCommand: RunnableCommand {
  private static let quick = Flag(
    "quick", help: "leave out what takes long: indexes against tables, the content of files")
  private static let unique = Option(
    repeating: "unique", .uniqueKey, help: "look for objects with the same values of these")
  private static let checksums = Flag("checksums", help: "show a checksum of every table")
  private static let format = CommonOptions.format(CommonOptions.findingsFormats)

  static let commandName = "verify"

  static let declaration = Command(
    name: commandName, abstract: "Check the file, the tables, the rows and links of a store.",
    discussion: """
      The store is only read. Every row is checked against everything that the model says: \
      required values, types, cases, bounds, patterns, rules, unique keys, relationships. With \
      --files, or 'files' in migrate.yml, so are the files that the objects own. 'migrate status' \
      looks at the tables alone.

      Ends with exit status 1 where something is wrong; each finding says what to do.
      """,
    examples: [
      .init("migrate verify library.store", "Check all of a store."),
      .init(
        "migrate verify library.store --unique Book:localId",
        "Look for books that are stored twice, though the model does not forbid it."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: [
      quick, unique, CommonOptions.files, checksums, CommonOptions.schemas, format,
      CommonOptions.report,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let work = Work(invocation)
    var options = VerificationOptions()
    options.isQuick = invocation.arguments[quick]
    options.uniqueKeys = invocation.arguments[unique]
    options.includesChecksums = invocation.arguments[checksums]
    options.isCancelled = work.isCancelled
    options.ownedFiles = try OwnedFiles(named: invocation)
    let report = try VerificationReport.on(path, options, invocation)
    return Outcome(
      status: report.isSound ? .done : .findings,
      findings: report.diagnostics(of: path, schemas: invocation.arguments[CommonOptions.schemas]),
      subjects: [path],
      text: text(report), members: members(report),
      lastLine: LastLine(standing(report, path), of: path))
  }
}

// MARK: - The report

extension VerifyCommand {
  private static func text(_ report: VerificationReport) -> String {
    report.checksums.map { "\($0.checksum)  \($0.table)\n" }.joined()
  }

  /// The next command.
  ///
  /// A damaged store is not repaired from its own content, but restored; only an index is made of the rows.
  private static func nextCommand(after report: VerificationReport, of store: String) -> String? {
    if report.isOfPlatform { return nil }
    let damage = report.findings.filter(\.isDamage)
    if !damage.isEmpty {
      return damage.allSatisfy(\.isOfIndex)
        ? "sqlite3 \(store) REINDEX" : "migrate restore BACKUP \(store) --replace"
    }
    return report.findings.contains(where: \.isRepairable) ? "migrate repair \(store)" : nil
  }

  private static func standing(_ report: VerificationReport, _ path: String) -> StoreStanding {
    guard report.isSound else {
      let count = tally(of: report.diagnostics(of: path)) ?? ""
      let next = nextCommand(after: report, of: path.shellWord)
      let hasDrifted =
        next == nil
        && report.findings.contains {
          if case .drift = $0.problem { true } else { false }
        }
      return StoreStanding(
        "'\(path)' is not sound: \(count)",
        after: hasDrifted ? "undo what was done to it by hand" : nil,
        next: hasDrifted ? "migrate verify \(path.shellWord)" : next)
    }
    let objects = report.entities.reduce(0) { $0 + $1.count }
    let version = report.version.map { " \($0)" } ?? ""
    return StoreStanding(
      "'\(path)' is sound: \(report.schema ?? "")\(version), "
        + "\(Quantity.count(objects, "object")) of "
        + Quantity.count(report.entities.count, "entity", "entities"))
  }

  private static func members(_ report: VerificationReport) -> [JSONValue.Member] {
    [
      .init("isSound", .bool(report.isSound)),
      .init("schema", JSONValue(report.schema)),
      .init("version", JSONValue(report.version.map { "\($0)" })),
      .init(
        "entities",
        .list(report.entities) {
          ["entity": .string($0.entity), "objects": .integer($0.count)]
        }),
      .init("links", .integer(report.linkCount)),
      .init("findings", .list(report.findings, value)),
      .init(
        "checksums",
        .list(report.checksums) {
          ["table": .string($0.table), "checksum": .string("\($0.checksum)")]
        }),
    ]
  }

  private static func value(_ finding: Finding) -> JSONValue {
    [
      "code": .string(finding.problem.code), "count": .integer(finding.count),
      "examples": .list(finding.examples) { .integer($0) },
    ]
  }
}

extension ValueKind where Value == UniqueKey {
  /// The properties of a unique key of an entity.
  static var uniqueKey: Self {
    Self(
      "ENTITY:A,B", expectation: "an entity and its properties, such as Book:localId",
      read: { UniqueKey($0) })
  }
}
