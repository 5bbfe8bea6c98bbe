internal import Diagnostics
internal import MigrationPlanner
internal import Reports
internal import SchemaModel

/// The section of the page about one model.
struct ModelPage {
  let model: ReportedModel
  let anchor: Anchor
  let texts: ReportedTexts
  /// Whether Swift source has changes that no schema file describes.
  let isBehindSource: Bool

  init(
    _ model: ReportedModel, anchor: Anchor, _ texts: ReportedTexts, isBehindSource: Bool = false
  ) {
    (self.model, self.anchor, self.texts) = (model, anchor, texts)
    self.isBehindSource = isBehindSource
  }

  var section: PageSection {
    var section = PageSection(anchor, "\(model.name) \(model.newest.version.words)", overview)
    section.parts = [findings, diagram, changes, ways, stores, dictionary].compactMap(\.self)
    return section
  }

  /// The anchor of an entity in the dictionary.
  func entityAnchor(_ name: String) -> Anchor { anchor.appending("entity", name) }

  /// The anchor of the changes of a version.
  func versionAnchor(_ version: Version) -> Anchor { anchor.appending(version.anchorName) }

  private var findings: PageSection? {
    guard !model.findings.isEmpty || !model.excepted.isEmpty else { return nil }
    return PageSection(
      anchor.appending("findings"), "Findings", count: model.findings.count,
      FindingsList(model.findings, excepted: model.excepted, texts).html)
  }

  private var stores: PageSection? {
    guard !model.stores.isEmpty else { return nil }
    return PageSection(
      anchor.appending("stores"), "Stores", count: model.stores.count,
      HTML(
        model.stores.map { store in
          StoreCard(store, newest: model.newest.version, losses: losses(of: store), texts).html
        }))
  }

  private var diagram: PageSection {
    let diagram = ModelDiagram(of: model.newest)
    let layout = model.layout ?? .layered(diagram.graph)
    return PageSection(
      anchor.appending("model"), "Model",
      .element(
        "figure", [.class("model")],
        .element(
          "div", [.class("canvas"), .init("tabindex", "0")],
          diagram.svg(layout, named: model.name, entity: entityAnchor)),
        .element(
          "figcaption", [],
          "→ and ← say where a relationship leads, and the word after it is its delete rule. ",
          "An arrowhead is one object, a fork is many. ",
          "◆ marks attributes whose values are unique.")))
  }
}

// MARK: - The overview

extension ModelPage {
  private var overview: HTML {
    let documentation = model.newest.documentation.map {
      HTML.element("p", [.class("doc")], HTML($0))
    }
    return HTML([documentation ?? .nothing, losses, cards, parts])
  }

  private var cards: HTML {
    let versions = model.history.versions
    let first = versions[0].schema.version.words
    let newest = model.newest
    let attributes = newest.entities.reduce(0) { $0 + $1.attributes.count }
    let range = versions.count == 1 ? first : "\(first) to \(newest.version.words)"
    let released = versions.count { model.released.contains($0.schema.version) }
    return .element(
      "dl", [.class("cards")],
      card("Versions", "\(versions.count)", HTML(range + ", \(released) released")),
      card("Platform", model.platformName, HTML(platformRemark)),
      card(
        "Entities", "\(newest.entities.count)",
        HTML(
          Quantity.count(attributes, "attribute") + ", "
            + Quantity.count(
              newest.associations.count, "pair of relationships", "pairs of relationships"))),
      wayCard,
      card(
        "Findings", "\(model.allFindings.count)",
        Badge.tally(of: model.allFindings)))
  }

  private var platformRemark: String {
    model.newest.hasPlatform
      ? "migrates the stores in the field" : "stores are migrated by migrate"
  }

  /// A card with the verdict on stores of the first version.
  private var wayCard: HTML {
    guard let way = model.wholeWay else { return card("Migrations", "–", "there is one version") }
    return card(
      "Stores of \(way.source.words), to \(way.target.words)", HopMatrixWords.words(way.verdict),
      HTML([
        Badge.verdict(way.verdict), " ",
        isBehindSource && model.risk == .none ? .nothing : Badge.losses(of: model),
        isBehindSource ? " without the changes in Swift source" : .nothing,
      ]))
  }

  private func card(_ name: String, _ value: String, _ remark: HTML) -> HTML {
    .element(
      "div", [.class("card")],
      .element("dt", [], HTML(name)),
      .element("dd", [.class("value")], HTML(value)),
      .element("dd", [.class("remark")], remark))
  }

  /// The results of the parts of a check.
  private var parts: HTML {
    guard !model.parts.isEmpty else { return .nothing }
    let rows = model.parts.map { part in
      HTML.element(
        "tr", [],
        .element("th", [.init("scope", "row")], HTML(part.name)),
        .element(
          "td", [],
          result(of: part)),
        .element(
          "td", [], HTML(part.summary),
          part.failures.isEmpty
            ? .nothing
            : .element(
              "ul", [.class("failures")],
              part.failures.map { .element("li", [], HTML($0)) })))
    }
    let hasExceptions = model.parts.contains { $0.summary.contains(" excepted") }
    return HTML([
      Table(heads: ["part", "result", "summary"], rows: rows, style: "parts").html,
      hasExceptions
        ? .element(
          "p", [.class("remark")],
          "Excepted findings are those that a comment, “ignore:” in migrate.yml or a baseline leaves out."
        )
        : .nothing,
    ])
  }

  private func result(of part: ReportedModel.Part) -> HTML {
    if part.errorCount > 0 {
      return Badge.badge("error", Quantity.count(part.errorCount, "error"))
    }
    return part.absence.map { Badge.badge("none", $0) } ?? Badge.badge("safe", "passed")
  }
}

/// The verdicts in words for readers who do not know the terms of the platform.
enum HopMatrixWords {
  static func words(_ verdict: HopMatrix.Verdict) -> String {
    switch verdict {
    case .same: "stay as they are"
    case .lightweight: "the platform migrates them alone"
    case .inPlace: "are altered in place"
    case .rewritten: "are rewritten"
    case .custom: "need a custom stage"
    case .refused: "cannot be migrated"
    }
  }
}
