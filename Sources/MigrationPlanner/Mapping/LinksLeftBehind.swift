internal import SchemaModel

/// The links that a declared condition takes along although the object at their other end may stay.
///
/// Links that stand in the row of an object go with it, and a to-one that led to an object that is
/// left behind is refused; so only those are meant that stand by themselves.
enum LinksLeftBehind {
  /// A change for each association of the new version, in their order.
  static func changes(
    of correspondence: SchemaCorrespondence, declaration: MigrationDeclaration?
  ) -> [SchemaChange] {
    let filtered = (declaration?.maps ?? []).filter { $0.filter != nil }.map(\.entity)
    guard !filtered.isEmpty else { return [] }
    return CarriedAssociations(correspondence).sources.compactMap { association, links in
      guard association.kind == .manyToMany, !links.isEmpty else { return nil }
      let (primary, inverse) = (association.primary, association.inverse)
      // Without a way back, objects do not know what led to them.
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
  /// Whether some objects that were there before are of both entities of the target.
  fileprivate func haveCommonMembers(_ entity: String, _ other: String) -> Bool {
    target.family(of: entity).contains { member in
      sourceNames[member.name] != nil && target.isEntity(member.name, orDescendantOf: other)
    }
  }
}
