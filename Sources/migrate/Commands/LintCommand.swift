internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaFixes
internal import SchemaLint
internal import SchemaModel
internal import StoreLint
internal import StoreMigration
internal import StoreTesting

/// `migrate lint`: finds mistakes in schema files, in migrations and in Swift source that would lose data
/// later.
enum LintCommand: RunnableCommand {
  private static let paths = Argument(
    rest: .file("PATH"),
    help:
      "schema files, Swift files, Core Data models, folders of them, or SQL scripts; by default the folder of --schemas"
  )
  private static let fix = Flag(
    "fix", help: "make the edits that do not change a model's meaning")
  private static let unsafeFixes = Flag(
    "unsafe-fixes", help: "let --fix also change what a model means: review it")
  private static let store = Option(
    repeating: "store", .file("STORE"),
    help:
      "let the data of a store or a backup decide how much findings weigh; may be given several times"
  )
  private static let watch = Flag(
    "watch", help: "stay, and lint again after a change; Ctrl-C ends it")
  private static let format = CommonOptions.format(CommonOptions.findingsFormats)

  static let commandName = "lint"

  static let declaration = Command(
    name: commandName,
    abstract: "Find mistakes in schema files and Swift source.",
    discussion: """
      Looks at each version of a model, each step between versions, and the whole chain. A folder \
      with Swift files or Core Data models is read as source, and a file whose name ends in .sql as a migration that \
      somebody wrote by hand. 'migrate explain RULE' describes a rule; 'migrate check' also tries \
      the migrations out.

      Ends with exit status 1 where a finding is an error, with 3 where that is an edited released \
      version, and with 2 where a file is no schema or its model is unsound. A warning ends it with \
      1 only with --strict. A finding in or \
      between versions that schema.lock pins is a note, as released versions cannot be corrected. \
      Swift and Core Data models that differ from a locked version and every later one are an error.

      'rules:' in migrate.yml sets the level of each rule, and 'ignore:' excepts files and \
      folders: see Documentation/configuration.md. A comment excepts a line, in a schema file '# \
      migrate:ignore RULE -- reason', in SQL the same after '--'. --select and --ignore choose \
      rules for one run.

      With --store, a finding about data counts the objects that it affects, and is a note where \
      it affects none; only stores that the step would migrate count. With --since, only findings \
      that a revision of the git repository does not have count.

      With --fix, schema files are edited, and keep their comments, order and quotes; where Swift \
      models have changed, the schema file of the next version is begun, or amended until it is \
      locked. Swift code is not edited. --dry-run shows the edits.

      With --watch, it lints again half a second after a schema file, a Swift file, a lock or \
      migrate.yml has changed, and clears the terminal before. It ends with exit status 130.
      """,
    related: "'migrate check' also tries the migrations out, and checks the locks.",
    examples: [
      .init("migrate lint", "Check all schema files of the project."),
      .init("migrate lint Schemas/Library", "Check all versions of one model, and the steps."),
      .init("migrate lint Schemas/Library/V2.yaml", "Check one version, with what it extends."),
      .init("migrate lint Sources Schemas", "Check Swift source and schema files in one run."),
      .init("migrate lint migrations/*.sql", "Check migrations that were written by hand."),
      .init("migrate lint --fix --dry-run", "Show the edits that can be made automatically."),
      .init(
        "migrate lint --watch", "See the findings of each edit in a terminal next to the editor."),
      .init("migrate lint --store library.store", "See what the changes mean for real data."),
      .init("migrate lint --since origin/main", "See what a branch adds."),
      .init("migrate lint --write-baseline", "Accept the present findings, and count new ones."),
      .init("migrate lint --select missing-inverse,drop-attribute", "Ask two rules only."),
      .init("migrate lint --statistics", "See how many findings each rule has."),
    ],
    section: "models", arguments: [paths],
    options: [
      fix, unsafeFixes, watch, CommonOptions.dryRun, CommonOptions.schemas, store,
      CommonOptions.since,
      CommonOptions.baseline, CommonOptions.writeBaseline, CommonOptions.select,
      CommonOptions.ignore, CommonOptions.strict, CommonOptions.noCache, CommonOptions.statistics,
      format,
      CommonOptions.report,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let arguments = invocation.arguments
    guard arguments[fix] || !arguments[unsafeFixes] else { throw Failure.unsafeWithoutFix }
    let configuration = try invocation.configurationOfLint()
    let isCounted = try invocation.wantsStatistics(besides: [fix, CommonOptions.writeBaseline])
    let named = arguments[paths]
    try Configuration.check(sources: named.filter { $0.hasSuffix(".swift") })
    let kinds = SwiftPaths(named.isEmpty ? try usualPaths(invocation, configuration) : named)
    let known = arguments[CommonOptions.baseline] ?? configuration.baseline
    let past = try arguments[CommonOptions.since].map {
      let first = kinds.others.first ?? kinds.source.first ?? "."
      return try PastFiles(at: $0, beside: first, source: kinds.source)
    }
    let hasSchemas = FileSystem.exists(try invocation.schemas())
    let model = hasSchemas ? nil : try past.flatMap(PastModel.init)
    func lookAtSource() throws -> SwiftLint {
      try SwiftLint.lint(
        kinds.source, configuration: configuration, schemas: kinds.others,
        locks: invocation.schemas(), since: model?.words ?? [],
        usesCache: !arguments[CommonOptions.noCache])
    }
    var run = LintRun(
      paths: kinds.others, configuration: configuration, source: try lookAtSource())
    run.isOfProject = named.isEmpty
    run.isStrict = arguments[CommonOptions.strict]
    run.stores = try arguments[store].map { try opened($0, invocation) }
    if arguments[CommonOptions.writeBaseline] {
      try invocation.checkAllRulesAreAsked()
      return try write(run.state(), to: known ?? BaselineFile.usualName, configuration)
    }
    run.baseline = try known.map { try BaselineFile(path: $0).content() }
    run.base = hasSchemas ? nil : model.map { "'\($0.revision)'" } ?? "no released version"
    run.past = try past.map {
      try PastFindings(
        in: $0, schemas: kinds.others, source: kinds.source, locks: invocation.schemas(),
        configuration: configuration, baseline: run.baseline)
    }
    if arguments[fix] {
      let allowed: Set<TextFix.Safety> = arguments[unsafeFixes] ? [.safe, .unsafe] : [.safe]
      return try correct(run, allowed, invocation, lookAtSource)
    }
    let outcome = outcome(of: run, run.state())
    return isCounted ? outcome.statistics : outcome
  }

  /// The files that a run reads, for `--watch`.
  ///
  /// The folders of schema files may also receive results, so only files that are read count.
  static func watched(_ invocation: Invocation) throws -> WatchedFiles? {
    let arguments = invocation.arguments
    guard arguments[watch] else { return nil }
    guard !arguments[fix], !arguments[CommonOptions.writeBaseline] else {
      throw Failure.watchWithEdits
    }
    let configuration = try invocation.configurationOfLint()
    let named = arguments[paths]
    let kinds = SwiftPaths(named.isEmpty ? try usualPaths(invocation, configuration) : named)
    var files = WatchedFiles()
    files.add(kinds.source, endingIn: [".swift", "contents"])
    files.add(
      kinds.others + (kinds.source.isEmpty ? [] : [try invocation.schemas()]),
      endingIn: [".yaml", ".yml", ".lock", ".sql"])
    let baseline = arguments[CommonOptions.baseline] ?? configuration.baseline
    files.add([configuration.file, baseline].compactMap(\.self) + arguments[store])
    return files
  }

  /// The schema files and the source of the project; only the source if there are no schema files yet.
  private static func usualPaths(
    _ invocation: Invocation, _ configuration: Configuration
  ) throws -> [String] {
    let (schemas, sources) = (try invocation.schemas(), try configuration.knownSources())
    let isUsual = schemas == configuration.usualSchemas && !FileSystem.exists(schemas)
    return isUsual && !sources.isEmpty ? sources : [schemas] + sources
  }

  /// The result of a run.
  static func outcome(of run: LintRun, _ state: LintState) -> Outcome {
    let findings =
      state.diagnostics { run.texts[$0] } + strangers(among: run.stores, state.histories)
      + (run.isOfProject ? run.configuration.problems(of: run.source) : [])
    // Problems of a lock are reported by other commands; here they only affect a hint.
    let released = (try? ReleasedFiles.files(of: state.histories)) ?? []
    let open = findings.filter { !released.contains($0.location?.file ?? "") }
    let files = state.histories.flatMap(\.versions)
    let source = run.source.found.files + run.scripts.found.files
    let isJudged = state.unread.allSatisfy { problem in
      problem.severity != .error || RuleRegistry.rule(RuleID(problem.code)) != nil
    }
    let table = RuleTable(of: findings)
    return Outcome(
      status: ExitStatus(of: findings, areAllJudged: isJudged, isStrict: run.isStrict),
      findings: findings,
      subjects: (files.compactMap(\.file) + source).sorted(),
      members: [
        .init("files", JSONValue(files.count + source.count)),
        .init("excepted", JSONValue(state.report.excepted.count)),
        .init("older", JSONValue(state.report.older.count)), table.member,
      ],
      summary: table.text
        + ([summary(of: run, state, findings)]
        + fixes(in: open, begun: begun(in: run, state))).joined(separator: "\n"))
  }

  /// Warnings about stores that affect no finding, because their version was not read.
  private static func strangers(
    among stores: [any StoreFacts], _ histories: [SchemaHistory]
  ) -> [Diagnostic] {
    let versions = histories.flatMap(\.versions).map(\.schema)
    return stores.filter { store in
      !versions.contains { $0.name == store.schema && $0.version == store.version }
    }.map { store in
      Diagnostic(
        code: "unknown-version", severity: .warning,
        "'\(store.name)' is of no version that was read, so it weighs no finding",
        notes: [.init("see its version: migrate status \(store.name.shellWord)")])
    }
  }

  private static func summary(
    of run: LintRun, _ state: LintState, _ findings: [Diagnostic]
  ) -> String {
    let (schemas, scripts) = (
      state.histories.flatMap(\.versions).count, run.scripts.found.files.count
    )
    let source = run.source.found.files.count { $0.hasSuffix(".swift") }
    let models = run.source.found.files.count - source
    let (excepted, older) = (state.report.excepted.count, state.report.older.count)
    let files = [
      schemas > 0 || source + models + scripts == 0 ? Quantity.count(schemas, "schema file") : nil,
      source > 0 ? Quantity.count(source, "Swift file") : nil,
      models > 0 ? Quantity.count(models, "Core Data version") : nil,
      scripts > 0 ? Quantity.count(scripts, "SQL script") : nil,
    ].compactMap(\.self)
    let left =
      (excepted == 0 ? "" : ", \(excepted) excepted") + (older == 0 ? "" : ", \(older) older")
    let tally = tally(of: findings)
    let remark = schemas == 0 ? remark(on: run, isFlawless: tally == nil) : ""
    return "\(tally ?? "no findings")\(left), \(files.joined(separator: " and ")) checked\(remark)"
  }

  /// A remark that the Swift files have no models, or that these are compared with none, and the next command.
  private static func remark(on run: LintRun, isFlawless: Bool) -> String {
    let files = run.source.found.files
    guard !files.isEmpty, files.allSatisfy({ $0.hasSuffix(".swift") }) else { return "" }
    let named = Set(files.map { FileSystem.resolved($0) })
    func folders(that areNamed: Bool) -> [String] {
      UndescribedModels.swiftSources(in: ".").filter { path in
        areNamed == named.contains { $0.hasPrefix(FileSystem.resolved(path)) }
      }.map(\.shellWord)
    }
    guard run.source.found.properties.isEmpty else {
      // A model with findings is not the one to record.
      let paths = run.base == nil || !isFlawless ? [] : folders(that: true)
      return (run.base.map { ", compared with \($0)" } ?? "")
        + (paths.count == 1 ? "\nnext: migrate import \(paths[0])" : "")
    }
    let paths = isFlawless ? folders(that: false) : []
    let command = paths.isEmpty ? "" : "\nnext: migrate lint \(paths.joined(separator: " "))"
    return isFlawless ? ", and none declares a model of SwiftData\(command)" : ""
  }

  /// Opens a store, or restores a backup and opens the result.
  private static func opened(
    _ path: String, _ invocation: Invocation
  ) throws -> any StoreFacts {
    // Any other file is opened as a store, which reports its problems.
    guard let backup = try? StoreFixture(path), backup.kind == .backup else {
      if let copy = try PlatformCopy(of: path, invocation, Work(invocation)) {
        return try LintStore(
          at: copy.path, of: copy.schema, name: path, isPartial: copy.isPartial,
          keeping: copy.folder)
      }
      let model = try StoreGlimpse(of: path).embeddedModel()
      return try LintStore(at: path, of: model.schema)
    }
    let folder = try ScratchFolder()
    let copy = folder.path(of: "copy.store")
    try backup.make(at: copy)
    let model = try StoreGlimpse(of: copy).embeddedModel()
    return try LintStore(at: copy, of: model.schema, name: path, keeping: folder)
  }

  /// Writes all findings to a baseline, unless there are problems besides the rules' findings.
  private static func write(
    _ state: LintState, to path: String, _ configuration: Configuration
  ) throws -> Outcome {
    guard state.unread.isEmpty, state.report.problems.isEmpty else {
      throw DiagnosticsError(state.unread + state.report.problems)
    }
    return try BaselineFile(path: path).replace(
      with: state.report.baseline.entries, of: state.report.findings.map(\.diagnostic),
      configuration, keeping: { $0.part != nil })
  }

  /// The number of schema files that `--fix` begins or amends; 0 if one of them cannot be read, which `--fix`
  /// reports.
  private static func begun(in run: LintRun, _ state: LintState) -> Int {
    let versions = try? NextVersions(after: run, state)
    return versions?.contents.count ?? 0
  }

  /// The numbers of findings that options can fix.
  private static func fixes(in findings: [Diagnostic], begun: Int) -> [String] {
    let fixes = findings.compactMap(\.fix?.safety)
    let (safe, unsafe) = (fixes.count { $0 == .safe } + begun, fixes.count { $0 == .unsafe })
    if safe + unsafe == 0 { return [] }
    let more = unsafe == 0 ? "" : "\(unsafe)\(safe == 0 ? "" : " more") with --fix --unsafe-fixes"
    let first = safe == 0 ? "" : "\(safe) with --fix" + (unsafe == 0 ? "" : ", ")
    return ["can be corrected: \(first)\(more)"]
  }
}

extension Failure {
  /// A run that edits its own input would start the next run by itself.
  fileprivate static var watchWithEdits: Failure {
    Failure(
      .usage,
      [
        .init(
          code: "conflicting-options",
          "'--watch' only looks, and '--fix' and '--write-baseline' write",
          notes: [.init("leave '--watch' out, and begin it again afterwards")])
      ])
  }

  /// Files are edited only with '--fix'.
  fileprivate static var unsafeWithoutFix: Failure {
    Failure(
      .usage,
      [
        .init(
          code: "missing-option",
          "'--unsafe-fixes' widens what '--fix' may edit, and edits nothing by itself",
          notes: [
            .init("write 'migrate lint --fix --unsafe-fixes', or add '--dry-run' to see it first")
          ])
      ])
  }
}
