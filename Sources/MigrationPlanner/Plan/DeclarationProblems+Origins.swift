internal import Diagnostics
internal import SchemaModel

extension DeclarationProblems {
  /// Objects that are made from others need a place, an identity and links of their own.
  mutating func checkMaking(
    of map: MigrationDeclaration.EntityMap, from origin: MigrationDeclaration.Origin,
    in target: Schema, at path: SchemaPath
  ) {
    let entity = map.entity
    if target.entity(named: entity)?.isAbstract == true {
      let heirs = target.family(of: entity).filter { !$0.isAbstract }.map { "'\($0.name)'" }
      report(
        "abstract-objects", "entity '\(entity)' is abstract and can have no objects of its own",
        remedy: heirs.isEmpty ? nil : "make objects of \(heirs.joined(separator: " or "))",
        at: path)
    }
    checkIdentity(of: map, from: origin, in: target, at: path)
    guard let name = origin.link, let link = DeclaredLink(name, in: target) else { return }
    checkValues(of: link, between: map, and: origin, target, at: path.appending("link"))
  }

  /// A new object has the identity of its origin, so the two must not share a table.
  private mutating func checkIdentity(
    of map: MigrationDeclaration.EntityMap, from origin: MigrationDeclaration.Origin,
    in target: Schema, at path: SchemaPath
  ) {
    let entity = map.entity
    let root = target.root(of: entity)?.name
    let rival = heirs(origin, map).first { heir in
      target.root(of: heir)?.name == root && !(origin.filter != nil && isFiltered(heir, in: target))
    }
    guard let rival else { return }
    report(
      "occupied-identity",
      "objects of '\(origin.entity)' become objects of '\(rival)', and the objects of '\(entity)' "
        + "that are made of them cannot have the same '_id' in one table",
      remedy: "carry over and make different ones, by a 'where' at '\(rival)' and one here",
      at: path)
  }

  private func isFiltered(_ entity: String, in target: Schema) -> Bool {
    target.lineage(of: entity).contains { declaration?.map(of: $0.name)?.filter != nil }
  }

  /// A link is given once, and the link that it replaces can stay if no object is made.
  private mutating func checkValues(
    of link: DeclaredLink, between map: MigrationDeclaration.EntityMap,
    and origin: MigrationDeclaration.Origin, _ target: Schema, at path: SchemaPath
  ) {
    let (entity, name) = (map.entity, link.end.relationship.name)
    let leading = heirs(origin, map).filter { link.leads(from: $0, to: entity, in: target) }
    let isGivenTwice =
      leading.isEmpty
      ? origin.properties[name] != nil
      : leading.contains { heir in
        target.lineage(of: heir).contains {
          declaration?.map(of: $0.name)?.properties[name] != nil
        }
      }
    if isGivenTwice {
      report(
        "link-given-twice", "'\(link.end)' is given by 'link', and by an expression as well",
        remedy: "leave one of them out", at: path)
    }
    guard !leading.isEmpty, keepsLinksElsewhere(link.end) else { return }
    report(
      "unkept-links",
      "'link' cannot keep the links of '\(link.end)', which were not stored with '\(link.end.entity)'",
      remedy: "let 'link' name a new relationship", at: path)
  }
}
