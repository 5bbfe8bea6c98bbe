internal import ArgumentParsing
internal import Files
internal import JSON
internal import Reports

/// `migrate init`: writes the first version of a model, and the settings of the project.
enum InitCommand: RunnableCommand {
  private static let name = Argument(
    .modelName, help: "the name of the object model, such as Library")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "init"

  static let declaration = Command(
    name: commandName, abstract: "Begin the schema files of a model.",
    discussion: """
      Writes Schemas/NAME/V1.yaml, an example with comments to edit, and migrate.yml, which says \
      where the schema files are. With schema.json next to it, which its first line names, an \
      editor completes and checks it. Nothing is ever overwritten: an existing migrate.yml stays \
      as it is.
      """,
    examples: [.init("migrate init Library", "Write Schemas/Library/V1.yaml and migrate.yml.")],
    section: "models", arguments: [name], options: [CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let model = invocation.arguments[name]
    let schemas = try invocation.schemas()
    let folder = "\(schemas)/\(model)"
    let first = NewFile("\(folder)/V1.yaml", SchemaTemplates.first(named: model))
    var files = EditorFiles([first], in: folder).all
    if try invocation.configuration().file == nil {
      files.append(NewFile(Configuration.fileName, SchemaTemplates.configuration(schemas)))
    }
    try NewFile.write(
      files,
      advice: "'migrate new --schemas \(folder.shellWord)' begins the next version of the model")
    return Outcome(
      text: files.map { $0.path + "\n" }.joined(),
      members: [.init("files", .list(files) { .string($0.path) })],
      summary: "next: edit \(files[0].path), then run 'migrate lint'")
  }
}
