internal import ArgumentParsing
internal import Diagnostics
internal import JSON
internal import ProjectCheck
internal import Reports
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel
internal import SchemaYAML

/// `migrate lock`: pins released versions, so that later changes to them are found.
enum LockCommand: RunnableCommand {
  private static let versions = Argument(
    rest: .version, help: "the versions that are released; by default all that are not locked yet")
  private static let check = Flag(
    "check", help: "write nothing, and report whether all is as it was released")
  private static let repin = Option(
    repeating: "repin", .version,
    help: "lock a version as it is now, although it was locked otherwise")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "lock"

  static let declaration = Command(
    name: commandName, abstract: "Pin the versions that are released.",
    discussion: """
      Writes schema.lock next to the schema files: of each released version its digests, its \
      version hashes and its parts. From then on, 'migrate lint' and 'migrate check' report \
      whatever is edited in it. A version that was locked otherwise is refused, with exit status \
      3, and nothing is written. A version with a question, a comment '# decide', is not locked, with \
      exit status 1. Neither is a version with errors unless it is named, nor the newest version where it \
      changes nothing. Errors in a version that is locked are notes from then on, and reported once. So is \
      a model that the 'sources' of migrate.yml have otherwise than the newest version.

      Commit the file. Each of its lines stands for itself, so that git merges branches which \
      released different versions; a line in .gitattributes asks for that.
      """,
    examples: [
      .init("migrate lock", "Lock all versions that are not locked yet."),
      .init("migrate lock 2.0.0 --schemas Schemas/Library", "Lock one version."),
      .init("migrate lock --check", "See whether a released version was edited."),
      .init("migrate lock --repin 2.0.0", "Lock a version anew that never left the team."),
    ],
    section: "models", arguments: [versions],
    options: [check, repin, CommonOptions.schemas, format], commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let models = try models(invocation)
    if invocation.arguments[check] { return try checked(models, invocation) }
    let repinned = Set(invocation.arguments[repin])
    let edits = models.flatMap { $0.edits(except: repinned) }.map(\.problem)
    guard edits.isEmpty else { throw Failure(.refused, edits.sorted().offering(repinned, models)) }
    let changes = try models.map {
      try LockChange($0, adding: invocation.arguments[versions], repinning: repinned)
    }
    let questions = changes.flatMap(\.openQuestions) + changes.compactMap(\.emptyVersion)
    guard questions.isEmpty else { throw Failure(.findings, questions.sorted()) }
    let configuration = try invocation.configuration()
    let errors = changes.compactMap { $0.errors(by: configuration) }
    guard !errors.contains(where: { $0.severity == .error }) else {
      throw Failure(.findings, errors.filter { $0.severity == .error }.sorted())
    }
    for change in changes { try change.write() }
    let differences = differences(
      from: changes.compactMap(\.newest), configuration, try invocation.schemas())
    return Outcome(
      findings: (errors + differences).sorted(),
      text: changes.map { $0.sentence + "\n" }.joined(),
      members: [.init("models", .list(changes, \.value))], summary: summary(changes))
  }

  private static func summary(_ changes: [LockChange]) -> String {
    let files = changes.flatMap(\.files).map(\.path)
    return files.isEmpty ? "" : "next: commit \(files.joined(separator: ", "))"
  }

  /// A warning if no version describes the models in Swift source, as a check will report from now on.
  private static func differences(
    from locked: [Version], _ configuration: Configuration, _ schemas: String
  ) -> [Diagnostic] {
    guard !locked.isEmpty else { return [] }
    do {
      let lint = try SwiftLint.lint(
        configuration.knownSources(), configuration: configuration, schemas: [schemas],
        locks: schemas, usesCache: true)
      return lint.found.findings.map(\.diagnostic).sorted().first {
        $0.code == UnversionedModelChange.id.name && $0.severity == .error
          && $0.location?.file.hasSuffix(".swift") == true
      }.map { [unlikeSource($0, locked)] } ?? []
    } catch {
      // The lock is kept: 'migrate check' fails if the source cannot be read.
      return Failure(error).diagnostics.map { problem in
        var problem = problem
        problem.severity = .warning
        return problem
      }
    }
  }

