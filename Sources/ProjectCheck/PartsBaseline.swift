internal import Diagnostics
internal import Reports
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// What a baseline leaves of the findings of the parts besides lint, which has an eye on its own.
///
/// An entry holds for all findings of a part that have its rule, its file and its subject. A finding without a
/// file is about the folder of its model.
struct PartsBaseline {
  private let entries: [Baseline.Entry]
  private let realPath: (String) -> String
  /// What lint has found already, and a baseline leaves out.
  private let known: Set<Diagnostic>
  private var used: Set<Int> = []

  init(_ context: LintContext, knowing known: [Diagnostic]) {
    entries = context.baseline?.entries(ofLint: false) ?? []
    realPath = context.realPath
    self.known = Set(known.map(\.withoutWeight))
  }

  /// The parts without the findings that the baseline lists.
  mutating func applied(to model: ProjectReport.Model, of locked: LockedModel)
    -> ProjectReport.Model
  {
    var model = model
    model.parts = model.parts.map { applied(to: $0, of: locked) }
    return model
  }

  private mutating func applied(
    to part: ProjectReport.Part, of model: LockedModel
  ) -> ProjectReport.Part {
    if part.part == .lint { return part }
    var part = part
    var excepted: Set<Diagnostic> = []
    for problem in part.findings where !part.unreadable.contains(problem) {
      let entry = problem.entry(of: part.part, model)
      let wanted = entry.line(ofFileAt: realPath(entry.file))
      let place = Set([realPath(entry.file)])
      let matches = entries.indices.filter {
        entries[$0].line(ofFileAt: entries[$0].place(among: place, realPath)) == wanted
      }
      used.formUnion(matches)
      if !matches.isEmpty || known.contains(problem.withoutWeight) { excepted.insert(problem) }
    }
    guard !excepted.isEmpty else { return part }
    part.summary += ", \(excepted.count) excepted"
    for position in part.cases.indices {
      part.cases[position].diagnostics.removeAll(where: excepted.contains)
    }
    return part
  }

  /// The entries of parts that were looked at, about files that were looked at, without a finding.
  func staleEntries(of parts: Set<CheckPart>, in models: [LockedModel]) -> [Baseline.Entry] {
    let looked = Set(
      models.flatMap { $0.files + MigrationCaseReader.files(beside: $0.folder) + [$0.folder] }.map(
        realPath))
    let names = Set(parts.map(\.rawValue))
    return entries.indices.filter { !used.contains($0) }.map { entries[$0] }.filter { entry in
      entry.part.map(names.contains) ?? false
        && looked.contains(entry.place(among: looked, realPath))
    }
  }
}

extension ProjectReport {
  /// The lines of a baseline that leave out every finding of the parts other than lint.
  static func entries(of model: Model, _ locked: LockedModel) -> [Baseline.Entry] {
    let entries = model.parts.filter { $0.part != .lint }.flatMap { part in
      part.findings.filter { !part.unreadable.contains($0) }.map { $0.entry(of: part.part, locked) }
    }
    return Array(Set(entries))
  }
}

extension Diagnostic {
  /// The line of a baseline that leaves the finding out.
  fileprivate func entry(of part: CheckPart, _ model: LockedModel) -> Baseline.Entry {
    // The number of rows and the target version differ from run to run.
    let subject = part == .fixtures ? names.joined(separator: ", ") : message
    return Baseline.Entry(
      part: part.rawValue, rule: RuleID(code), file: location?.file ?? model.folder,
      subject: String(subject.map { $0.isNewline ? " " : $0 }))
  }

  /// The names in the message; without any, the message.
  var names: [String] {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    let names = parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    return names.isEmpty ? [message] : names
  }

  /// The code, message and place alone, without severity and notes.
  fileprivate var withoutWeight: Diagnostic { Diagnostic(code: code, message, at: location) }
}
