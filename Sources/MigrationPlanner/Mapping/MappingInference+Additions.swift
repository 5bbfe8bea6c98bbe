internal import SchemaModel

extension MappingInference {
  /// The additional objects of entities: one for each object that they are declared to be made from.
  mutating func additions() -> [EntityMapping] {
    var result: [EntityMapping] = []
    for map in declaration?.maps ?? [] {
      guard let entity = correspondence.target.entity(named: map.entity) else { continue }
      for origin in map.origins {
        for member in map.members(of: origin, in: correspondence.source) where !member.isAbstract {
          result.append(addition(to: entity, of: member, origin))
        }
      }
    }
    return result
  }

  private mutating func addition(
    to entity: Entity, of member: Entity, _ origin: MigrationDeclaration.Origin
  ) -> EntityMapping {
    var context = EntityContext(
      entity: entity, old: member.name, expressions: origin.properties,
      isFiltered: origin.filter != nil, origin: origin.entity)
    var values: [PropertyMapping] = []
    for owned in correspondence.target.properties(of: entity.name, Attribute.self)
    where !owned.property.isTransient {
      let old = correspondence.source.attribute(named: owned.property.name, of: member.name)
      values.append(
        PropertyMapping(
          owned.property.name, value(of: owned, from: old?.attribute, in: &context)))
    }
    let link = origin.link.flatMap { DeclaredLink($0, in: correspondence.target) }
    for owned in correspondence.target.properties(of: entity.name, Relationship.self)
    where isStored(owned) {
      let end = Association.End(entity: owned.owner, relationship: owned.property)
      values.append(
        PropertyMapping(
          owned.property.name, self.link(owned, isToOrigin: link?.end == end, in: context)))
    }
    let layer = MappingLayer(
      version: correspondence.target.version, entity: entity.name, values: values,
      filter: origin.filter)
    return EntityMapping(entity.name, source: member.name, layers: [layer])
  }

  /// A link of an object that is made from another: to that object, or the link that it has by that name.
  private mutating func link(
    _ owned: Owned<Relationship>, isToOrigin: Bool, in context: EntityContext
  ) -> ValueSource {
    let name = owned.property.name
    if let expression = context.expressions[name] { return .expression(expression) }
    if isToOrigin { return .expression(Self.identity) }
    let before = correspondence.source.relationship(named: name, of: context.old)
    var value = linkedValue(links(of: owned), before: nil, ofObjectsOf: context.old)
    if value == .none,
      let links = carried.ownLinks(named: name, of: context.old, as: owned.property)
    {
      value = linkedValue([links], before: nil, ofObjectsOf: context.old)
    }
    if !owned.property.isOptional {
      requireLink(
        owned, before: before.map { Owned(owner: $0.owner, property: $0.relationship) }, value,
        in: context)
    }
    return value
  }

  /// The links of an entity's objects to the objects made from them, by relationship; objects from which none
  /// are made keep their link.
  func linksToAdditions(from entity: String, _ old: Entity) -> [String: String] {
    var result: [String: String] = [:]
    for map in declaration?.maps ?? [] {
      guard let origin = map.origin(ofObjectsOf: old.name, in: correspondence.source),
        let link = origin.link.flatMap({ DeclaredLink($0, in: correspondence.target) }),
        link.leads(from: entity, to: map.entity, in: correspondence.target)
      else { continue }
      let name = link.end.relationship.name
      let other =
        result[name]
        ?? carriedLink(link.end, of: entity, from: old).copiedProperty?.quotedName
      result[name] =
        origin.filter.map { filter in
          "CASE WHEN (\(filter)\n) THEN \(Self.identity)\(other.map { " ELSE \($0)" } ?? "") END"
        } ?? Self.identity
    }
    return result
  }

  /// An object that is made from another has the same identity.
  private static let identity = "_id"
}

extension ValueSource {
  /// The property whose value is copied.
  fileprivate var copiedProperty: String? {
    if case .copied(let property) = self { property } else { nil }
  }
}

extension String {
  /// The name of a property, quoted for SQL.
  fileprivate var quotedName: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
