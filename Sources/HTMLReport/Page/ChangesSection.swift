internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

extension ModelPage {
  /// If there are more steps, they are collapsed, because the page would be too long.
  private static let openLimit = 12

  /// The changes of each version, the newest version first.
  var changes: PageSection {
    let steps = model.steps.enumerated().reversed().map { position, step in
      change(step, isOpen: model.steps.count - position <= Self.openLimit)
    }
    return PageSection(
      anchor.appending("changes"), "Changes",
      count: model.steps.map(\.hop.changes.count).reduce(0, +),
      HTML(steps + [firstVersion]))
  }

  private var firstVersion: HTML {
    let first = model.history.versions[0].schema
    return .element(
      "div", [.class("step first"), .id(versionAnchor(first.version))],
      .element(
        "p", [.class("summary")], .element("b", [], HTML(first.version.words)), " ",
        releasedBadge(first.version), " first version, ",
        HTML(Quantity.count(first.entities.count, "entity", "entities"))),
      documentation(of: first))
  }

  private func change(_ step: ReportedModel.Step, isOpen: Bool) -> HTML {
    let hop = step.hop
    let way = model.matrix[hop.source, hop.target]
    let verdict = way?.verdict ?? hop.verdict
    let problems = model.matrix.problems[hop.target] ?? []
    let loss = hop.risk == .none ? "" : " lossy"
    return .element(
      "details",
      [.class("step \(verdict.style)\(loss)"), .id(versionAnchor(hop.target))]
        + (isOpen ? [.init(flag: "open")] : []),
      .element(
        "summary", [],
        .element("b", [], HTML(hop.target.words)),
        .element("span", [.class("from")], HTML(" from \(hop.source.words) ")),
        Badge.verdict(verdict), " ", Badge.risk(hop.risk), " ", releasedBadge(hop.target),
        .element("span", [.class("count")], HTML(Quantity.count(hop.changes.count, "change")))),
      documentation(of: model.history[hop.target]?.schema),
      HTML(problems.map { .element("p", [.class("problem")], HTML($0.message)) }),
      HTML(
        (step.remarks + furtherLoss(on: way, besides: hop)).map {
          .element("p", [.class("remark")], HTML($0))
        }),
      hop.changes.isEmpty
        ? .element("p", [.class("remark")], "The model does not change.")
        : Table(
          heads: ["", "change", "class", "risk", "why"],
          rows: hop.changes.enumerated().map { row($1, $0, of: step) },
          style: "changes"
        ).html)
  }

  /// The remark on a step that loses nothing of objects that an earlier version copied, but further objects.
  private func furtherLoss(on way: HopMatrix.Way?, besides hop: MigrationHop) -> [String] {
    guard let way, way.risk ?? .none > hop.risk else { return [] }
    return [
      "a store that begins with \(way.source.words) may lose more: "
        + "'migrate diff \(way.source) \(way.target)' shows it"
    ]
  }

  private func releasedBadge(_ version: Version) -> HTML {
    model.released.contains(version)
      ? Badge.badge("released", "released") : Badge.badge("draft", "not released")
  }

  private func documentation(of schema: Schema?) -> HTML {
    schema?.documentation.map { .element("p", [.class("doc")], HTML($0)) } ?? .nothing
  }

  private func row(
    _ planned: PlannedChange, _ position: Int, of step: ReportedModel.Step
  ) -> HTML {
    let (change, version) = (planned.change, step.hop.target)
    // Only changes that may lose values, in a store of some version, have links to them.
    let place: [HTML.Attribute] =
      planned.risk == .none && !change.isDrop ? [] : [.id(changeAnchor(version, position))]
    return .element(
      "tr", [.class("entry")] + place,
      .element("td", [.class("sign \(change.sign.style)")], HTML(change.sign.rawValue)),
      .element("td", [], summary(of: change)),
      .element(
        "td", [],
        Badge.badge(planned.classification.rawValue, planned.classification.rawValue)),
      .element("td", [.class("risk")], risk(of: planned, in: step)),
      .element(
        "td", [.class("why")], HTML(planned.reason),
        step.approvals[change.subject].map(approval) ?? approval(of: planned)))
  }

  private func risk(of planned: PlannedChange, in step: ReportedModel.Step) -> HTML {
    if let entity = step.entity(takingAlong: planned) { return HTML("a part of '\(entity)'") }
    if planned.risk != .none { return Badge.risk(planned.risk) }
    return step.hop.inventsValues(by: planned.change) ? "invented values" : "none"
  }

  /// The change in words, with a link to its entity if the entity still exists.
  private func summary(of change: SchemaChange) -> HTML {
    guard model.newest.entity(named: change.owner) != nil else { return .code(change.summary) }
    return .link(entityAnchor(change.owner), [], .code(change.summary))
  }

  private func approval(of planned: PlannedChange) -> HTML {
    guard !model.newest.namesPlatform, let approval = planned.approval else { return .nothing }
    return .element(
      "span", [.class("approval")], "; approve it with ", .code("--allow \(approval)"))
  }
}

extension SchemaChange.Sign {
  /// The class of the sign for the stylesheet.
  fileprivate var style: String {
    switch self {
    case .add: "add"
    case .drop: "drop"
    case .change: "change"
    case .rename: "rename"
    case .attention: "attention"
    }
  }
}
