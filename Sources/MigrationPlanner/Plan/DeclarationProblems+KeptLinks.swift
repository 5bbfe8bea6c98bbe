internal import Diagnostics
internal import SchemaModel

extension DeclarationProblems {
  /// A to-one keeps one of the linked objects, by the values of these objects.
  mutating func check(
    _ choices: [Deduplication.Choice], for property: String, of entity: String, _ source: Schema,
    _ target: Schema, at path: SchemaPath
  ) {
    let place = path.appending("keep")
    guard let end = target.end(property, of: entity) else {
      if target.attribute(named: property, of: entity) == nil {
        reportUnknown(property, of: entity, in: target, at: path)
      } else {
        report(
          "unworkable-choice", "attribute '\(entity).\(property)' has no links to choose from",
          remedy: "give it an expression with 'using'", at: place)
      }
      return
    }
    if end.relationship.cardinality == .toMany {
      return report(
        "unworkable-choice", "'keep' chooses for a to-one, and '\(end)' leads to many",
        remedy: "leave 'keep' out: all links stay", at: place)
    }
    if let table = source.existingTable ?? target.existingTable {
      return report(
        "unworkable-choice",
        "'keep' cannot choose in an existing database, to which the table '\(table)' belongs",
        remedy: "choose by an expression with 'using'", at: place)
    }
    let destinations = Set(linksToChooseFrom(end, target).map(\.contestants)).sorted()
    guard let destination = destinations.first else {
      return report(
        "unworkable-choice",
        "'\(end)' takes over no links of which an object may have had several",
        remedy: "leave 'keep' out, or name the to-many that it was under 'renamedFrom'", at: place)
    }
    if let inverse = target.inverse(of: end), !target.stores(end), !inverse.relationship.isOptional
    {
      return report(
        "unworkable-choice",
        "'keep' leaves objects over that '\(inverse)' requires to be linked to one",
        remedy: "make '\(inverse)' optional, or leave them behind with 'where'", at: place)
    }
    if let inverse = target.inverse(of: end), !target.stores(end),
      hasExpression(for: inverse, target)
    {
      return report(
        "unworkable-choice",
        "'keep' chooses nothing where the expression for '\(inverse)' says which links there are",
        remedy: "leave one of the two out", at: place)
    }
    guard destinations.count == 1 else {
      let names = destinations.map { "'\($0)'" }.joined(separator: " and ")
      return report(
        "unworkable-choice",
        "'\(end)' takes over links to \(names), which nothing compares with each other",
        remedy: "choose by an expression with 'using'", at: place)
    }
    for attribute in choices.attributes {
      check(attribute: attribute, of: destination, source, at: place)
    }
    for condition in choices.conditions {
      check(condition: condition, of: destination, at: place)
      checkFiles(in: condition, of: destination, source, at: place)
    }
  }

  /// Whether an expression makes the links of an end, for the objects of any entity with that end.
  private func hasExpression(for end: Association.End, _ target: Schema) -> Bool {
    (declaration?.maps ?? []).contains { map in
      map.properties[end.relationship.name] != nil
        && (target.isEntity(map.entity, orDescendantOf: end.entity)
          || target.isEntity(end.entity, orDescendantOf: map.entity))
    }
  }

  /// The links of which an object may have had several, wherever they are stored now.
  private func linksToChooseFrom(_ end: Association.End, _ target: Schema) -> [CarriedLinks] {
    if target.stores(end) { return linksBefore(end).filter { !$0.isOwn } }
    guard end.relationship.cardinality == .toOne, let inverse = target.inverse(of: end),
      target.stores(inverse)
    else { return [] }
    let links = linksBefore(inverse)
    // If both ends had several links, each may choose, and the links that both choose stay.
    if links.count == 1, links[0].association.kind == .manyToMany { return [links[0].reversed] }
    return links.filter(\.isShared)
  }

  private mutating func check(
    attribute name: String, of entity: String, _ source: Schema, at place: SchemaPath
  ) {
    guard let attribute = source.attribute(named: name, of: entity)?.attribute else {
      return report(
        "unknown-property",
        "entity '\(entity)' of version \(source.version) has no attribute '\(name)'",
        nearest: nearest(to: name, among: source.allAttributes(of: entity).map(\.name)), at: place)
    }
    if attribute.isTransient || attribute.storage != .inline {
      report(
        "unstored-key",
        "'\(entity).\(name)' is not stored with its object, and cannot decide which one stays",
        at: place)
    }
  }
}

extension Schema {
  /// Whether an end is a to-one that stores its association's links.
  fileprivate func stores(_ end: Association.End) -> Bool {
    associations.contains { $0.kind == .toOne && $0.primary == end }
  }
}
