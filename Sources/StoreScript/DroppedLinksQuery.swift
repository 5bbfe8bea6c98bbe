internal import SQLite
package import StoreLayout
package import MigrationPlanner
internal import SchemaModel

/// Asks which links of a many-to-many would go because conditions leave the object at one of their
/// ends behind.
///
/// A link whose both objects are left behind is no loss of anything that stays.
package struct DroppedLinksQuery: Hashable, Sendable {
  /// What is lost, by the objects at the primary ends of the links.
  package let links: LossQuery

  /// The questions about an association of a mapping's target, for a store that has a layout.
  ///
  /// Nil where nothing is left behind, or the layout keeps no such links.
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
    // Without a way back, objects do not know what led to them.
    let condition =
      links.association.inverse == nil
      ? "(\(far ?? "0")) AND NOT (\(near ?? "0"))" : "(\(far ?? "0")) <> (\(near ?? "0"))"
    self.links = LossQuery(
      "SELECT \"_near\" AS \"_id\", \"_near\", \"_far\" FROM (\(all.joined(separator: " UNION ")))",
      where: condition)
  }

  /// The condition that an object does not pass those of its entity; nil where all of them do.
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
