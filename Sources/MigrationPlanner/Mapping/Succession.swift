internal import SQLText
package import SchemaModel

/// The entities that the objects of a removed entity are declared to become, and the data that none of them
/// takes over.
package struct Succession: Hashable, Sendable {
  /// One of the entities that the objects become.
  package struct Heir: Hashable, Sendable {
    /// The entity of the new version.
    package var entity: String
    /// Whether a condition selects these objects.
    package var isFiltered: Bool
    /// The former properties from which no value or link of the heir is made: attributes, then relationships.
    package var forgotten: [String]
    /// The properties that expressions use without taking them over as they are: an expression may give no
    /// value for an existing one.
    package var reworked: [String]
    /// The properties whose whole value no expression keeps.
    package var changed: Set<String>
  }

  /// Links that may be lost, reported at one of their ends.
  package struct Links: Hashable, Sendable {
    /// The association of the previous version.
    package var association: Association
    /// The end at which the objects are.
    package var end: Association.End
  }

  /// The entities that the objects become, in the order of declaration.
  package let heirs: [Heir]
  /// The links that may be lost with the objects, and that no other change reports.
  package let links: [Links]

  /// The successions of one hop, by the removed entity.
  package static func all(
    from source: SchemaDocument, to target: SchemaDocument
  ) -> [String: Succession] {
    let correspondence = SchemaCorrespondence(from: source, to: target)
    let links = LinkFates(
      correspondence, CarriedAssociations(correspondence), declaration: target.migration)
    return correspondence.makings.keys.reduce(into: [:]) { result, name in
      guard let entity = source.schema.entity(named: name), !entity.isAbstract else { return }
      result[name] = Succession(of: entity, by: correspondence, links)
    }
  }

  init(
    of entity: Entity, by correspondence: SchemaCorrespondence, _ links: LinkFates
  ) {
    self.links = links.told(by: entity.name).map { Links(association: $0.association, end: $0.end) }
    heirs = correspondence.makings[entity.name, default: []].map { making in
      let reworked = Self.reworked(of: entity, by: making, correspondence)
      return Heir(
        entity: making.heir, isFiltered: making.origin.filter != nil,
        forgotten: Self.forgotten(of: entity, by: making, correspondence, links),
        reworked: reworked,
        changed: Set(reworked.filter { !Self.keepsAll(of: $0, in: entity, by: making) }))
    }
  }

  private static func reworked(
    of entity: Entity, by making: SchemaCorrespondence.Making,
    _ correspondence: SchemaCorrespondence
  ) -> [String] {
    let (source, target) = (correspondence.source, correspondence.target)
    let given = making.origin.properties
    let words = given.values.reduce(into: Set<String>()) { $0.formUnion(SQLTokens($1).foldedNames) }
    func isTaken(_ name: String) -> Bool {
      given.contains { property, expression in
        guard SQLExpression(expression).isOnly(name) else { return false }
        let types = Rewriting.Types(
          of: name, in: entity.name, source, and: property, in: making.heir, target)
        return types?.keepsWhole ?? true
      }
    }
    func isReworked(_ name: String, hasHeir: Bool) -> Bool {
      words.contains(name.asciiLowercased) && !isTaken(name)
        && (given[name] != nil || !hasHeir)
    }
    let attributes = source.allAttributes(of: entity.name).filter {
      !$0.isTransient
        && isReworked(
          $0.name, hasHeir: target.attribute(named: $0.name, of: making.heir) != nil)
    }
    let relationships = source.allRelationships(of: entity.name).filter {
      isReworked($0.name, hasHeir: target.relationship(named: $0.name, of: making.heir) != nil)
    }
    return attributes.map(\.name) + relationships.map(\.name)
  }

  private static func keepsAll(
    of property: String, in entity: Entity, by making: SchemaCorrespondence.Making
  ) -> Bool {
    making.origin.properties.values.contains {
      ValueUse.of(property, in: $0, of: entity.name) == .whole
    }
  }

  private static func forgotten(
    of entity: Entity, by making: SchemaCorrespondence.Making,
    _ correspondence: SchemaCorrespondence, _ links: LinkFates
  ) -> [String] {
    let (heir, origin) = (making.heir, making.origin)
    let words = origin.properties.values.reduce(into: Set<String>()) {
      $0.formUnion(SQLTokens($1).foldedNames)
    }
    let fixed = origin.filter.map { SQLExpression($0).fixedNames } ?? []
    let (source, target) = (correspondence.source, correspondence.target)
    let attributes = source.allAttributes(of: entity.name).filter { attribute in
      !attribute.isTransient && !words.contains(attribute.name.asciiLowercased)
        && !fixed.contains(attribute.name.asciiLowercased)
        && (origin.properties[attribute.name] != nil
          || target.attribute(named: attribute.name, of: heir) == nil)
    }
    let relationships = source.allRelationships(of: entity.name).filter { relationship in
      guard !words.contains(relationship.name.asciiLowercased),
        let owner = source.relationship(named: relationship.name, of: entity.name)?.owner
      else { return false }
      return !links.leads(relationship, of: owner, to: heir)
    }
    return attributes.map(\.name) + relationships.map(\.name)
  }
}
