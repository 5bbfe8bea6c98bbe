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
      exit status 1. Unless it is named, neither is a version with errors, nor the newest version where it \
      changes nothing, or where the 'sources' of migrate.yml have another model. Errors in a version that is \
      locked are notes from then on, and reported once.

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
    let isNamed = !invocation.arguments[versions].isEmpty || !repinned.isEmpty
    var findings = errors
    if !isNamed { findings += try differences(of: changes, isNamed, configuration, invocation) }
    guard !findings.contains(where: { $0.severity == .error }) else {
      throw Failure(.findings, findings.filter { $0.severity == .error }.sorted())
    }
    for change in changes { try change.write() }
    // A version that is pinned anew is compared as it is pinned now.
    if isNamed { findings += try differences(of: changes, isNamed, configuration, invocation) }
    return Outcome(
      findings: findings.sorted(),
      text: changes.map { $0.sentence + "\n" }.joined(),
      members: [.init("models", .list(changes, \.value))], summary: summary(changes))
  }

  private static func summary(_ changes: [LockChange]) -> String {
    let files = changes.flatMap(\.files).map(\.path)
    return files.isEmpty ? "" : "next: commit \(files.joined(separator: ", "))"
  }

  /// A problem if no version describes the models in Swift source or in Xcode, as a check will report once they are locked:
  /// an error, or a warning if the user named the versions.
  private static func differences(
    of changes: [LockChange], _ isNamed: Bool, _ configuration: Configuration,
    _ invocation: Invocation
  ) throws -> [Diagnostic] {
    let locked = changes.filter { $0.newest != nil }
    guard !locked.isEmpty else { return [] }
    let schemas = try invocation.schemas()
    do {
      let lint = try SwiftLint.lint(
        configuration.knownSources(), configuration: configuration, schemas: [schemas],
        locks: schemas, releasing: locked.compactMap(\.release), usesCache: true)
      return lint.found.findings.map(\.diagnostic).sorted().first {
        let isOfModel = $0.location.map { lint.found.files.contains($0.file) } ?? false
        return isOfModel && $0.severity == .error
          && ($0.code == UnversionedModelChange.id.name
            || isNamed && $0.code == ReleasedVersionEdited.id.name && !$0.isInSwift)
      }.map { [unlikeSource($0, locked, isNamed)] } ?? []
    } catch {
      // The version is locked: 'migrate check' fails if the source cannot be read.
      return Failure(error).diagnostics.map { problem in
        var problem = problem
        problem.severity = .warning
        return problem
      }
    }
  }

  private static func unlikeSource(
    _ finding: Diagnostic, _ locked: [LockChange], _ isNamed: Bool
  ) -> Diagnostic {
    let repins = Set(locked.compactMap(\.newest)).sorted().map { "--repin \($0)" }
      .joined(separator: " ")
    let models = finding.isInSwift ? "the models in Swift source" : "the model in Xcode"
    let source = finding.isInSwift ? "source" : "model"
    return Diagnostic(
      code: "unlike-source", severity: isNamed ? .warning : .error,
      isNamed
        ? "what is locked does not describe \(models)"
        : "what is to be locked does not describe \(models): it must be named",
      at: finding.location,
      notes: [
        .init(finding.message),
        .init(
          "where the schema file is wrong, correct it"
            + (isNamed ? ", then: migrate lock \(repins)" : "")),
        .init("where the \(source) is wrong, correct the \(source)"),
      ]
        + (isNamed
          ? [] : locked.map { .init("where users have it as it is, name it: \($0.command)") }))
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

extension Diagnostic {
  /// Whether the problem is in a Swift file.
  fileprivate var isInSwift: Bool { location?.file.hasSuffix(".swift") ?? false }
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
