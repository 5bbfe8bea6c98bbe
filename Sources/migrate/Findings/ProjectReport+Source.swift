internal import Diagnostics
internal import ProjectCheck
internal import Reports
internal import SchemaFixes
internal import SchemaLint

extension ProjectReport {
  /// What lint finds in Swift source, which belongs to no one model.
  mutating func lint(
    _ sources: [String], beside schemas: String, _ configuration: Configuration,
    _ context: LintContext, usesCache: Bool
  ) throws {
    let found = try SwiftLint.lint(
      sources, configuration: configuration, schemas: [schemas], locks: schemas,
      usesCache: usesCache)
    var run = LintRun(paths: [], configuration: configuration, source: found)
    run.baseline = context.baseline
    run.past = context.past
    let files = Set(found.found.files)
    let own = Set(found.found.findings.map(\.diagnostic))
    // What a baseline lists of schema files is the models' affair; what a draft of theirs leaves to
    // decide about the source is not.
    let state = run.state()
    let findings = state.report.diagnostics.filter { diagnostic in
      own.contains(diagnostic)
        || (diagnostic.location.map { files.contains($0.file) } ?? true)
    }
    unreadable += found.problems
    if found.found.files.isEmpty {
      settings += sources.map { path in
        Diagnostic(
          code: "no-swift-files", severity: .warning,
          "'\(path)' has no Swift file, so that no Swift source is checked",
          at: configuration.sources == path ? configuration.sourcesPlace : nil,
          notes: [.init("name the folder with the app's models")])
      }
    }
    baseline += state.report.baseline.entries
    source = CheckedCase.cases(of: findings, in: found.found.files)
  }

  /// What was found in Swift source, in a few words.
  var sourceSummary: String? {
    source.map { cases in
      let files = Quantity.count(cases.count { $0.file != nil }, "file")
      return "\(tally(of: cases.flatMap(\.diagnostics)) ?? "no findings") in \(files)"
    }
  }
}
