internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import SQLite
internal import StoreLayout
internal import Reports
internal import SchemaExchange
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel
internal import SchemaYAML

/// `migrate import`: writes schema files for a model that exists in another form.
enum ImportCommand: RunnableCommand {
  private static let source = Argument(
    .file("SOURCE"),
    help: """
      an .xcdatamodeld or .momd, Swift source, a folder of Room's schemas, a store, or any SQLite \
      database
      """)
  private static let output = Option(
    "output", short: "o", .directory(),
    help: "the folder for the schema files; by default the model's own among the schemas")
  private static let name = Option("name", .text("NAME"), help: "the model's name")
  private static let version = Option(
    "version", .version, help: "the number of models in Swift source that no version lists")
  private static let plan = Option(
    "plan", .text("NAME"),
    help: "the migration plan in Swift source that lists the versions, where there are several")
  private static let replace = Flag(
    "replace", help: "replace existing schema files that say something else")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "import"

  static let declaration = Command(
    name: commandName, abstract: "Make schema files of a model in another form.",
    discussion: """
      Every version becomes a file that is whole by itself. Versions that have names instead of \
      numbers become 1.0.0, 2.0.0 and so on, in the natural order of their names. The name is the \
      'doc' of the version, and stands next to its number in plans and findings. From the first \
      number on that a history leaves out, files are named by their whole version. A model in \
      Swift source is called after its migration plan, or else after the folder of its schema \
      files. What a schema file cannot say is reported, item by item with --format json. The \
      source is only read; existing files stay as they are.

      With schema.json next to the schema files, which their first line names, an editor completes \
      and checks them.
      """,
    examples: [
      .init("migrate import App/Model.xcdatamodeld", "Import all versions of a Core Data model."),
      .init(
        "migrate import app/schemas/com.example.AppDatabase -o Schemas/App",
        "Import what Room exported."),
      .init("migrate import Sources -o Schemas/App", "Import the models in Swift source."),
      .init("migrate import chinook.db --dry-run", "See what would become of a database."),
    ],
    section: "models", arguments: [source],
    options: [
      output, name, version, plan, replace, CommonOptions.dryRun, CommonOptions.schemas, format,
    ],
    commonOptions: CommonOptions.allButOutput)

  static let printsResult = false

  static func run(_ invocation: Invocation) throws -> Outcome {
    let arguments = invocation.arguments
    let schemas = try invocation.schemas()
    // The folder of a single model has the model's name; the folder of several models has none.
    if arguments[source].hasSuffix(".swift") {
      try Configuration.check(sources: [arguments[source]])
    }
    let own = arguments[output].flatMap { FilePath.shortened($0) == schemas ? nil : $0 }
    let listsAll = invocation.format == .json
    let (history, remarks) = try folding(!listsAll, of: arguments[source]) {
      try Self.history(
        SwiftImport(
          path: arguments[source], name: arguments[name], otherwise: own.flatMap(ModelName.meant),
          version: arguments[version], plan: arguments[plan], command: command(arguments)))
    }
    let folder = arguments[output] ?? "\(schemas)/\(history.name)"
    if let output = arguments[output] { try checkIsOfOneModel(output) }
    if let newest = newest(in: folder), describes(newest, history),
      newest.schema.version > history.versions[0].schema.version
    {
      return nothingToDo(history, newest, remarks, arguments)
    }
    var problems = remarks
    if let (other, newest) = otherModel(history, below: schemas, besides: folder, arguments) {
      let isBelow = FilePath.folder(of: FilePath.shortened(folder)) == FilePath.shortened(schemas)
      if arguments[output] != nil, isBelow, !arguments[CommonOptions.dryRun] {
        problems.append(other.asNote(ofImport: FilePath.shortened(folder)))
      } else if arguments[output] == nil, arguments[name] == nil {
        if describes(newest, history) { return nothingToDo(history, newest, remarks, arguments) }
        throw Failure(.unable, [other])
      }
    }
    let isElsewhere =
      arguments[CommonOptions.schemas] == nil && !FileSystem.exists(schemas)
      && !FilePath.shortened(folder).hasPrefix(FilePath.shortened(schemas) + "/")
    let names = VersionFileNames.all(of: history.versions.map(\.schema.version))
    let files = EditorFiles(
      zip(names, history.versions).map { name, document in
        NewFile("\(folder)/\(name)", SchemaWriter.yaml(of: document))
      }, in: folder)
    let kept = try locked(history, files.schemaFiles, in: folder, arguments)
    if !arguments[CommonOptions.dryRun] {
      try NewFile.write(
        files.all.filter { !kept.contains($0.path) }, isReplacing: arguments[replace],
        advice: nextVersion(of: folder, arguments))
    }
    let configuration = try invocation.configuration()
    let isSource =
      configuration.sources == nil && !SwiftPaths([arguments[source]]).source.isEmpty
    return ImportReport(
      history: history, problems: problems, files: files, isDryRun: arguments[CommonOptions.dryRun],
      folder: folder, config: arguments[CommonOptions.config],
      advice: configuration.adviceToName(
        schemas: isElsewhere ? folder : nil, sources: isSource ? arguments[source] : nil),
      isLockedFirst: isSound(history, configuration), listsAll: listsAll
    ).outcome
  }

