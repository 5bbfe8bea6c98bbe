internal import Diagnostics
internal import MigrationPlanner
internal import Reports
internal import SchemaModel

/// A section of the page with its heading, which the navigation lists.
struct PageSection {
  var anchor: Anchor
  var title: String
  /// A number next to the title in the navigation.
  var count: Int?
  var content: HTML
  /// The subsections; a section with subsections is a model.
  var parts: [PageSection] = []
  /// Further anchors in the section, such as entities.
  var places: [(anchor: Anchor, title: String)] = []

  init(
    _ anchor: Anchor, _ title: String, count: Int? = nil, _ content: HTML,
    places: [(anchor: Anchor, title: String)] = []
  ) {
    (self.anchor, self.title, self.count, self.content) = (anchor, title, count, content)
    self.places = places
  }

  /// The section, with a heading of the first or second level below the title of the page.
  var html: HTML { html(isPart: false) }

  private func html(isPart: Bool) -> HTML {
    let heading: HTML =
      isPart
      ? .element("h3", [], HTML(title), permalink) : .element("h2", [], HTML(title), permalink)
    return .element(
      "section", [.class(isPart ? "part" : "whole"), .id(anchor)],
      [heading, content] + parts.map { $0.html(isPart: true) })
  }

  private var permalink: HTML {
    .link(anchor, [.class("permalink"), .init("aria-label", "Link to \(title)")], "#")
  }
}

/// The list of links next to the page.
struct Navigation {
  private let sections: [PageSection]

  init(_ sections: [PageSection]) { self.sections = sections }

  var html: HTML {
    .element(
      "nav", [.init("aria-label", "Sections")],
      .element("ul", [], [item(Anchor("page", "top"), "Top", nil)] + sections.map(item)))
  }

  private func item(_ section: PageSection) -> HTML {
    guard !section.parts.isEmpty else { return item(section.anchor, section.title, section.count) }
    return .element(
      "li", [.class("model")], .link(section.anchor, [], HTML(section.title)),
      .element("ul", [], section.parts.map(part)))
  }

  private func part(_ section: PageSection) -> HTML {
    guard !section.places.isEmpty else {
      return item(section.anchor, section.title, section.count)
    }
    return .element(
      "li", [], link(section.anchor, section.title, section.count),
      .element("ul", [.class("places")], section.places.map { item($0.anchor, $0.title, nil) }))
  }

  private func item(_ anchor: Anchor, _ title: String, _ count: Int?) -> HTML {
    .element("li", [], link(anchor, title, count))
  }

  private func link(_ anchor: Anchor, _ title: String, _ count: Int?) -> HTML {
    .link(
      anchor, [], HTML(title),
      count.map { .element("span", [.class("count")], HTML(Quantity.grouped($0))) } ?? .nothing)
  }
}

/// A table that can be scrolled if it is too wide.
struct Table {
  /// The column headers; if empty, there is no header row.
  var heads: [String]
  /// The rows, each a `tr`.
  var rows: [HTML]
  /// The class of the table for the stylesheet.
  var style = "plain"

  var html: HTML {
    let row = HTML.element(
      "tr", [], heads.map { .element("th", [.init("scope", "col")], HTML($0)) })
    return .element(
      "div", [.class("scroll")],
      .element(
        "table", [.class(style)], .element("thead", [], row), .element("tbody", [], rows)))
  }
}

/// Short words on a coloured background.
enum Badge {
  static func badge(_ kind: String, _ text: String) -> HTML {
    .element("span", [.class("badge \(kind)")], HTML(text))
  }

  /// The badge of a verdict.
  static func verdict(_ verdict: HopMatrix.Verdict) -> HTML {
    badge(verdict.style, verdict == .same ? "no migration" : verdict.rawValue)
  }

  /// The badge of a risk of data loss.
  static func risk(_ risk: DataLossRisk) -> HTML {
    switch risk {
    case .none: badge("safe", "nothing lost")
    case .possible: badge("possible", "may lose values")
    case .certain: badge("certain", "loses values")
    }
  }

  /// The badges of what all migrations of a model lose.
  static func losses(of model: ReportedModel) -> HTML {
    guard let approved = model.approvedLosses else { return risk(model.risk) }
    let badge = badge("quiet", approved)
    return model.risk == .none ? badge : HTML([risk(model.risk), " ", badge])
  }

  /// The badges with the number of findings.
  static func tally(of findings: [Diagnostic]) -> HTML {
    let worst = findings.map(\.severity).max()
    return badge(worst?.rawValue ?? "safe", Reports.tally(of: findings) ?? "no findings")
  }

  static func severity(_ severity: Diagnostic.Severity) -> HTML {
    badge(severity.rawValue, severity.rawValue)
  }
}

extension HopMatrix.Verdict {
  /// The class of the verdict for the stylesheet.
  var style: String { self == .inPlace ? "inplace" : rawValue }
}

extension HTML {
  /// A text as code.
  static func code(_ text: String) -> HTML { .element("code", [], HTML(text)) }
}

extension ReportedModel {
  /// The newest version.
  var newest: Schema { history.versions[history.versions.count - 1].schema }

  var name: String { newest.name }

  /// The migration from the oldest version to the newest; nil if there is only one version.
  var wholeWay: HopMatrix.Way? { matrix[history.versions[0].schema.version, newest.version] }

  /// The highest risk of all steps, without approved losses.
  var risk: DataLossRisk { steps.map(\.risk).max() ?? .none }

  /// The number of approved losses in words; nil if no loss is approved.
  var approvedLosses: String? {
    let count = steps.reduce(0) { $0 + $1.losing.count(where: { $0.approval != nil }) }
    return count == 0 ? nil : Quantity.count(count, "approved loss", "approved losses")
  }

  /// The losses of all steps in words: `values will be lost, 1 approved loss`.
  var lossPhrase: String {
    let open = risk == .none && approvedLosses != nil ? nil : risk.phrase
    return [open, approvedLosses].compactMap(\.self).joined(separator: ", ")
  }

  /// The name of the platform that migrates the stores.
  var platformName: String {
    switch newest.platform {
    case .swiftData: "SwiftData"
    case .coreData: "Core Data"
    case .noPlatform: "plain SQLite"
    }
  }

  /// The findings in the model and in its stores.
  var allFindings: [Diagnostic] { findings + stores.flatMap(\.findings) }
}

extension Version {
  /// The version in the name of an anchor.
  var anchorName: String { "v\(major)-\(minor)-\(patch)" }
}
