internal import Diagnostics
internal import ArgumentParsing
internal import Reports
internal import SchemaYAML
internal import SQLite
internal import StoreLayout
internal import StoreMigration

/// `migrate history`: the migrations that a store went through.
enum HistoryCommand: RunnableCommand {
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "history"

  static let declaration = Command(
    name: commandName, abstract: "List the migrations that a store went through.",
    examples: [.init("migrate history library.store", "List them, the oldest first.")],
    section: "stores", arguments: [CommonOptions.store], options: [format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let glimpse = try StoreGlimpse(of: path)
    let records = try records(of: glimpse)
    let last = "'\(path)' is \(glimpse.identity.schema) \(glimpse.identity.version)"
    return Outcome(
      text: (records.flatMap(lines) + [records.isEmpty ? "\(last), and always was" : last])
        .map { $0 + "\n" }.joined(),
      members: [.init("migrations", .list(records, value))])
  }

  private static func records(of glimpse: StoreGlimpse) throws -> [MigrationRecord] {
    let connection = try StoreFile.open(path: glimpse.path, for: .reading)
    // A database that was there before its model says nothing until it is migrated.
    guard try connection.hasStoreCatalog() else { return [] }
    let differences = StoreCatalog.definition.differences(from: try connection.readDefinition())
    guard differences.isEmpty else {
      let version = glimpse.identity.version
      throw Failure(.drifted(version, differences: differences), store: glimpse.path)
    }
    return try connection.readHistory()
  }

  private static func lines(_ record: MigrationRecord) -> [String] {
    let seconds = (record.duration * 1000).rounded() / 1000
    let facts = [
      record.outcome, "\(Quantity.count(record.rowsRewritten, "row")) rewritten", "\(seconds) s",
      "by migrate \(record.toolVersion)",
    ]
    return [
      "\(ISODate.timestamp(record.startedAt))  \(record.source) to \(record.target)",
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
