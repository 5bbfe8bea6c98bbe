internal import SchemaModel

/// The links that are lost by a declared condition although the object at their other end may stay.
///
/// Only links that are stored on their own are meant. Links in an object's row are deleted with the object,
/// and a to-one that leads to an object left behind is refused.
enum LinksLeftBehind {
  /// The changes for associations of the new version, in order.
  static func changes(
    of correspondence: SchemaCorrespondence, declaration: MigrationDeclaration?
  ) -> [SchemaChange] {
    let filtered = (declaration?.maps ?? []).filter { $0.filter != nil }.map(\.entity)
    guard !filtered.isEmpty else { return [] }
    return CarriedAssociations(correspondence).sources.compactMap { association, links in
      guard association.kind == .manyToMany, !links.isEmpty else { return nil }
      let (primary, inverse) = (association.primary, association.inverse)
      // Without an inverse, objects do not know which objects link to them.
      let ends = [primary.relationship.destination] + (inverse == nil ? [] : [primary.entity])
      let concerned = filtered.filter { entity in
        ends.contains { correspondence.haveCommonMembers(entity, $0) }
      }
      return concerned.isEmpty
        ? nil : .dropLinks(primary.relationship, entity: primary.entity, filtered: concerned)
    }
  }
}

extension SchemaCorrespondence {
  /// Whether some existing objects belong to both entities of the target.
  fileprivate func haveCommonMembers(_ entity: String, _ other: String) -> Bool {
    target.family(of: entity).contains { member in
      sourceNames[member.name] != nil && target.isEntity(member.name, orDescendantOf: other)
    }
  }
}
