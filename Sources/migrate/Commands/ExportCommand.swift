internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML
internal import StoreReading

/// `migrate export`: one version of a model in full, or all versions, in several formats.
enum ExportCommand: RunnableCommand {
  private static let source = Argument(
    optional: .text("VERSION"),
    help: "the version to write: its number, a schema file, or a store; by default the newest")
  private static let format = CommonOptions.format([
    .yaml, .json, .sql, .markdown, .mermaid, .dot, .xcdatamodel, .swiftdata, .launchGuard, .views,
  ])
  private static let all = Flag(
    "all", help: "write all versions: a package for xcdatamodel, changes too for markdown")

  static let commandName = "export"

  static let declaration = Command(
    name: commandName, abstract: "Write a version of a model in one form or another.",
    discussion: """
      As a schema file, yaml, it stands by itself: what the version extends is folded in. Of a \
      store it is the model that the store carries. The other forms are sql, the statements that \
      make an empty store; markdown, a data dictionary; mermaid and dot, diagrams; json, for \
      programs; xcdatamodel, the contents of a Core Data model; and swiftdata, Swift source with a \
      frozen VersionedSchema, and with --all a migration plan. launch-guard is Swift source that \
      opens a store in the app, of all versions: it keeps a copy during a migration, and puts it \
      back where the migration fails. What a form does not carry is reported. \
      The same model always gives the same bytes. Of a store that Core Data or SwiftData wrote, views \
      is the SQL by which any sqlite3 shows its objects under the names of the model.
      """,
    examples: [
      .init("migrate export", "Print the newest version of the project's model."),
      .init("migrate export 2.0.0 --output whole.yaml", "Write a version to a file."),
      .init("migrate export library.store", "Print the model that a store holds."),
      .init(
        "migrate export default.store --format views -o views.sql",
        "Then: sqlite3 -readonly -init views.sql default.store"),
      .init("migrate export --format mermaid", "Draw the newest version."),
      .init(
        "migrate export --all --format xcdatamodel --output App.xcdatamodeld",
        "Write all versions as a Core Data model."),
      .init(
        "migrate export --all --format swiftdata --output Schemas.swift",
        "Write all versions as frozen SwiftData schemas with a migration plan."),
      .init(
        "migrate export --format launch-guard --output LaunchGuard.swift",
        "Write what opens the store in the app, and undoes a migration that fails."),
    ],
    section: "models", arguments: [source], options: [all, CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    if invocation.format == .views { return try views(invocation) }
    if invocation.arguments[all] || invocation.format == .launchGuard {
      return try ExportOfAll(invocation, source: source).outcome()
    }
    let document = try document(invocation)
    let export = SchemaExport(document, format: invocation.format)
    return Outcome(text: export.text, members: export.members, summary: export.summary)
  }

  private static func views(_ invocation: Invocation) throws -> Outcome {
    guard let path = invocation.arguments[source],
      let store = try PlatformStore.found(at: path, invocation)
    else {
      throw Failure(
        .usage,
        [
          Diagnostic(
            code: "no-platform-store",
            "'--format views' takes a store that Core Data or SwiftData wrote",
            notes: [.init("the tables of other stores have the names of the model already")])
        ])
    }
    let statements = store.viewStatements
    return Outcome(
      findings: store.unreadableProperties(of: path), text: statements.joined(separator: "\n"),
      members: [.init("views", .list(statements) { .string($0) })])
  }

  private static func document(_ invocation: Invocation) throws -> SchemaDocument {
    guard let text = invocation.arguments[source] else {
      return try VersionReference.newest(invocation)
    }
    let reference = try VersionReference(text, invocation)
    if case .store(let glimpse) = reference { return try glimpse.embeddedModel() }
    return try reference.document(invocation)
  }
}
