internal import Diagnostics
internal import Reports
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// Applies a baseline to the findings of all parts but lint, which applies the baseline itself.
///
/// An entry covers all findings of a part with the same rule, file and subject. A finding without a file
/// belongs to the folder of its model.
struct PartsBaseline {
  private let entries: [Baseline.Entry]
  private let realPath: (String) -> String
  /// The findings that lint reports too, and that the baseline leaves out there.
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
    part.excepted = excepted.sorted().map { problem in
      var problem = problem
      problem.notes.append(.init(Baseline.reason))
      return problem
    }
    for position in part.cases.indices {
      part.cases[position].diagnostics.removeAll(where: excepted.contains)
    }
    return part
  }

  /// The entries of checked parts and checked files that match no finding.
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
  /// The baseline entries that cover every finding of the parts other than lint.
  static func entries(of model: Model, _ locked: LockedModel) -> [Baseline.Entry] {
    let entries = model.parts.filter { $0.part != .lint }.flatMap { part in
      part.findings.filter { !part.unreadable.contains($0) }.map { $0.entry(of: part.part, locked) }
    }
    return Array(Set(entries))
  }
}

extension Diagnostic {
  /// The baseline entry that covers the finding.
  fileprivate func entry(of part: CheckPart, _ model: LockedModel) -> Baseline.Entry {
    // The number of rows and the target version differ between runs.
    let subject = part == .fixtures ? names.joined(separator: ", ") : message
    return Baseline.Entry(
      part: part.rawValue, rule: RuleID(code), file: location?.file ?? model.folder,
      subject: String(subject.map { $0.isNewline ? " " : $0 }))
  }

  /// The names in the message; the whole message if it has none.
  var names: [String] {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    let names = parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    return names.isEmpty ? [message] : names
  }

  /// The diagnostic with only its code, message and place.
  fileprivate var withoutWeight: Diagnostic { Diagnostic(code: code, message, at: location) }
}
