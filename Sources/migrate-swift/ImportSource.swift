internal import ArgumentParsing
internal import Diagnostics
internal import JSON
internal import Reports
internal import SchemaModel
internal import SchemaYAML
internal import SwiftModels

/// `migrate-swift import`: the models of Swift source as schema files.
enum ImportSource {
  private static let paths = Argument(
    rest: .file("PATH"), help: "Swift files, or folders of them")
  private static let name = Option("name", .text("NAME"), help: "the name of the model")
  private static let otherwise = Option(
    "default-name", .text("NAME"), help: "the name of a model that no migration plan names")
  private static let version = Option(
    "version", .text("VERSION"), help: "the number of models that no version lists")

  private static let plan = Option(
    "plan", .text("NAME"), help: "the migration plan whose versions are meant")

  static let declaration = Command(
    name: "import", abstract: "Print the models of Swift source as schema files.",
    arguments: [paths], options: [name, otherwise, version, plan])

  static func report(_ arguments: ParsedArguments) -> String {
    let source = SwiftSource(paths: arguments[paths])
    let schemas = source.schemas(
      name: SchemaName(arguments[name], otherwise: arguments[otherwise] ?? "Models"),
      onlyInContainers: true,
      number: arguments[version].flatMap { Version($0) },
      plan: arguments[plan].map { .named($0) } ?? .only, use: .schemaFiles)
    let diagnostics = Set(
      source.problems + schemas.problems + schemas.faults + unlisted(schemas)
        + schemas.sharedNumbers(otherwise: .error) + source.uninferredSteps(in: schemas)
    ).sorted()
    return JSONReport(
      status: "done",
      results: [
        .init("files", .list(source.paths) { .string($0) }),
        .init(
          "versions",
          .list(zip(schemas.versions, schemas.labels)) { document($0, label: $1) }),
        .init("live", schemas.live.map { document($0, label: "") } ?? .null),
        .init("plans", .list(schemas.plans, Self.value)),
        .init("openPlans", .list(schemas.openPlans, Self.value)),
      ]
    ).text(of: diagnostics)
  }

  /// Models that no version lists are not guessed to be a version of the same model: a warning reports them.
  private static func unlisted(_ schemas: SwiftSchemas) -> [Diagnostic] {
    guard let live = schemas.live, !schemas.versions.isEmpty else { return [] }
    return live.schema.entities.map { entity in
      Diagnostic(
        code: "unlisted-model", severity: .warning,
        "no version lists '\(entity.name)', which is left out",
        at: live.sources.location(of: .entity(entity.name)),
        notes: [.init("to import it, name the files that declare it alone")])
    }
  }

  private static func value(of plan: DeclaredPlan) -> JSONValue {
    ["name": .string(plan.name), "location": JSONReport.value(of: plan.location)]
  }

  private static func document(_ document: SchemaDocument, label: String) -> JSONValue {
    [
      "schema": .string(document.schema.name),
      "version": .string(document.schema.version.description), "label": .string(label),
      "file": JSONValue(document.file), "yaml": .string(SchemaWriter.yaml(of: document)),
    ]
  }
}
