package import Diagnostics

/// Writes diagnostics in the format that Xcode turns into issues when a build phase prints it.
///
/// ```
/// V1.yaml:6:7: error: 'Book.notes' has no inverse (missing-inverse)
/// V1.yaml:6:7: note: add one
/// ```
///
/// Xcode finds a file only by its absolute path, so pass one to the command: `"$SRCROOT/Schemas"`.
package struct XcodeReport: DiagnosticReport {
  /// A report.
  package init() {}

  /// The diagnostics in order, each followed by its notes on their own lines.
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
    let lines = message.split(separator: "\n", maxSplits: 1)
    let first = lines.first.map { String($0) } ?? ""
    let code = lines.dropFirst().map { Self.onOneLine(code: $0) }
    return oneLine(place + kind + ": " + ([first] + code).joined(separator: " "))
  }

  /// Lines of code on one line, with a semicolon after each statement.
  private static func onOneLine(code: Substring) -> String {
    code.split(separator: "\n").reduce(into: "") { text, line in
      let goesOn =
        text.last.map("([{,".contains) ?? true || line.first.map(" \t)]}.".contains) ?? true
      text += (text.isEmpty ? "" : goesOn ? " " : "; ") + line.drop { $0 == " " || $0 == "\t" }
    }
  }
}

/// A text on one line, with unprintable characters made visible.
func oneLine(_ text: String) -> String {
  String(printable(text).map { $0.isNewline ? " " : $0 })
}
