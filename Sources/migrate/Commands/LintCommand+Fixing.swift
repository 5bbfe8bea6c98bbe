internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaFixes
internal import SchemaLint

extension LintCommand {
  /// Applies the fixes, and begins or amends the schema files of models that have changed in the source.
  static func correct(
    _ start: LintRun, _ allowed: Set<TextFix.Safety>, _ invocation: Invocation,
    _ lookAtSource: () throws -> SwiftLint
  ) throws -> Outcome {
    let isRehearsal = invocation.arguments[CommonOptions.dryRun]
    let versions = try NextVersions(after: start, start.state())
    var look = start
    look.refused = versions.refused
    if !isRehearsal, !versions.isEmpty {
      try start.texts.write(versions.amended)
      try NewFile.write(versions.files + versions.jsonSchemas)
      // The files may describe the models, or leave questions to decide first.
      look.source = try lookAtSource()
    }
    let run = look
    let before = run.state()
    let begun = versions.contents
    // A new version is fixed like every other file, even if it is not written.
    let unwritten = isRehearsal ? begun : [:]
    let fixes = FixRun(
      allowing: allowed,
      protecting: versions.refused.union(try ReleasedFiles.files(of: before.histories)),
      read: { unwritten[$0] ?? run.texts[$0] },
      lint: { run.state(after: unwritten.merging($0) { $1 }) })
    let corrected = fixes.texts.keys.filter { begun[$0] == nil }.sorted()
    let diff = (begun.keys.sorted() + corrected).map { file in
      UnifiedDiff.text(
        of: file,
        from: versions.before[file] ?? (begun[file] == nil ? run.texts[file] ?? "" : ""),
        to: fixes.texts[file] ?? begun[file] ?? "")
    }.joined()
    if !isRehearsal { try run.texts.write(fixes.texts) }
    if !isRehearsal, !fixes.texts.isEmpty { look.source = try lookAtSource() }
    var outcome = outcome(of: look, isRehearsal ? before : look.state(after: fixes.texts))
    if isRehearsal {
      outcome.text = invocation.format == .markdown ? "\n~~~~diff\n\(diff)~~~~\n" : diff
    }
    outcome.members += [
      .init("corrected", .list(fixes.corrected) { .string($0.finding.rule.name) }),
      .init("diff", .string(diff)),
    ]
    outcome.summary =
      versions.words(isRehearsal: isRehearsal, fixes.texts)
      + (fixes.corrected.isEmpty && !versions.isEmpty ? "" : words(fixes, isRehearsal))
      + withheld(fixes.withheld, besides: versions.refused)
      + leftInSwift(outcome.findings.filter { !versions.findings.contains($0) }, run)
      + outcome.summary
    return outcome
  }

  private static func words(_ fixes: FixRun, _ isRehearsal: Bool) -> String {
    let rules = Set(fixes.corrected.map(\.finding.rule.name)).sorted().joined(separator: ", ")
    return "\(isRehearsal ? "would correct" : "corrected") "
      + "\(Quantity.count(fixes.corrected.count, "finding")) in \(Quantity.count(fixes.texts.count, "file"))"
      + (rules.isEmpty ? "" : ": \(rules)") + "\n"
  }

  /// The line about findings that are not fixed because their files are released.
  private static func withheld(_ all: [JudgedFinding], besides refused: Set<String>) -> String {
    let findings = all.filter { !refused.contains($0.diagnostic.location?.file ?? "") }
    let files = Set(findings.compactMap(\.diagnostic.location?.file)).sorted()
    if files.isEmpty { return "" }
    return "left alone: \(Quantity.count(findings.count, "finding")) in "
      + "\(files.joined(separator: ", ")), which is released: correct it in the next version\n"
  }

  /// The line about findings that are not fixed because they are in Swift code.
  private static func leftInSwift(_ findings: [Diagnostic], _ run: LintRun) -> String {
    let files = Set(run.source.found.files)
    let count = findings.count { finding in
      finding.fix == nil && files.contains(finding.location?.file ?? "")
        && RuleRegistry.rule(RuleID(finding.code)) != nil
    }
    if count == 0 { return "" }
    return "left alone: \(Quantity.count(count, "finding")) in Swift code, which '--fix' does not "
      + "edit: the notes above say what to write instead\n"
  }
}
