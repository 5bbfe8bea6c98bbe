internal import ArgumentParsing
internal import Diagnostics
internal import SchemaExchange
internal import SchemaModel
internal import StoreMigration
internal import StoreReading

/// `migrate identify`: the model and the version that a store was made by.
enum IdentifyCommand: RunnableCommand {
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "identify"

  static let declaration = Command(
    name: commandName, abstract: "Name the version of a model that made a store.",
    discussion: """
      The store is only read, with its write-ahead log. A store that Core Data or SwiftData wrote \
      is identified by the version hashes in its metadata, whatever its label says; a store of \
      'migrate' by the model that it carries. Where no version fits, the nearest version is named, \
      with every entity that differs.

      The output also says what the platform would do with the store and the newest version: open \
      it, migrate it, or end with which error, and why. 'migrate status' compares the tables of a \
      store of 'migrate', or of an existing database, with its version.

      Ends with exit status 1 where no version made the store.
      """,
    related: "'migrate status' compares the tables of a store with its version.",
    examples: [
      .init("migrate identify default.store", "Find the version among the project's schema files."),
      .init(
        "migrate identify default.store --schemas Schemas/Library", "Look at one model alone."),
    ],
    section: "stores", arguments: [CommonOptions.store], options: [CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let report = try IdentityReport(
      ofStoreAt: invocation.arguments[CommonOptions.store], invocation)
    return Outcome(
      status: report.isIdentified ? .done : .findings, findings: report.findings,
      text: report.text, members: report.members)
  }
}

extension IdentityReport {
  /// The report on a store, compared with the schema files of the project.
  ///
  /// If there is no folder of schema files, the report works without, unless they are required.
  init(ofStoreAt path: String, needsSchemas: Bool = true, _ invocation: Invocation) throws {
    let histories =
      try needsSchemas || invocation.hasSchemas
      ? invocation.histories.systems(inDirectory: invocation.schemas()) : []
    self.init(try Self.subject(path, invocation), histories)
  }

  private static func subject(_ path: String, _ invocation: Invocation) throws -> IdentifiedStore {
    if try PlatformStore.isWritten(at: path, invocation) {
      return IdentifiedStore(path: path, try CoreDataStore.read(path: path))
    }
    let glimpse = try StoreGlimpse(of: path, in: invocation)
    return IdentifiedStore(path: path, glimpse.identity, try glimpse.embeddedModel().schema)
  }
}
