import Diagnostics
import SchemaLint
import Testing

/// Expects the findings of a rule in a script: place and message of each finding, then its notes.
///
/// The script is tried again behind a comment in letters of several bytes, and with every line in
/// a comment, where nothing is to be found.
func expect(
  _ rule: some SQLRule, inScript script: String, finds expected: [String],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  #expect(
    findings(of: rule, script, firstLine: 1) == expected, sourceLocation: sourceLocation)
  #expect(
    findings(of: rule, "/* Bücher, 本, 𝕊 */ -- 'don''t\n" + script, firstLine: 2) == expected,
    "behind a comment", sourceLocation: sourceLocation)
  let comment = script.split(separator: "\n").map { "-- \($0)" }.joined(separator: "\n")
  #expect(
    findings(of: rule, comment, firstLine: 1) == [], "in a comment",
    sourceLocation: sourceLocation)
}

private func findings(of rule: some SQLRule, _ script: String, firstLine: Int) -> [String] {
  Linter.lint(script: script, file: "script.sql").filter { $0.code == rule.id.name }
    .flatMap { diagnostic in
      let place = diagnostic.location.map { "\($0.line - firstLine + 1):\($0.column)" } ?? "-"
      return ["\(place) \(diagnostic.message)"] + diagnostic.notes.map { "  + \($0.message)" }
    }
}
