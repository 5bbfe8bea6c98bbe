package import Diagnostics
internal import MigrationPlanner
internal import Reports
internal import SchemaModel

/// A page about the models of a project: their content, their changes, possible losses, and findings.
///
/// The page needs no network and no other file. It works without JavaScript.
package struct HTMLReport {
  /// The models, in the order of their folders.
  package var models: [ReportedModel]
  /// Stores whose model is not on the page.
  package var otherStores: [ReportedStore] = []
  /// Findings outside of the models: in settings, in Swift source, in files that could not be read.
  package var otherFindings: [Diagnostic] = []
  /// The excepted findings outside of the models.
  package var otherExcepted: [Diagnostic] = []
  /// The findings about changes in Swift source that no version describes yet.
  package var undescribed: [Diagnostic] = []
  /// The last line of a check; nil if no check was made.
  package var verdict: String?
  /// The version of the tool that wrote the page.
  package var toolVersion: String
  /// Reads the text of a file with findings; nil if the file cannot be read.
  package var source: (String) -> String?
  /// The page of a rule or problem by its code, in Markdown; nil for a code without a page.
  package var rulePage: (String) -> String? = { _ in nil }

  /// A page about some models.
  package init(
    _ models: [ReportedModel], toolVersion: String,
    source: @escaping (String) -> String? = { _ in nil }
  ) {
    (self.models, self.toolVersion, self.source) = (models, toolVersion, source)
  }

  /// The page.
  package var text: String {
    let sections = sections
    let page = HTML.element(
      "html", [.init("lang", "en")], head,
      .element(
        "body", [],
        ModelDiagram.markers, topBar,
        .element(
          "div", [.class("layout")],
          Navigation(sections).html,
          .element("main", [], [headline] + sections.map(\.html) + [footer])),
        .element("script", [], .verbatim(reportScript))))
    return "<!DOCTYPE html>\n" + page.markup + "\n"
  }

  private var sections: [PageSection] {
    zip(models, anchors).map { model, anchor in
      var section = ModelPage(
        model, anchor: anchor, texts, isBehindSource: models.count == 1 && !undescribed.isEmpty
      ).section
      if models.count == 1 { section.title = "Overview" }
      return section
    } + otherSections
  }

  private var texts: ReportedTexts { ReportedTexts(source: source, rulePage: rulePage) }

  private var allFindings: [Diagnostic] {
    models.flatMap { $0.allFindings + $0.excepted } + otherFindings + otherExcepted
      + otherStores.flatMap(\.findings)
  }

  /// The anchor of each model; models in different folders may have the same name.
  private var anchors: [Anchor] {
    var names: Set<String> = []
    return models.map { model in
      var name = model.name
      while !names.insert(name).inserted { name += "-again" }
      return Anchor(name)
    }
  }

  private var otherSections: [PageSection] {
    var sections: [PageSection] = []
    if !otherFindings.isEmpty || !otherExcepted.isEmpty {
      let title = models.isEmpty ? "Findings" : "Findings elsewhere"
      sections.append(
        PageSection(
          Anchor("page", "other-findings"), title, count: otherFindings.count,
          .element(
            "div", [.class("card")],
            FindingsList(otherFindings, excepted: otherExcepted, texts).html)))
    }
    if !otherStores.isEmpty {
      sections.append(
        PageSection(
          Anchor("page", "other-stores"), "Other stores", count: otherStores.count,
          HTML(otherStores.map { StoreCard($0, texts).html })))
    }
    return sections + [RulePages(of: allFindings, texts).section].compactMap(\.self)
  }
}

// MARK: - The head of the page

