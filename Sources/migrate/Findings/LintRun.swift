internal import Diagnostics
internal import SchemaFixes
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML
internal import StoreLint

/// A look at schema files for mistakes, as they are or as they would be after edits.
struct LintRun {
  /// Schema files, folders of them, and scripts in SQL.
  let paths: [String]
  /// What the project wants of a lint.
  let configuration: Configuration
  /// What Swift source next to them came to.
  var source: SwiftLint
  /// What the scripts came to, which no fix edits.
  let scripts: ScriptLint
  /// Stores whose data decides how much findings weigh.
  var stores: [any StoreFacts] = []
  /// Findings that do not count.
  var baseline: Baseline?
  /// Findings of an earlier time, where only newer ones count.
  var past: PastFindings?
  /// Whether the paths are the project's own, so that it is offered to describe its models.
  var isOfProject = false
  /// The files as they are on the disk.
  let texts = FileTexts()

  /// A look at some paths, before anything else is known.
  init(paths: [String], configuration: Configuration, source: SwiftLint) {
    (self.paths, self.configuration, self.source) = (paths, configuration, source)
    scripts = ScriptLint(paths, texts: texts, settings: configuration.rules)
  }

  /// What is wrong with the files, where some of them are taken to say these texts.
  func state(after edits: [String: String] = [:]) -> LintState {
    SchemaReader.withEdits(edits) {
      let input = LintInput(paths.filter { !ScriptLint.isScript($0) })
      var context = configuration.lintContext
      // What drafts leave to decide about source is found in schema files, whose comments count.
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
      // What a rule says as well is the rule's to report, with the weight that it has here.
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
      // Whole lines go from a text that has been read, so what is left can be read as well.
      return baseline
    }
  }

  /// What no rule says of the schema files.
  private func problems(of input: LintInput) -> [Diagnostic] {
    let problems = input.problems.filter { RuleRegistry.rule(RuleID($0.code)) == nil }
    return isOfProject ? problems.offeringModels : problems.offeringSwift
  }

  /// What the settings say of models that there are not, where all of the project's were read.
  private func unknownModels(in input: LintInput) -> [Diagnostic] {
    guard paths.contains(configuration.schemas), input.problems.isEmpty else { return [] }
    return configuration.unknownModels(
      among: input.histories.compactMap(\.newest?.schema.name).sorted())
  }

  /// The models in Swift source that need a further version, and are not excepted from saying so.
  func unversioned(in state: LintState) -> [UnversionedSource] {
    let open = Set(state.report.findings.map(\.diagnostic))
    return source.unversioned.filter { !$0.findings.isDisjoint(with: open) }
  }
}
