internal import Diagnostics
internal import ArgumentParsing
internal import JSON
internal import SchemaModel
internal import SchemaYAML
internal import SQLite
internal import StoreLayout
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

/// `migrate history`: the past migrations of a store.
enum HistoryCommand: RunnableCommand {
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "history"

  static let declaration = Command(
    name: commandName, abstract: "List the migrations that a store went through.",
    discussion: """
      Core Data and SwiftData write down no migrations. Of their stores, the persistent history is \
      summed up: who changed how many objects, and when.
      """,
    examples: [.init("migrate history library.store", "List them, the oldest first.")],
    section: "stores", arguments: [CommonOptions.store], options: [CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    if let store = try PlatformStore.found(at: path, invocation) { return try changes(store, path) }
    let glimpse = try StoreGlimpse(of: path)
    let records = try records(of: glimpse)
    let names = VersionNames(of: glimpse, invocation)
    let last = "'\(path)' is \(glimpse.identity.schema) \(names.words(glimpse.identity.version))"
    return Outcome(
      text: (records.flatMap { lines($0, names) } + [
        records.isEmpty ? "\(last), and always was" : last
      ])
      .map { $0 + "\n" }.joined(),
      members: [.init("migrations", .list(records, value))])
  }

  /// The persistent history of a Core Data or SwiftData store.
  private static func changes(_ store: PlatformStore, _ path: String) throws -> Outcome {
    let (history, faults) = (try store.history(), try store.historyFaults())
    let lines = (history ?? []).flatMap { part in
      [
        [part.first, part.last].map { $0.map(ISODate.timestamp) ?? "an unknown time" }
          .joined(separator: " to "),
        "    by \(part.program ?? "an unknown program")"
          + (part.author.map { ", author \($0)" } ?? ""),
        "    \(Quantity.count(part.transactions, "transaction")): \(part.inserted) inserted, "
          + "\(part.updated) updated, \(part.deleted) deleted",
      ]
    }
    let keepsHistory = history != nil || !faults.isEmpty
    let none =
      keepsHistory
      ? "the history of '\(path)' \(history == nil ? "cannot be read" : "is empty")"
      : "'\(path)' keeps no history"
    return Outcome(
      status: faults.isEmpty ? .done : .findings,
      findings: faults.map { fault in
        Finding(.platform(.record(table: fault.table.rawValue, reason: fault.reason)))
          .diagnostic(of: path, ofPlatform: store.model)
      },
      text: (lines.isEmpty ? [none] : lines).map { $0 + "\n" }.joined(),
      members: [
        .init("keepsHistory", .bool(keepsHistory)),
        .init(
          "changes",
          .list(history ?? []) { part in
            [
              "author": JSONValue(part.author), "program": JSONValue(part.program),
              "transactions": .integer(part.transactions), "inserted": .integer(part.inserted),
              "updated": .integer(part.updated), "deleted": .integer(part.deleted),
              "first": JSONValue(part.first.map(ISODate.timestamp)),
              "last": JSONValue(part.last.map(ISODate.timestamp)),
            ]
          }),
      ])
  }

  private static func records(of glimpse: StoreGlimpse) throws -> [MigrationRecord] {
    let connection = try StoreFile.open(path: glimpse.path, for: .reading)
    // A database that existed before its model has no history until it is migrated.
    guard try connection.hasStoreCatalog() else { return [] }
    let differences = StoreCatalog.definition.differences(from: try connection.readDefinition())
    guard differences.isEmpty else {
      let version = glimpse.identity.version
      throw Failure(.drifted(version, differences: differences), store: glimpse.path)
    }
    return try connection.readHistory()
  }

  private static func lines(_ record: MigrationRecord, _ names: VersionNames) -> [String] {
    let seconds = (record.duration * 1000).rounded() / 1000
    let facts = [
      record.outcome, "\(Quantity.count(record.rowsRewritten, "row")) rewritten", "\(seconds) s",
      "by migrate \(record.toolVersion)",
    ]
    return [
      "\(ISODate.timestamp(record.startedAt))  \(names.words(record.source)) to "
        + names.words(record.target),
      "    " + facts.joined(separator: ", "),
      "    " + (record.backup.map { "backup \($0)" } ?? "no backup"),
    ]
  }

  private static func value(_ record: MigrationRecord) -> JSONValue {
    [
      "source": .string("\(record.source)"), "target": .string("\(record.target)"),
      "outcome": .string(record.outcome), "startedAt": .string(ISODate.timestamp(record.startedAt)),
      "finishedAt": .string(ISODate.timestamp(record.finishedAt)),
      "seconds": .number(record.duration),
      "rowsRewritten": .integer(record.rowsRewritten), "backup": JSONValue(record.backup),
      "tool": .string(record.toolVersion), "plan": .string(record.planDigest),
      "seed": JSONValue(record.seed),
    ]
  }
}

/// The names of versions in the schema files, as far as these can be read.
private struct VersionNames {
  private let history: SchemaHistory?

  /// Reads the names from the schema files of a store's model, or from the model in the store.
  ///
  /// Problems of the schema files are ignored, because they do not affect the store's history.
  init(of glimpse: StoreGlimpse, _ invocation: Invocation) {
    let known = try? glimpse.optionalHistory(invocation)
    history = known ?? (try? glimpse.embeddedModel()).map { SchemaHistory([$0]) }
  }

  /// A version with its name: `17.0.0 (2.101)`.
  func words(_ version: Version) -> String { (history?[version]?.schema.version ?? version).words }
}
