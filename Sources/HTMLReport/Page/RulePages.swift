internal import Diagnostics

/// The pages of the rules and problems that were found, each collapsed.
struct RulePages {
  private let pages: [(code: String, page: String)]

  init(of findings: [Diagnostic], _ texts: ReportedTexts) {
    pages = Set(findings.map(\.code)).sorted().compactMap { code in
      texts.rulePage(code).map { (code, $0) }
    }
  }

  /// The anchor of a page.
  static func anchor(of name: String) -> Anchor { Anchor("page", "rule", name) }

  /// The section; nil if no finding has a page.
  var section: PageSection? {
    guard !pages.isEmpty else { return nil }
    return PageSection(
      Anchor("page", "rules"), "Rules", count: pages.count,
      HTML(
        [
          .element(
            "p", [.class("remark")],
            "The rules and problems of the findings: what each is about, and what to write instead."
          )
        ] + pages.map(item)))
  }

  private func item(_ code: String, _ page: String) -> HTML {
    .element(
      "details", [.class("entry about"), .id(Self.anchor(of: code))],
      .element("summary", [], .code(code)), MarkdownPage(page).html)
  }
}
