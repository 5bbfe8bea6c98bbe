internal import ArgumentParsing
internal import Diagnostics
internal import Reports
internal import SchemaModel
internal import SchemaYAML
internal import SwiftModels

/// `migrate-swift import`: the models of Swift source as schema files.
enum ImportSource {
  private static let paths = Argument(
    rest: .file("PATH"), help: "Swift files, or folders of them")
  private static let name = Option("name", .text("NAME"), help: "the name of the model")

  private static let version = Option(
    "version", .text("VERSION"), help: "the number of models that no version lists")

  static let declaration = Command(
    name: "import", abstract: "Print the models of Swift source as schema files.",
    arguments: [paths], options: [name, version])

  static func report(_ arguments: ParsedArguments) -> String {
    let source = SwiftSource(paths: arguments[paths])
    let schemas = source.schemas(
      name: arguments[name], onlyInContainers: true,
      number: arguments[version].flatMap { Version($0) })
    let diagnostics = Set(source.problems + schemas.problems).sorted()
    return JSONReport(
      status: "done",
      results: [
        .init("files", .list(source.paths) { .string($0) }),
        .init(
          "versions",
          .list(zip(schemas.versions, schemas.labels)) { document($0, label: $1) }),
        .init("live", schemas.live.map { document($0, label: "") } ?? .null),
      ]
    ).text(of: diagnostics)
  }

  private static func document(_ document: SchemaDocument, label: String) -> JSONValue {
    [
      "schema": .string(document.schema.name),
      "version": .string(document.schema.version.description), "label": .string(label),
      "file": JSONValue(document.file), "yaml": .string(SchemaWriter.yaml(of: document)),
    ]
  }
}
