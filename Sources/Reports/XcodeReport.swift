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
    let lines = message.split(separator: "\n", maxSplits: 1)
    let first = lines.first.map { String($0) } ?? ""
    let code = lines.dropFirst().map { Self.onOneLine(code: $0) }
    return oneLine(place + kind + ": " + ([first] + code).joined(separator: " "))
  }

  /// Lines of code on one line: behind a statement that ends stands a semicolon.
  private static func onOneLine(code: Substring) -> String {
    code.split(separator: "\n").reduce(into: "") { text, line in
      let goesOn =
        text.last.map("([{,".contains) ?? true || line.first.map(" \t)]}.".contains) ?? true
      text += (text.isEmpty ? "" : goesOn ? " " : "; ") + line.drop { $0 == " " || $0 == "\t" }
    }
  }
}

/// A text with everything visible, on one line.
func oneLine(_ text: String) -> String {
  String(printable(text).map { $0.isNewline ? " " : $0 })
}
