internal import SQLite
package import StoreLayout
package import MigrationPlanner
internal import SchemaModel

/// Finds the links of a many-to-many that are lost because a condition leaves the object at one end behind.
///
/// A link whose two objects are both left behind is not counted: no remaining object loses it.
package struct DroppedLinksQuery: Hashable, Sendable {
  /// The lost links, by the objects at their primary ends.
  package let links: LossQuery

  /// Creates the queries for an association of a mapping's target, in a store with the source's layout.
  ///
  /// Nil if no object is left behind, or the layout has no such links.
  package init?(
    _ links: LinkMapping, of mapping: Mapping, from source: StoreLayout, to target: StoreLayout
  ) throws(StoreScriptError) {
    let members = try MemberBuilder(
      mapping.resolvingPaths(in: source, to: target), from: source, to: target)
    let primary = links.association.primary
    let near = Self.leftBehind("_near", as: primary.entity, members, mapping, source)
    let far = Self.leftBehind(
      "_far", as: primary.relationship.destination, members, mapping, source)
    let all = links.sources.compactMap { links in
      LinkSource(links, in: source)?.pairs("_near", "_far")
    }
    guard !all.isEmpty, near != nil || far != nil else { return nil }
    // Without an inverse, objects do not know which objects link to them.
    let condition =
      links.association.inverse == nil
      ? "(\(far ?? "0")) AND NOT (\(near ?? "0"))" : "(\(far ?? "0")) <> (\(near ?? "0"))"
    self.links = LossQuery(
      "SELECT \"_near\" AS \"_id\", \"_near\", \"_far\" FROM (\(all.joined(separator: " UNION ")))",
      where: condition)
  }

  /// The condition that an object is left behind; nil if no condition leaves any behind.
  private static func leftBehind(
    _ column: String, as entity: String, _ members: MemberBuilder, _ mapping: Mapping,
    _ layout: StoreLayout
  ) -> String? {
    var (all, passing): ([String], [String]) = ([], [])
    for member in mapping.target.family(of: entity) {
      guard let row = members.row(of: member.name), row.isFiltered,
        let source = mapping.entity(member.name)?.source, let table = layout.table(of: source)
      else { continue }
      let before = RowSource(objectsOf: source, in: layout, table: table)
      all.append(before.query(before.id))
      passing.append(row.query(row.id))
    }
    guard !all.isEmpty else { return nil }
    return "\(column.quotedName) IN (\(all.joined(separator: " UNION ALL ")))"
      + " AND \(column.quotedName) NOT IN (\(passing.joined(separator: " UNION ALL ")))"
  }
}
