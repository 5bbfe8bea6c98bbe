internal import ArgumentParsing
internal import Reports
internal import SchemaModel
internal import SchemaYAML

/// `migrate export`: one version of a model, whole by itself.
enum ExportCommand: RunnableCommand {
  private static let source = Argument(
    optional: .text("VERSION"),
    help: "the version to write: its number, a schema file, or a store; by default the newest")
  private static let format = CommonOptions.format([.yaml, .json])

  static let declaration = Command(
    name: "export", abstract: "Write a version of a model as one schema file.",
    discussion: """
      What the version extends is folded in, so the file stands by itself. Of a store it is the \
      model that the store carries. It has one canonical \
      form: the same model always gives the same bytes, and reads back as the same model.
      """,
    examples: [
      .init("migrate export", "Print the newest version of the project's model."),
      .init("migrate export 2.0.0 --output whole.yaml", "Write a version to a file."),
      .init("migrate export Schemas/Library/V3.yaml", "Print the version of a file."),
      .init("migrate export library.store", "Print the model that a store holds."),
    ],
    section: "models", arguments: [source], options: [CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let document = try document(invocation)
    let yaml = SchemaWriter.yaml(of: document)
    return Outcome(
      text: yaml,
      members: [
        .init("schema", .string(document.schema.name)),
        .init("version", .string("\(document.schema.version)")),
        .init("yaml", .string(yaml)),
      ])
  }

  private static func document(_ invocation: Invocation) throws -> SchemaDocument {
    guard let text = invocation.arguments[source] else {
      return try VersionReference.newest(invocation)
    }
    let reference = try VersionReference(text)
    if case .store(let glimpse) = reference { return try glimpse.embeddedModel() }
    return try reference.document(invocation)
  }
}