  /// Whether there is a single version, in which lint finds no error.
  private static func isSound(_ history: ImportedHistory, _ configuration: Configuration) -> Bool {
    guard history.versions.count == 1 else { return false }
    let report = Linter.report(
      on: [SchemaHistory(history.versions)], settings: configuration.rules)
    return !report.findings.contains { $0.diagnostic.severity == .error }
  }

  /// The newest version in a folder, if it has schema files.
  private static func newest(in folder: String) -> SchemaDocument? {
    SchemaReader.inspect(directory: folder).documents.last
  }

  /// Whether a version describes all that would be imported.
  private static func describes(_ newest: SchemaDocument, _ history: ImportedHistory) -> Bool {
    history.versions.count == 1 && newest.hasSameModel(as: history.versions[0])
  }

  /// The outcome where a schema file describes what would be imported.
  private static func nothingToDo(
    _ history: ImportedHistory, _ newest: SchemaDocument, _ remarks: [Diagnostic],
    _ arguments: ParsedArguments
  ) -> Outcome {
    let file = newest.file ?? newest.schema.name
    return Outcome(
      findings: remarks,
      text: "'\(file)' already describes '\(arguments[source])': nothing to do\n",
      members: [
        .init("schema", .string(history.name)),
        .init("dryRun", .bool(arguments[CommonOptions.dryRun])), .init("versions", .array([])),
        .init("jsonSchema", .null),
      ])
  }

  /// A diagnostic if another folder has schema files of this model, which would then be described twice, with
  /// the newest version there.
  private static func otherModel(
    _ history: ImportedHistory, below schemas: String, besides own: String,
    _ arguments: ParsedArguments
  ) -> (Diagnostic, newest: SchemaDocument)? {
    // If no schema files can be read, there is no other description, or another command reports the problem.
    let folders = (try? SchemaReader.systems(inDirectory: schemas)) ?? []
    let names = Set(history.versions.last?.schema.entities.map(\.name) ?? [])
    for folder in folders where folder != FilePath.shortened(own) {
      guard let newest = newest(in: folder) else { continue }
      let shared = newest.schema.entities.map(\.name).filter(names.contains).sorted()
      guard !shared.isEmpty else { continue }
      let anew =
        isLocked(folder)
        ? "" : "to describe the same model anew, add '-o \(folder.shellWord) --replace'; "
      let problem = Diagnostic(
        code: "model-exists",
        "'\(folder)' already describes \(shared.quotedExcerpt)",
        notes: [
          .init(nextVersion(of: folder, arguments)),
          .init(anew + "to describe another model, add '-o FOLDER'"),
        ])
      return (problem, newest)
    }
    return nil
  }

