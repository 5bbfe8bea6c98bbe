internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

extension ScriptBuilder {
  /// The renumberings, in order.
  ///
  /// Objects that continue keep their numbers first. Objects made from others come next, those whose source
  /// table also continues before the rest.
  var renumberings: [Renumbering] {
    let attributes = IdentityReaders(mapping: mapping, source: source).attributes
    let living = Set(plans.flatMap(\.members).filter { !$0.isAddition }.map(\.home))
    return plans.compactMap { plan in
      let members = plan.members.filter { $0.entities != nil }
      guard members.count > 1 else { return nil }
      let continued = members.filter { !$0.isAddition }
      let others = members.filter(\.isAddition)
      let ranked =
        continued.filter { $0.home == plan.source?.name } + continued
        + others.filter { living.contains($0.home) } + others
      var homes: [String] = []
      for member in ranked where !homes.contains(member.home) { homes.append(member.home) }
      guard homes.count > 1, homes.allSatisfy({ source.existingTables[$0] == nil }),
        let entity = members.compactMap({ target.schema.root(of: $0.entities?.target ?? "") }).first
      else { return nil }
      return Renumbering(
        to: entity.name, from: homes, in: source, only: objectsMade(for: plan),
        followedBy: attributes)
    }
  }

  /// By source table: a query for the objects from which a table's rows are created, where the source table's
  /// other objects keep their numbers.
  ///
  /// A source table without a query is renumbered as a whole, as where former links to it may now lead to the
  /// new rows. By the number alone, a link to a renumbered row looks the same as a link to another row.
  private func objectsMade(for plan: TablePlan) -> [String: String] {
    let identity = StoreLayout.identityColumn.quotedName
    let continued = Set(plan.members.filter { !$0.isAddition }.map(\.home))
    guard let linked = homes(ofLinksTo: plan.name) else { return [:] }
    let byHome = Dictionary(grouping: plan.members.filter(\.isAddition), by: \.home)
    return byHome.compactMapValues { members in
      let home = members[0].home
      let isWhole = covers(home, members) && members.allSatisfy(\.isComplete)
      guard !isWhole, !continued.contains(home), !linked.contains(home) else { return nil }
      return members.map { $0.query(identity) }.joined(separator: " UNION ALL ")
    }
  }

  /// The source tables with objects whose former links now lead to rows of a table; nil if an expression
  /// makes some of the links.
  private func homes(ofLinksTo table: String) -> Set<String>? {
    var homes: Set<String> = []
    for entity in mapping.entities + mapping.additions {
      for value in entity.layers.flatMap(\.values) {
        guard let found = target.schema.relationship(named: value.property, of: entity.entity),
          target.table(of: found.relationship.destination) == table
        else { continue }
        guard value.value.declaredExpression == nil else { return nil }
        let copied = value.value.carriedProperty.flatMap { name in
          entity.source.flatMap { source.schema.relationship(named: name, of: $0) }
        }
        homes.formUnion(
          (value.linkValues.flatMap(\.links).map(\.destination)
            + [copied?.relationship.destination].compactMap(\.self))
            .compactMap { source.table(of: $0) })
      }
    }
    for links in mapping.links {
      let end = links.association.primary
      guard
        [end.entity, end.relationship.destination].contains(where: { target.table(of: $0) == table }
        )
      else { continue }
      homes.formUnion(
        links.sources.flatMap { [$0.origin, $0.destination] }.compactMap { source.table(of: $0) })
    }
    return homes
  }
}
