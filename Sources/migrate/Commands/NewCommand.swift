internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaModel
internal import SchemaYAML

/// `migrate new`: writes the file of a model's next version.
enum NewCommand: RunnableCommand {
  private static let version = Argument(
    optional: .version, help: "the version to begin; by default the next one")
  private static let like = Option(
    "like", .file(), help: "a schema file that describes the model as it is to be")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "new"

  static let declaration = Command(
    name: commandName, abstract: "Begin the next version of a model.",
    discussion: """
      Writes a schema file that extends the newest version, to be edited. Files that are named by \
      one number, V1.yaml, get the next number and major version; others the next minor version. What \
      the newest version renamed is in it, too, where a store that skips that version needs it.

      With --like, the new version is what that file describes: the draft of a model, or what \
      'migrate import' made of one. It is written as what is new in it, or whole where that cannot \
      be said, with the reason. What its migration still needs, such as a value, a renamedFrom or \
      a choice between duplicates, stands in it as comments.
      """,
    examples: [
      .init("migrate new", "Write V3.yaml, which extends V2.yaml."),
      .init("migrate new 2.1.0 --schemas Schemas/Library", "Begin a version of one's own choice."),
      .init("migrate new --like draft.yaml", "Make a draft the next version."),
    ],
    section: "models", arguments: [version], options: [like, CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let folder = try SchemaFolder.find(in: invocation.schemas())
    let history = try SchemaReader.history(inDirectory: folder)
    guard let newest = history.newest, let base = newest.file
    else { throw Failure.noSchemaFiles(in: folder) }
    let file = try NextVersionFile(
      after: newest, file: base, version: invocation.arguments[version])
    if let draft = invocation.arguments[like], SwiftPaths.isSource(draft) {
      throw Failure(
        unable: "no-file", "'\(draft)' is Swift source, and '--like' takes a schema file",
        notes: [
          .init(
            "what changed in the models begins a version with: migrate lint --fix \(draft.shellWord)"
          )
        ])
    }
    guard let draft = invocation.arguments[like] else {
      let template = try NextTemplate(
        file.version, after: history, file: SchemaFolder.name(of: base), path: file.path)
      return try write(
        NewFile(file.path, template.text),
        summary: "next: edit \(file.path), then run 'migrate lint'")
    }
    let next = try NextVersion(
      file.version, after: history, like: SchemaReader.read(file: draft), path: file.path)
    return try write(
      NewFile(file.path, next.text),
      summary: (next.whole.map { "'\(file.path)' describes the whole model, as \($0)\n" } ?? "")
        + "next: "
        + (NextVersion.task(in: next.text, file.path).map { "\($0), then run 'migrate lint'" }
          ?? "run 'migrate lint'"))
  }

  private static func write(_ file: NewFile, summary: String) throws -> Outcome {
    let files = EditorFiles([file], in: FilePath.folder(of: file.path)).all
    try NewFile.write(files)
    return Outcome(
      text: files.map { $0.path + "\n" }.joined(),
      members: [.init("files", .list(files) { .string($0.path) })], summary: summary)
  }
}
