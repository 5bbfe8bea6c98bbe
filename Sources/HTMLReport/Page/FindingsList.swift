internal import Diagnostics
internal import Reports

/// Findings with the lines of source that they refer to, errors first, and excepted ones after them.
struct FindingsList {
  private let findings: [Diagnostic]
  private let excepted: [Diagnostic]
  private let texts: ReportedTexts

  init(_ findings: [Diagnostic], excepted: [Diagnostic] = [], _ texts: ReportedTexts) {
    self.findings = Diagnostic.Severity.allCases.reversed().flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    (self.excepted, self.texts) = (excepted, texts)
  }

  var html: HTML {
    var lines = SourceLines(texts.source)
    return .element(
      "ol", [.class("findings")],
      findings.map { item($0, Badge.severity($0.severity), &lines) }
        + excepted.map { finding in
          // The advice for the repair is not needed any more, only the reason.
          var finding = finding
          finding.severity = .note
          finding.notes = finding.notes.suffix(1)
          return item(finding, Badge.badge("quiet", "excepted"), &lines)
        })
  }

  private func item(_ finding: Diagnostic, _ badge: HTML, _ lines: inout SourceLines) -> HTML {
    .element(
      "li", [.class("entry finding \(finding.severity.rawValue)")],
      .element(
        "p", [.class("message")], badge, " ", HTML(finding.message), " ", rule(finding.code)),
      finding.location.map { place($0, &lines) } ?? .nothing,
      finding.notes.isEmpty
        ? .nothing
        : .element("ul", [.class("notes")], finding.notes.map { note($0) }))
  }

  /// The code, with a link to its page if there is one.
  private func rule(_ code: String) -> HTML {
    let name = HTML.element("code", [.class("rule")], HTML(code))
    return texts.rulePage(code) == nil ? name : .link(RulePages.anchor(of: code), [], name)
  }

  private func place(_ location: SourceLocation, _ lines: inout SourceLines) -> HTML {
    let path = HTML.element("p", [.class("place")], .code(location.description))
    guard let line = lines.line(location.line, of: location.file) else { return path }
    let excerpt = SourceExcerpt(line, column: location.column)
    return path
      + .element(
        "pre", [], HTML("\(location.line) │ \(excerpt.before)"),
        // If the line is too long for the window, a mark in the line replaces a caret below it.
        .element("mark", [], HTML(String(excerpt.after.prefix(1)))),
        HTML(String(excerpt.after.dropFirst()) + "\n"),
        .element(
          "span", [.class("caret")],
          HTML(String(repeating: " ", count: "\(location.line)".count) + " │ " + excerpt.padding),
          .element("b", [], "^")))
  }

  private func note(_ note: Diagnostic.Note) -> HTML {
    .element(
      "li", [], note.location.map { .code($0.description) + " " } ?? .nothing, HTML(note.message))
  }
}
