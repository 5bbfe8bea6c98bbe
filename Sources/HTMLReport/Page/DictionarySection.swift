internal import Diagnostics
internal import MigrationPlanner
internal import SchemaExchange
internal import SchemaModel

extension ModelPage {
  /// The data dictionary of the newest version.
  var dictionary: PageSection {
    let schema = model.newest
    let places = schema.entities.map { (anchor: entityAnchor($0.name), title: $0.name) }
    return PageSection(
      anchor.appending("dictionary"), "Dictionary", count: schema.entities.count,
      HTML(
        schema.entities.map(entity) + schema.enumerations.map(enumeration)
          + schema.composites.map(composite) + [queries(schema.queries)]),
      places: places)
  }

  private func typeAnchor(_ name: String) -> Anchor { anchor.appending("type", name) }

  // MARK: Entities

  private func entity(_ entity: Entity) -> HTML {
    let badges: [HTML] = [
      entity.isAbstract ? Badge.badge("quiet", "abstract") : .nothing,
      entity.table.map { Badge.badge("quiet", "table \($0)") } ?? .nothing,
    ]
    let parent: HTML =
      entity.parent.map { .element("span", [.class("from")], " a kind of ", link(to: $0)) }
      ?? .nothing
    return .element(
      "article", [.class("entity"), .id(entityAnchor(entity.name))],
      .element("h4", [], HTML(entity.name), parent, HTML(badges)),
      documentation(entity.documentation), attributes(of: entity), relationships(of: entity),
      constraints(of: entity))
  }

  private func attributes(of entity: Entity) -> HTML {
    guard !entity.attributes.isEmpty else { return .nothing }
    return Table(
      heads: ["attribute", "type", "optional", "default", "remarks"],
      rows: entity.attributes.map { row($0, of: entity.name, anchor: entityAnchor(entity.name)) },
      style: "properties attributes"
    ).html
  }

  private func row(_ attribute: Attribute, of owner: String, anchor: Anchor) -> HTML {
    .element(
      "tr", [.class("entry"), .id(anchor.appending(attribute.name))],
      .element("th", [.init("scope", "row")], .code(attribute.name)),
      .element("td", [], type(attribute.type)),
      .element("td", [], attribute.isOptional ? "optional" : ""),
      .element("td", [], attribute.defaultValue.map { .code($0.wording) } ?? .nothing),
      remarks(
        attribute.facts + formerName(attribute.renamedFrom, of: "\(owner).\(attribute.name)"),
        attribute.documentation))
  }

  /// The type, with a link to its declaration in the model.
  private func type(_ type: AttributeType) -> HTML {
    switch type {
    case .array(let element): HTML(["[", self.type(element), "]"])
    case .composite(let name): named(name, isKnown: model.newest.composite(named: name) != nil)
    case .enumeration(.named(let name)):
      named(name, isKnown: model.newest.enumeration(named: name) != nil)
    default: .code(type.keyword)
    }
  }

  private func named(_ name: String, isKnown: Bool) -> HTML {
    isKnown ? .link(typeAnchor(name), [], .code(name)) : .code(name)
  }

  private func relationships(of entity: Entity) -> HTML {
    guard !entity.relationships.isEmpty else { return .nothing }
    let rows = entity.relationships.map { relationship in
      HTML.element(
        "tr",
        [.class("entry"), .id(entityAnchor(entity.name).appending(relationship.name))],
        .element("th", [.init("scope", "row")], .code(relationship.name)),
        .element(
          "td", [], relationship.cardinality == .toOne ? "one " : "many ",
          link(to: relationship.destination),
          relationship.cardinality == .toOne && relationship.isOptional ? "?" : ""),
        .element("td", [], inverse(of: relationship)),
        .element(
          "td", [],
          Badge.badge("rule-\(relationship.deleteRule.rawValue)", relationship.deleteRule.rawValue),
          relationship.declaredDeleteRule == nil ? " by default" : ""),
        remarks(
          (relationship.isOrdered ? ["in order"] : []) + relationship.counts
            + formerName(relationship.renamedFrom, of: "\(entity.name).\(relationship.name)"),
          relationship.documentation))
    }
    return Table(
      heads: ["relationship", "leads to", "inverse", "delete", "remarks"], rows: rows,
      style: "properties relationships"
    ).html
  }