extension HTMLReport {
  private var head: HTML {
    .element(
      "head", [],
      .empty("meta", [.init("charset", "utf-8")]),
      .empty(
        "meta",
        [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")]),
      .empty("meta", [.init("name", "color-scheme"), .init("content", "light dark")]),
      // The browser itself blocks anything that the page would fetch.
      .empty(
        "meta",
        [
          .init("http-equiv", "Content-Security-Policy"),
          .init(
            "content", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"),
        ]),
      .element("title", [], HTML("\(title) – migrate report")),
      .element("style", [], .verbatim(reportStylesheet)))
  }

  private var title: String {
    guard models.count == 1, let model = models.first else {
      return models.isEmpty ? "No models" : "\(models.count) models"
    }
    return "\(model.name) \(model.newest.version.words)"
  }

  private var topBar: HTML {
    .element(
      "header", [.class("top")],
      .link(Anchor("page", "top"), [.class("brand")], "migrate ", .element("b", [], "report")),
      .element(
        "div", [.class("tools"), .init(flag: "hidden")],
        .element("span", [.class("matches"), .init("role", "status")]),
        .empty(
          "input",
          [
            .class("filter"), .init("type", "search"), .init("placeholder", "Filter  ( / )"),
            .init("aria-label", "Filter entities, changes and findings"),
          ]),
        .element(
          "button", [.class("fold"), .init("type", "button")], "Collapse all")))
  }

  private var headline: HTML {
    let findings = models.flatMap(\.allFindings) + otherFindings
    let hasErrors = findings.contains { $0.severity == .error }
    let mayLose = models.contains { $0.risk != .none }
    let mood = hasErrors ? "bad" : mayLose ? "risky" : "good"
    return .element(
      "section", [.class("headline"), .id(Anchor("page", "top"))],
      .element("h1", [], HTML(title)),
      .element(
        "p", [.class("verdict \(mood)")],
        HTML(
          [verdict ?? tally(of: findings) ?? "no findings", wayVerdict].compactMap(\.self)
            .joined(separator: "; "))),
      undescribed.isEmpty ? .nothing : changesInSource, models.count > 1 ? overview : .nothing)
  }

  private var changesInSourceInWords: String {
    let losses = undescribed.count { finding in
      finding.code.hasPrefix("drop-")
        || finding.notes.contains { $0.message.contains("loses data") }
    }
    let changes = Quantity.count(undescribed.count, "change")
    return losses == 0
      ? "\(changes) in Swift source" : "\(losses) of \(changes) in Swift source loses data"
  }

  private var changesInSource: HTML {
    .element(
      "div", [.class("losses certain")],
      .element("h3", [], "Changed in Swift source, and in no schema file yet"),
      .element(
        "ul", [],
        undescribed.map { finding in
          .element(
            "li", [], HTML(finding.message),
            finding.notes.first.map {
              .element("span", [.class("remark")], HTML(" (\($0.message))"))
            } ?? .nothing)
        }))
  }

  /// The verdict on migrations in a line.
  ///
  /// For one model, it is nil without a second version; for several models, it is nil unless one of them may
  /// lose data.
  private var wayVerdict: String? {
    guard models.count == 1, let model = models.first else {
      let lossy = models.count { $0.risk != .none }
      return lossy == 0
        ? nil
        : "\(DataLossRisk.possible.phrase) in \(lossy) of \(Quantity.count(models.count, "model"))"
    }
    return model.wholeWay.map { way in
      // What the schema files lose says nothing good of what they do not describe.
      (undescribed.isEmpty ? "" : "\(changesInSourceInWords); without them, ")
        + "\(way.source.words) to \(way.target.words): \(way.verdict.rawValue)"
        + (undescribed.isEmpty || model.risk != .none ? ", \(model.lossPhrase)" : "")
    }
  }

  /// A table with a row for each model, if there are several.
  private var overview: HTML {
    let rows = zip(models, anchors).map { model, anchor in
      HTML.element(
        "tr", [],
        .element("th", [.init("scope", "row")], .link(anchor, [], HTML(model.name))),
        .element("td", [], HTML(model.newest.version.words)),
        .element("td", [], HTML("\(model.history.versions.count)")),
        .element("td", [], HTML("\(model.newest.entities.count)")),
        .element("td", [], HTML(model.platformName)),
        .element("td", [], model.steps.isEmpty ? "–" : Badge.losses(of: model)),
        .element("td", [], Badge.tally(of: model.allFindings)))
    }
    return Table(
      heads: ["model", "newest", "versions", "entities", "platform", "migrations", "findings"],
      rows: rows, style: "models"
    ).html
  }

  private var footer: HTML {
    .element("footer", [], HTML("Written by migrate \(toolVersion)."))
  }
}
