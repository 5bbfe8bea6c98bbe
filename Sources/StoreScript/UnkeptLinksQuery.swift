internal import SQLite
package import StoreLayout
package import MigrationPlanner
package import SchemaModel

/// Finds the links of a relationship that are missing in its new association, as where two independent
/// relationships become the two ends of one.
package struct UnkeptLinksQuery {
  /// The lost links, by the objects that they lead from.
  package let links: LossQuery

  /// Creates the queries for the links of an association, followed from one end that becomes another end.
  ///
  /// Nil if the layout has no such links.
  package init?(
    _ old: CarriedLinks, as end: Association.End, of mapping: Mapping, from source: StoreLayout,
    to target: StoreLayout
  ) throws(StoreScriptError) {
    let resolved = mapping.resolvingPaths(in: source, to: target)
    guard let before = LinkSource(old, in: source),
      let association = mapping.target.associations.first(where: {
        $0.primary == end || $0.inverse == end
      })
    else { return nil }
    let primary = association.primary
    let after: [String]
    if association.kind == .toOne {
      let members = try MemberBuilder(resolved, from: source, to: target)
      after = mapping.target.family(of: primary.entity).compactMap { member in
        guard let row = members.row(of: member.name),
          let value = row.values[primary.relationship.name]
        else { return nil }
        return row.query("\(row.id) AS \"_holder\", \(value.sql) AS \"_other\"")
      }
    } else {
      let sources = mapping.links.first { $0.association == association }?.sources ?? []
      after = sources.compactMap { links in
        LinkSource(links, in: source)?.pairs("_holder", "_other")
      }
    }
    let ends = primary == end ? "\"_id\", \"_far\"" : "\"_far\", \"_id\""
    let kept =
      after.isEmpty
      ? "SELECT NULL, NULL WHERE 0"
      : "SELECT \"_holder\", \"_other\" FROM (\(after.joined(separator: " UNION ALL "))) "
        + "WHERE \"_other\" IS NOT NULL"
    links = LossQuery(
      before.pairs("_id", "_far"), where: "(\(ends)) NOT IN (\(kept))")
  }
}
