internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

extension ModelPage {
  /// All changes that may lose values, in the order in which a migration makes them.
  var losses: HTML { losses(in: model.steps, "What migrations may lose") { _ in nil } }

  /// The values that a store may lose in its further migration, with the number of its objects.
  func losses(of store: ReportedStore) -> HTML {
    guard let version = store.version, let document = model.history[version],
      let path = model.history.path(from: version, to: model.newest.version)
    else { return .nothing }
    let hops = Planner.reviewedHops(from: document, through: path, onPlatform: true).map(\.hop)
    let steps = zip(hops, model.steps.suffix(hops.count)).map { hop, step in
      ReportedModel.Step(hop, losses: step.losses)
    }
    let counts = Dictionary(store.counts.map { ($0.entity, $0.objects) }) { first, _ in first }
    return losses(in: steps, "What may be lost in the migration to \(model.newest.version.words)") {
      counts[$0.owner]
    }
  }

  private func losses(
    in steps: [ReportedModel.Step], _ title: String, objects: (SchemaChange) -> Int64?
  ) -> HTML {
    let items = steps.flatMap { step in
      step.hop.changes.enumerated().filter { $1.risk != .none }.map { position, planned in
        loss(
          planned.risk, in: step.hop.target,
          .link(
            changeAnchor(step.hop.target, position), [], .code(planned.change.summary)),
          planned.reason, objects(planned.change))
      } + step.losses.map { loss(.possible, in: step.hop.target, HTML($0), nil, nil) }
    }
    guard !items.isEmpty else { return .nothing }
    let risk = steps.map(\.hop.risk).max() ?? .none
    return .element(
      "div", [.class("losses \(max(risk, .possible).rawValue)")],
      .element("h3", [], HTML(title)),
      .element("ul", [], items))
  }

  private func loss(
    _ risk: DataLossRisk, in version: Version, _ summary: HTML, _ reason: String?,
    _ objects: Int64?
  ) -> HTML {
    .element(
      "li", [], Badge.risk(risk), " ",
      .link(versionAnchor(version), [], HTML(version.words)), " ", summary,
      objects.map { HTML(", \(Quantity.count(Int($0), "object"))") } ?? .nothing,
      reason.map { .element("span", [.class("remark")], HTML(" (\($0))")) } ?? .nothing)
  }

  /// The anchor of a change that may lose values.
  func changeAnchor(_ version: Version, _ position: Int) -> Anchor {
    versionAnchor(version).appending("change-\(position + 1)")
  }
}

extension SchemaChange {
  /// The name of the changed entity.
  var owner: String { String(subject.prefix { $0 != "." && $0 != "(" }) }
}
