package import Diagnostics

/// Writes diagnostics as workflow commands, which GitHub turns into annotations.
///
/// ```
/// ::error file=V1.yaml,line=6,col=7,title=missing-inverse::'Book.notes' has no inverse
/// ```
package struct GitHubReport: DiagnosticReport {
  /// A report.
  package init() {}

  /// The diagnostics in order, one line each.
  package func text(of diagnostics: [Diagnostic]) -> String {
    diagnostics.map { command($0) + "\n" }.joined()
  }

  private func command(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.map { location in
      [("file", location.file), ("line", "\(location.line)"), ("col", "\(location.column)")]
    }
    let properties = ((place ?? []) + [("title", diagnostic.code)]).map {
      "\($0)=\(Self.property($1))"
    }
    let remarks = diagnostic.notes.map { note in
      (note.location.map { "\($0): " } ?? "") + note.message
    }
    let message = ([diagnostic.message] + remarks).joined(separator: "\n")
    return "::\(Self.name(of: diagnostic.severity)) \(properties.joined(separator: ","))"
      + "::\(Self.data(message))"
  }

  private static func name(of severity: Diagnostic.Severity) -> String {
    switch severity {
    case .note: "notice"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// Escapes a message: a line break would end it.
  private static func data(_ text: String) -> String {
    printable(text).replacing("%", with: "%25").replacing("\n", with: "%0A")
  }

  /// Escapes the value of a property: a comma or a colon would end it.
  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