  private func inverse(of relationship: Relationship) -> HTML {
    guard let inverse = relationship.inverse else { return Badge.badge("warning", "none") }
    guard let entity = model.newest.entity(named: relationship.destination),
      entity.relationship(named: inverse) != nil
    else { return .code(inverse) }
    return .link(entityAnchor(entity.name).appending(inverse), [], .code(inverse))
  }

  /// The former name of a property, with the version that renamed it if that is among the versions.
  private func formerName(_ name: String?, of subject: String) -> [String] {
    guard let name else { return [] }
    let renaming = model.steps.last { step in
      step.hop.changes.contains {
        $0.change.subject == subject
          && [.renameAttribute, .renameRelationship].contains($0.change.kind)
      }
    }
    return [
      "'\(name)' \(renaming.map { "before \($0.hop.target.words)" } ?? "in an earlier version")"
    ]
  }

  private func link(to entity: String) -> HTML {
    model.newest.entity(named: entity) == nil
      ? .code(entity) : .link(entityAnchor(entity), [], .code(entity))
  }

  private func constraints(of entity: Entity) -> HTML {
    func names(_ names: [String]) -> HTML { .list(names.map { .code($0) }) }
    var items: [HTML] = []
    if let key = entity.primaryKey { items.append("primary key " + names(key)) }
    items += entity.uniquenessConstraints.map { "unique " + names($0) }
    items += entity.indexes.map { index in
      "index "
        + .list(
          index.elements.map { .code($0.property) + ($0.isAscending ? "" : " descending") })
        + (index.name.map { " named " + .code($0) } ?? .nothing)
    }
    items += entity.rules.map { HTML("rule “\($0.name)” ") + .code($0.check) }
    guard !items.isEmpty else { return .nothing }
    return .element(
      "ul", [.class("constraints")], items.map { .element("li", [.class("entry")], $0) })
  }

  // MARK: Shared types and queries

  private func enumeration(_ enumeration: Enumeration) -> HTML {
    let rows = enumeration.cases.map { each in
      HTML.element(
        "tr", [.class("entry")],
        .element("th", [.init("scope", "row")], .code(each.name)),
        .element("td", [], .code(each.rawValue.wording)))
    }
    return .element(
      "article", [.class("entity"), .id(typeAnchor(enumeration.name))],
      .element("h4", [], HTML(enumeration.name), " ", Badge.badge("quiet", "enumeration")),
      documentation(enumeration.documentation),
      Table(heads: ["case", "stored as"], rows: rows).html)
  }

  private func composite(_ composite: Composite) -> HTML {
    let own = typeAnchor(composite.name)
    return .element(
      "article", [.class("entity"), .id(own)],
      .element("h4", [], HTML(composite.name), " ", Badge.badge("quiet", "composite")),
      documentation(composite.documentation),
      Table(
        heads: ["part", "type", "optional", "default", "remarks"],
        rows: composite.elements.map { row($0, of: composite.name, anchor: own) },
        style: "properties attributes"
      ).html)
  }

  private func queries(_ queries: [Query]) -> HTML {
    guard !queries.isEmpty else { return .nothing }
    let rows = queries.map { query in
      HTML.element(
        "tr", [.class("entry")],
        .element("th", [.init("scope", "row")], HTML(query.name)),
        .element("td", [], link(to: query.entity)),
        .element("td", [], query.filter.map { .code($0) } ?? .nothing),
        .element("td", [], query.order.map { .code($0) } ?? .nothing),
        .element("td", [.class("number")], query.limit.map { HTML("\($0)") } ?? .nothing))
    }
    return .element(
      "article", [.class("entity")], .element("h4", [], "Queries"),
      Table(heads: ["query", "entity", "where", "order", "limit"], rows: rows, style: "queries")
        .html)
  }

  private func remarks(_ details: [String], _ documentation: String?) -> HTML {
    let all = details + [documentation].compactMap(\.self)
    guard !all.isEmpty else { return .element("td") }
    return .element("td", [.class("why")], HTML(all.joined(separator: "; ")))
  }

  private func documentation(_ text: String?) -> HTML {
    text.map { .element("p", [.class("doc")], HTML($0)) } ?? .nothing
  }
}
