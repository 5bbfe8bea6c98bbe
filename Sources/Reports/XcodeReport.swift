package import Diagnostics

/// Writes diagnostics in the form that Xcode makes issues of when a build phase prints it.
///
/// ```
/// V1.yaml:6:7: error: 'Book.notes' has no inverse (missing-inverse)
/// V1.yaml:6:7: note: add one
/// ```
///
/// Xcode finds a file only by its whole path, so it has to be given one: `"$SRCROOT/Schemas"`.
package struct XcodeReport: DiagnosticReport {
  /// A report.
  package init() {}

  /// The diagnostics in their order, each with its notes in lines of its own.
  package func text(of diagnostics: [Diagnostic]) -> String {
    diagnostics.flatMap(lines).map { $0 + "\n" }.joined()
  }

  private func lines(_ diagnostic: Diagnostic) -> [String] {
    [
      line(
        diagnostic.location, "\(diagnostic.severity)", diagnostic.message + " (\(diagnostic.code))")
    ] + diagnostic.notes.map { line($0.location ?? diagnostic.location, "note", $0.message) }
  }

  private func line(_ location: SourceLocation?, _ kind: String, _ message: String) -> String {
    let place = location.map { "\($0): " } ?? ""
    // Lines of code are statements, which a line has several of behind semicolons.
    let lines = message.split(separator: "\n", maxSplits: 1)
    let code = lines.dropFirst().map { $0.replacing("\n", with: "; ") }
    return oneLine(place + kind + ": " + (lines.prefix(1) + code).joined(separator: " "))
  }
}

/// A text with everything visible, on one line.
func oneLine(_ text: String) -> String {
  String(printable(text).map { $0.isNewline ? " " : $0 })
}