  /// Throws an error if a folder contains the folders of models, because the versions must not be mixed.
  private static func checkIsOfOneModel(_ folder: String) throws {
    let path = FilePath.shortened(folder)
    if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      throw Failure(
        unable: "no-folder",
        "'-o' names the folder of the schema files, and '\(path)' is called as one of them",
        notes: [.init("write the folder: -o \(FilePath.folder(of: path).shellWord)")])
    }
    // If no schema files can be read, another command reports it.
    guard let other = (try? SchemaReader.systems(inDirectory: path))?.first(where: { $0 != path })
    else { return }
    throw Failure(
      unable: "model-exists", "'\(folder)' is the folder of several models, such as '\(other)'",
      notes: [
        .init("name the folder of one of them, or a new one: -o \(FilePath.join(path, "NAME"))")
      ])
  }

  /// The files of locked versions, which stay as they are.
  ///
  /// - Throws: an error if the model of a locked version would change.
  private static func locked(
    _ history: ImportedHistory, _ files: [NewFile], in folder: String, _ arguments: ParsedArguments
  ) throws -> Set<String> {
    guard let lock = try LockFile.read(inFolder: folder, of: nil) else { return [] }
    let path = FilePath.shortened(folder).shellWord
    let problems = zip(history.versions, files).compactMap { document, file -> Diagnostic? in
      let version = document.schema.version
      guard let released = lock[version],
        released.definitionDigest != document.schema.definitionDigest
      else { return nil }
      return Diagnostic(
        code: ReleasedVersionEdited.id.name,
        "'\(file.path)' is version \(version), which is locked, and the import says something else",
        notes: [
          .init(nextVersion(of: folder, arguments)),
          .init(
            "where \(version) never left the team, correct the file, then: "
              + "migrate lock --repin \(version) --schemas \(path)"),
        ])
    }
    guard problems.isEmpty else { throw Failure(.refused, problems) }
    return Set(
      zip(history.versions, files).compactMap { document, file in
        lock[document.schema.version] != nil && FileSystem.exists(file.path) ? file.path : nil
      })
  }

  /// Whether a version in a folder is locked; only then the next version is a further file.
  private static func isLocked(_ folder: String) -> Bool {
    FileSystem.exists(LockFile.path(inFolder: folder))
  }

  /// Advice on how to write the next version of a model with schema files.
  private static func nextVersion(of folder: String, _ arguments: ParsedArguments) -> String {
    // A version that does not describe the source is locked only by its number.
    let versions = SchemaReader.inspect(directory: folder).documents.map { "\($0.schema.version)" }
    let lock =
      isLocked(folder)
      ? "" : "migrate lock \(versions.joined(separator: " ")) --schemas \(folder.shellWord), then "
    let (folder, path) = (FilePath.shortened(folder).shellWord, arguments[source].shellWord)
    return SwiftPaths.isSource(arguments[source])
      ? "where the models have changed since a release, this writes the next version: "
        + "\(lock)migrate lint --fix \(folder) \(path)"
      : "where the model has changed, import it elsewhere, and begin the next version with it: "
        + "migrate new --schemas \(folder) --like FILE"
  }

  /// The command with all options that affect what it writes, except the plan.
  private static func command(_ arguments: ParsedArguments) -> String {
    let options = [
      ("-o", arguments[output]), ("--name", arguments[name]),
      ("--version", arguments[version]?.description),
      ("--schemas", arguments[CommonOptions.schemas]),
      ("--config", arguments[CommonOptions.config]),
    ]
    return
      (["migrate import \(arguments[source].shellWord)"]
      + options.compactMap { option, value in value.map { "\(option) \($0.shellWord)" } }
      + (arguments[replace] ? ["--replace"] : [])
      + (arguments[CommonOptions.dryRun] ? ["--dry-run"] : []))
      .joined(separator: " ")
  }

  /// Runs a closure; if it fails and `folds` is true, many warnings of one kind are folded.
  private static func folding<Value>(
    _ folds: Bool, of source: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch  where folds {
      var failure = Failure(error)
      failure.diagnostics = failure.diagnostics.folded
      if !FileSystem.exists(source) { failure.diagnostics[0].notes += UndescribedModels().notes }
      throw failure
    }
  }

  /// The versions at a path, and further diagnostics besides their remarks.
  private static func history(
    _ wish: SwiftImport
  ) throws -> (ImportedHistory, [Diagnostic]) {
    guard !SwiftPaths.isSource(wish.path) else { return try wish.history() }
    let own = try ownModel(at: wish.path)
    let history = try own ?? ModelSource.history(of: wish.path)
    return (history.named(wish.name), history.warnings)
  }

  /// The model in a store of our own; nil for anything else.
  private static func ownModel(at path: String) throws -> ImportedHistory? {
    // A file that cannot be opened is not one of our stores, and is reported together with the known formats.
    guard FileStatus(path: path)?.kind == .file,
      let connection = try? StoreFile.open(path: path, for: .reading),
      try connection.hasStoreCatalog()
    else { return nil }
    let document = try StoreGlimpse(of: path).embeddedModel()
    return ImportedHistory(
      name: document.schema.name, versions: [document], labels: [""],
      current: document.schema.version)
  }
}

extension Diagnostic {
  /// The problem as a note, for an import that has its own folder.
  fileprivate func asNote(ofImport folder: String) -> Diagnostic {
    var problem = self
    problem.severity = .note
    problem.message += ", so that there are two models now"
    problem.notes =
      [.init("if it is one model, take this one away: rm -r \(folder.shellWord)")] + notes.prefix(1)
    return problem
  }
}

extension ImportedHistory {
  /// The versions, renamed to a model name if one is given.
  fileprivate func named(_ name: String?) -> ImportedHistory {
    guard let name else { return self }
    var history = self
    history.name = name
    for position in history.versions.indices { history.versions[position].schema.name = name }
    return history
  }
}
