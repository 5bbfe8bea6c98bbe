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

  static let declaration = Command(
    name: "import", abstract: "Print the models of Swift source as schema files.",
    arguments: [paths], options: [name])

  static func report(_ arguments: ParsedArguments) -> String {
    let source = SwiftSource(paths: arguments[paths])
    let schemas = source.schemas(name: arguments[name])
    let diagnostics = Set(source.problems + schemas.problems).sorted()
    return JSONReport(
      status: "done",
      results: [
        .init("files", JSONValue(source.fileCount)),
        .init("versions", .list(schemas.versions, document)),
        .init("live", schemas.live.map(document) ?? .null),
      ]
    ).text(of: diagnostics)
  }

  private static func document(_ document: SchemaDocument) -> JSONValue {
    [
      "schema": .string(document.schema.name),
      "version": .string(document.schema.version.description),
      "file": JSONValue(document.file), "yaml": .string(SchemaWriter.yaml(of: document)),
    ]
  }
}
