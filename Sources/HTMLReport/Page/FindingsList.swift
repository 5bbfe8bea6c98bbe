internal import Diagnostics
internal import Reports

/// Findings with the lines of source that they speak of, errors first.
struct FindingsList {
  private let findings: [Diagnostic]
  private let source: (String) -> String?

  init(_ findings: [Diagnostic], source: @escaping (String) -> String?) {
    self.findings = Diagnostic.Severity.allCases.reversed().flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    self.source = source
  }

  var html: HTML {
    var lines = SourceLines(source)
    return .element("ol", [.class("findings")], findings.map { item($0, &lines) })
  }

  private func item(_ finding: Diagnostic, _ lines: inout SourceLines) -> HTML {
    .element(
      "li", [.class("entry finding \(finding.severity.rawValue)")],
      .element(
        "p", [.class("message")], Badge.severity(finding.severity), " ", HTML(finding.message),
        " ", .element("code", [.class("rule")], HTML(finding.code))),
      finding.location.map { place($0, &lines) } ?? .nothing,
      finding.notes.isEmpty
        ? .nothing
        : .element("ul", [.class("notes")], finding.notes.map { note($0) }))
  }

  private func place(_ location: SourceLocation, _ lines: inout SourceLines) -> HTML {
    let path = HTML.element("p", [.class("place")], .code(location.description))
    guard let line = lines.line(location.line, of: location.file) else { return path }
    let excerpt = SourceExcerpt(line, column: location.column)
    return path
      + .element(
        "pre", [], HTML("\(location.line) │ \(excerpt.line)\n"),
        HTML(
          String(repeating: " ", count: "\(location.line)".count) + " │ " + excerpt.padding),
        .element("span", [.class("caret")], "^"))
  }

  private func note(_ note: Diagnostic.Note) -> HTML {
    .element(
      "li", [], note.location.map { .code($0.description) + " " } ?? .nothing, HTML(note.message))
  }
}