  private static func unlikeSource(_ finding: Diagnostic, _ locked: [Version]) -> Diagnostic {
    let repins = Set(locked).sorted().map { "--repin \($0)" }.joined(separator: " ")
    return Diagnostic(
      code: "unlike-source", severity: .warning,
      "what is locked does not describe the models in Swift source", at: finding.location,
      notes: [
        .init(finding.message),
        .init("where the schema file is wrong, correct it, then: migrate lock \(repins)"),
        .init("where the source is wrong, correct the source"),
      ])
  }

  /// The models in the folder; only one if versions are named.
  private static func models(_ invocation: Invocation) throws -> [LockedModel] {
    let schemas = try invocation.schemas()
    let named = invocation.arguments[versions] + invocation.arguments[repin]
    let folders =
      try named.isEmpty
      ? SchemaReader.systems(inDirectory: schemas) : [SchemaFolder.find(in: schemas)]
    let deleted = PastLocks(deletedFrom: folders)
    var problems: [Diagnostic] = []
    var models: [LockedModel] = []
    for folder in folders {
      do throws(DiagnosticsError) {
        let model = try LockedModel(inFolder: folder)
        models.append(model)
        problems += model.lockProblems + deleted.problems(of: model)
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    return models
  }
}

// MARK: - Status only

extension LockCommand {
  private static func checked(_ models: [LockedModel], _ invocation: Invocation) throws -> Outcome {
    guard invocation.arguments[versions].isEmpty, invocation.arguments[repin].isEmpty else {
      let message = "'--check' writes nothing, and takes neither versions nor '--repin'"
      throw Failure(.usage, [.init(code: "conflicting-options", message)])
    }
    let edits = models.flatMap { $0.edits() }.map(\.problem).sorted()
    let unlocked = models.filter { $0.lock == nil }.map(\.missingLock)
    return Outcome(
      status: !edits.isEmpty ? .refused : unlocked.isEmpty ? .done : .findings,
      findings: (edits + unlocked).sorted(),
      text: models.filter { $0.lock != nil }.map { $0.sentence + "\n" }.joined(),
      members: [.init("models", .list(models, \.value))])
  }
}

extension LockedModel {
  /// The status of the model: `Library: 2 versions locked, 3.0.0 not yet`.
  fileprivate var sentence: String {
    let comparison = comparison
    let locked = Quantity.count(lock?.entries.count ?? 0, "version")
    let changed = comparison.edits.map { words($0.released.version) }
    let open = comparison.unreleased.map(\.schema.version.words)
    return "\(name): \(locked) locked"
      + (changed.isEmpty ? "" : ", \(changed.joined(separator: ", ")) edited since")
      + (open.isEmpty ? "" : ", \(open.joined(separator: ", ")) not yet")
  }

  fileprivate var missingLock: Diagnostic {
    Diagnostic(
      code: "missing-lock", "nothing is locked of '\(name)': there is no '\(lockPath)'",
      notes: [.init("'migrate lock' pins what is released")])
  }

  fileprivate var value: JSONValue {
    let comparison = comparison
    return [
      "schema": .string(name), "lock": .string(lockPath),
      "locked": .list(lock?.released ?? []) { .string("\($0.version)") },
      "edited": .list(comparison.edits) { .string("\($0.released.version)") },
      "missing": .list(comparison.missing) { .string("\($0)") },
      "unlocked": .list(comparison.unreleased) { .string("\($0.schema.version)") },
    ]
  }
}

extension [Diagnostic] {
  /// The problems, with the command that pins anew the versions that inherit a repinned one's edit.
  fileprivate func offering(_ repinned: Set<Version>, _ models: [LockedModel]) -> [Diagnostic] {
    guard !repinned.isEmpty, var first else { return self }
    let edited = models.flatMap { $0.comparison.edits.map(\.released.version) }
    let options = repinned.union(edited).sorted().map { "--repin \($0)" }.joined(separator: " ")
    first.notes.append(
      .init("where it only extends the version that is pinned anew: migrate lock \(options)"))
    return [first] + dropFirst()
  }
}
