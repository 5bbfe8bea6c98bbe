internal import JSON
internal import SQLite
internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Reports
internal import StoreLayout
internal import SchemaModel
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

/// `migrate status`: shows the state of a store and its pending migrations.
enum StatusCommand: RunnableCommand {
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "status"

  static let declaration = Command(
    name: commandName, abstract: "Name the version of a store, and compare its tables.",
    discussion: """
      The store is only read. Its tables are compared with the tables of its version; its rows are \
      not looked at, which is what 'migrate verify' does. Without schema files a store is judged \
      by the model that it carries in itself. For a store that Core Data or SwiftData wrote, \
      'migrate identify' finds the version by its hashes.

      Ends with exit status 1 where the tables differ from the version, where no schema file is of \
      the store's model, or where Room would not open the database.
      """,
    related: "'migrate identify' finds the version by its hashes alone.",
    examples: [.init("migrate status library.store", "See which version this store has.")],
    section: "stores", arguments: [CommonOptions.store],
    options: [CommonOptions.schemas, format], commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let connection = try PlatformStore.connection(to: path, invocation)
    if PlatformStore.isRead(by: connection) { return try identityStatus(path, invocation) }
    let glimpse = try StoreGlimpse(path, connection, invocation)
    let known = try glimpse.optionalHistory(invocation)
    guard try known != nil || !invocation.hasSchemas else {
      return try identityStatus(path, invocation)
    }
    let history = try known ?? SchemaHistory([glimpse.embeddedModel()])
    let inspection = Migrator(history: history).inspect(path, on: connection)
    let status = ExitStatus(rawValue: inspection.state.exitStatus) ?? .unable
    guard status != .unable else { throw Failure(inspection.state, store: path) }
    let isRefused = !inspection.roomRefusals.isEmpty
    let report = StatusReport(inspection: inspection, identity: glimpse.identity, history: history)
    return Outcome(
      status: isRefused ? .findings : status, findings: inspection.diagnostics, text: report.text,
      members: invocation.json(report.members), lastLine: LastLine(report.standing, of: path))
  }
}

extension StatusCommand {
  /// The status of a store that is identified by its version hashes: a store of Core Data or SwiftData, also
  /// of another app.
  private static func identityStatus(_ path: String, _ invocation: Invocation) throws -> Outcome {
    let report = try IdentityReport(ofStoreAt: path, needsSchemas: false, invocation)
    // A part whose stored form is unknown is not a difference.
    let differences =
      report.hasModel
      ? try PlatformStore.found(at: path, invocation).map { store in
        store.objects.problems.filter(\.isOfStore)
          .map { $0.finding.diagnostic(of: path, ofPlatform: store.model) }
      } ?? [] : []
    return Outcome(
      status: differences.isEmpty && (report.isIdentified || !report.isCompared)
        ? .done : .findings,
      findings: report.findings + differences,
      text: report.text, members: invocation.json(report.members),
      lastLine: LastLine(report.standing, of: path))
  }
}

/// The report on a store that could be read.
private struct StatusReport {
  let inspection: StoreInspection
  let identity: StoreIdentity
  let history: SchemaHistory

  private var ahead: [Version] {
    history.versions.map(\.schema.version).filter { $0 > identity.version }
  }

  /// The version of the store, with its name in the schema file.
  private var version: Version {
    history[identity.version]?.schema.version ?? identity.version
  }

  private var hasPlatform: Bool { inspection.document?.schema.hasPlatform ?? true }

  /// The platform's checksum of the version; nil if it cannot be computed, or if no platform needs it.
  private var checksum: String? { hasPlatform ? identity.checksum : nil }

  /// The reason why the platform's checksum of the version cannot be computed.
  private var obstacle: String? {
    hasPlatform ? inspection.document?.schema.checksum.obstacle.map { "\($0)" } : nil
  }

  var standing: StoreStanding {
    let path = inspection.path
    guard case .sound = inspection.state else {
      return MigrationError.refused([.state(inspection.state)]).standing(of: path)
    }
    guard inspection.roomRefusals.isEmpty else {
      return StoreStanding("Room does not open '\(path)' as \(version.words)")
    }
    return ahead.isEmpty
      ? StoreStanding("'\(path)' is up to date")
      : StoreStanding(
        "'\(path)' is \(Quantity.count(ahead.count, "version")) behind",
        next: "migrate plan \(path.shellWord)")
  }

  var text: String {
    let objects = inspection.unmanagedObjects.map { "\($0.id.kind.rawValue) \($0.id.name)" }
    let lines = [
      "store     \(inspection.path)",
      "schema    \(identity.schema) \(version.words)",
      (checksum ?? obstacle.map { "unknown: \($0) [unknown-checksum]" }).map {
        "checksum  \($0)"
      },
      ahead.isEmpty ? nil : "ahead     \(ahead.map(\.words).joined(separator: ", "))",
      objects.isEmpty ? nil : "besides   \(objects.joined(separator: ", "))",
    ]
    return lines.compactMap { $0.map { $0 + "\n" } }.joined()
  }

  var members: [JSONValue.Member] {
    [
      .init("schema", .string(identity.schema)),
      .init("version", .string("\(identity.version)")),
      .init("checksum", JSONValue(checksum)),
      .init("checksumObstacle", JSONValue(obstacle)),
      .init("state", .string(inspection.state.code)),
      .init("ahead", .list(ahead) { .string("\($0)") }),
      .init(
        "unmanagedObjects",
        .list(inspection.unmanagedObjects) {
          ["kind": .string($0.id.kind.rawValue), "name": .string($0.id.name)]
        }),
    ]
  }
}
