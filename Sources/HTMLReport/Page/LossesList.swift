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
      ReportedModel.Step(hop, losses: step.losses, approvals: step.approvals)
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
      step.losing.map { loss in
        item(
          loss.planned.risk, in: step.hop.target,
          .link(
            changeAnchor(step.hop.target, loss.position), [], .code(loss.planned.change.summary)),
          objects(loss.planned.change).map { HTML(", \(Quantity.count(Int($0), "object"))") }
            ?? .nothing,
          remark(" (\(loss.planned.reason))"),
          loss.links.isEmpty
            ? .nothing
            : remark("; with it go the links of ")
              + .list(loss.links.map { .code($0) }),
          loss.approval.map(approval) ?? .nothing)
      } + step.losses.map { item(.possible, in: step.hop.target, HTML($0)) }
    }
    guard !items.isEmpty else { return .nothing }
    let risk = steps.map(\.risk).max() ?? .none
    return .element(
      "div", [.class(risk == .none ? "losses" : "losses \(risk.rawValue)")],
      .element("h3", [], HTML(title)),
      .element("ul", [], items))
  }

  private func item(_ risk: DataLossRisk, in version: Version, _ parts: HTML...) -> HTML {
    .element(
      "li", [],
      [Badge.risk(risk), " ", .link(versionAnchor(version), [], HTML(version.words)), " "] + parts)
  }

  private func remark(_ text: String) -> HTML { .element("span", [.class("remark")], HTML(text)) }

  func approval(_ note: Diagnostic.Note) -> HTML {
    remark("; approved: \(note.message)\(note.location.map { " (\($0))" } ?? "")")
  }

  /// The anchor of a change that may lose values.
  func changeAnchor(_ version: Version, _ position: Int) -> Anchor {
    versionAnchor(version).appending("change-\(position + 1)")
  }
}

extension ReportedModel.Step {
  /// A change that may lose values, with its position in the hop.
  struct Loss {
    var position: Int
    var planned: PlannedChange
    /// The relationships whose links go with the objects of a removed entity.
    var links: [String]
    /// The reason and the place of its approval, if it is approved.
    var approval: Diagnostic.Note?
  }

  /// The changes that may lose values; links to a removed entity are a part of its loss.
  var losing: [Loss] {
    let lossy = hop.changes.enumerated().filter { $1.risk != .none }
    return lossy.filter { entity(takingAlong: $1) == nil }.map { position, planned in
      let links = lossy.map(\.element).filter {
        entity(takingAlong: $0) == planned.change.subject
      }
      return Loss(
        position: position, planned: planned, links: links.map(\.change.subject),
        approval: approvals[planned.change.subject])
    }
  }

  /// The entity whose objects are lost with these links; nil for any other change.
  func entity(takingAlong planned: PlannedChange) -> String? {
    guard case .dropRelationship(let links, _) = planned.change, planned.risk != .none else {
      return nil
    }
    let isLost = hop.changes.contains {
      $0.change.kind == .dropEntity && $0.change.subject == links.destination && $0.risk != .none
    }
    return isLost ? links.destination : nil
  }

  /// The highest risk of what is not approved.
  var risk: DataLossRisk {
    var open = hop
    open.changes = losing.filter { $0.approval == nil }.map(\.planned)
    return open.risk
  }
}

extension SchemaChange {
  /// The name of the changed entity.
  var owner: String { String(subject.prefix { $0 != "." && $0 != "(" }) }
}
