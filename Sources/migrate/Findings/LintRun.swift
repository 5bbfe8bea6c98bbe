internal import Diagnostics
internal import SchemaFixes
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML
internal import StoreLint

/// A lint of schema files, either as they are or after edits.
struct LintRun {
  /// Schema files, folders of schema files, and SQL scripts.
  let paths: [String]
  /// The settings of the project.
  let configuration: Configuration
  /// The results for Swift source.
  var source: SwiftLint
  /// The results for the scripts, which no fix edits.
  let scripts: ScriptLint
  /// Stores whose data affects the severity of findings.
  var stores: [any StoreFacts] = []
  /// Findings that do not count.
  var baseline: Baseline?
  /// Earlier findings, if only newer ones count.
  var past: PastFindings?
  /// What the models in Swift source are compared with, in words; nil if it is schema files.
  var base: String?
  /// Whether the paths are those of the project, so that describing its models is offered.
  var isOfProject = false
  /// Whether a warning fails the run.
  var isStrict = false
  /// The schema files that '--fix' cannot edit.
  var refused: Set<String> = []
  /// The files on the disk.
  let texts = FileTexts()

  /// A lint of some paths; the other properties are set afterwards.
  init(paths: [String], configuration: Configuration, source: SwiftLint) {
    (self.paths, self.configuration, self.source) = (paths, configuration, source)
    scripts = ScriptLint(paths, texts: texts, settings: configuration.rules)
  }

  /// The problems of the files, with the given texts in place of some of them.
  func state(after edits: [String: String] = [:]) -> LintState {
    SchemaReader.withEdits(edits) {
      let input = LintInput(paths.filter { !ScriptLint.isScript($0) })
      var context = configuration.lintContext
      // Questions about source are in draft schema files, so comments in these files count.
      let drafts = Set(source.found.findings.compactMap(\.diagnostic.location?.file))
        .subtracting(source.found.files)
      context.texts = Dictionary(
        (input.sources + drafts.sorted()).map { ($0, edits[$0] ?? texts[$0] ?? "") }
      ) { first, _ in first }
      context.stores = stores
      context.queryPlans = EmptyStorePlans()
      context.released = input.released
      context.testRows = input.testRows
      context.baseline = baseline(after: edits)
      context.past = past
      context.source = source.found
      context.source.add(scripts.found)
      // A problem that a rule reports too is left to the rule, with the rule's severity.
      return LintState(
        histories: input.histories,
        report: Linter.report(
          on: input.histories, settings: configuration.rules, context: context),
        unread: source.problems + scripts.problems + unknownModels(in: input)
          + problems(of: input))
    }
  }
}

extension LintRun {
  /// The baseline, which some edits shorten.
  private func baseline(after edits: [String: String]) -> Baseline? {
    guard let file = baseline?.entries.first?.location?.file, let text = edits[file] else {
      return baseline
    }
    do {
      return try Baseline(text: text, file: file)
    } catch {
      // Edits remove whole lines from a valid text, so the rest is valid too.
      return baseline
    }
  }

  /// The problems of the schema files that no rule reports.
  private func problems(of input: LintInput) -> [Diagnostic] {
    let problems = input.problems.filter { RuleRegistry.rule(RuleID($0.code)) == nil }
    return isOfProject ? problems.offeringModels : problems.offeringSwift
  }

  /// Problems for models in the settings that do not exist, if all models of the project were read.
  private func unknownModels(in input: LintInput) -> [Diagnostic] {
    guard paths.contains(configuration.schemas), input.problems.isEmpty else { return [] }
    return configuration.unknownModels(
      among: input.histories.compactMap(\.newest?.schema.name).sorted())
  }

  /// The reasons of exceptions in Swift source, by the open question that each answers.
  func answers(in state: LintState) -> [String: String] {
    let inSource = state.report.excepted.filter {
      source.found.files.contains($0.diagnostic.location?.file ?? "")
    }
    return Dictionary(
      inSource.compactMap { judged in
        judged.reason.map { (OpenQuestion.text(of: judged.diagnostic), $0) }
      }
    ) { first, _ in first }
  }

  /// The models in Swift source that need a further version, unless an exception hides the finding or the
  /// file was refused.
  func unversioned(in state: LintState) -> [UnversionedSource] {
    let open = Set(state.report.findings.map(\.diagnostic))
    return source.unversioned.filter {
      !$0.findings.isDisjoint(with: open) && !refused.contains($0.newest)
    }
  }
}
