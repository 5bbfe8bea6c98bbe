package import Diagnostics

/// Writes diagnostics as a Markdown table, for the description of a pull request.
///
/// ```
/// | | place | finding | rule |
/// |---|---|---|---|
/// | error | V1.yaml:6:7 | 'Book.notes' has no inverse | missing-inverse |
/// ```
package struct MarkdownReport: DiagnosticReport {
  /// A report.
  package init() {}

  /// The table, with a row for each diagnostic; an empty text without diagnostics.
  package func text(of diagnostics: [Diagnostic]) -> String {
    guard !diagnostics.isEmpty else { return "" }
    let head = ["| | place | finding | rule |", "|---|---|---|---|"]
    return (head + diagnostics.map(row)).map { $0 + "\n" }.joined()
  }

  private func row(_ diagnostic: Diagnostic) -> String {
    let severity =
      diagnostic.severity == .error ? "**error**" : MarkdownText.escaped("\(diagnostic.severity)")
    let place = diagnostic.location.map { MarkdownText.escaped($0.description) } ?? ""
    let message = [MarkdownText.escaped(diagnostic.message)] + diagnostic.notes.map(remark)
    let cells = [
      severity, place, message.joined(separator: "<br>"), MarkdownText.escaped(diagnostic.code),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private func remark(_ note: Diagnostic.Note) -> String {
    let place = note.location.map { MarkdownText.escaped("\($0): ") } ?? ""
    // The lines of a suggested text are kept.
    let lines = note.message.split(separator: "\n", omittingEmptySubsequences: false)
    return place + lines.map { MarkdownText.escaped(String($0)) }.joined(separator: "<br>")
  }
}
