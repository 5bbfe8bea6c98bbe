package import MigrationPlanner
package import SchemaModel
internal import SQLite
package import StoreLayout

/// The objects and links of a version within a stage, as queries over the tables with which the stage starts.
///
/// The first version of a stage has these tables; the mapping that leads to a later version computes that
/// version's values and leaves out its removed objects. So the data of every version can be counted before
/// the stage, and no version between needs to exist.
package struct VersionRows {
  /// The layout of the version.
  package let layout: StoreLayout
  private let links: [LinkMapping]
  private let members: MemberBuilder?
  /// The same with the store's own values: without defaults, and before conversions that may refuse them.
  private let ownMembers: MemberBuilder?

  /// The rows of the version with which a stage starts.
  package init(of layout: StoreLayout) {
    (self.layout, links, members, ownMembers) = (layout, [], nil, nil)
  }

  /// The rows of a later version, to which a mapping leads from the stage's start; nil leads nowhere.
  package init(after mapping: Mapping?, from source: StoreLayout) throws(StoreScriptError) {
    layout = mapping.map { StoreLayout(of: $0.target) } ?? source
    links = mapping?.links ?? []
    guard let mapping else {
      (members, ownMembers) = (nil, nil)
      return
    }
    let start = StoreLayout(of: mapping.source)
    let resolved = mapping.holdingResults.resolvingPaths(in: start, to: layout)
    members = try MemberBuilder(resolved, from: start, to: layout)
    ownMembers = try MemberBuilder(
      resolved.changingLastValues { value, _ in value.ownValue }, from: start, to: layout)
  }

  /// The objects of an entity, without sub-entities; nil if there are none.
  func row(of entity: String) -> RowSource? { row(of: entity, members) }

  private func row(of entity: String, _ members: MemberBuilder?) -> RowSource? {
    if let members { return members.row(of: entity) }
    return layout.table(of: entity).map { RowSource(objectsOf: entity, in: layout, table: $0) }
  }

  /// The links of an association of the version; nil if there are none.
  func links(_ carried: CarriedLinks) -> LinkSource? {
    guard let members else { return LinkSource(carried, in: layout) }
    let association = carried.association
    if let table = layout.joinTable(of: association) {
      let sources = links.first { $0.association == association }?.sources ?? []
      let queries = members.members(of: table, sources).map { member in
        let ends = member.columns.prefix(2).map(\.value.sql)
        return member.query("\(ends[0]) AS \"_near\", \(ends[1]) AS \"_far\"")
      }
      return LinkSource(queries, isReversed: carried.isReversed)
    }
    let primary = association.primary
    let queries = layout.schema.family(of: primary.entity).compactMap { member -> String? in
      guard let row = row(of: member.name), let link = row.values[primary.relationship.name]
      else { return nil }
      return row.query("\(row.id) AS \"_near\", \(link.sql) AS \"_far\"")
    }
    return LinkSource(queries, isReversed: carried.isReversed)
  }
}

// MARK: - Data

extension VersionRows {
  /// A query for the objects of an entity, without sub-entities.
  package func objects(of entity: String) -> String? { row(of: entity)?.query("*") }

  /// A query for the values of a property, by the objects of an entity without sub-entities.
  ///
  /// The condition on the value's SQL may leave some out.
  package func values(
    of property: String, in entity: String, where condition: ((String) -> String)? = nil
  ) -> String? {
    guard let row = row(of: entity, ownMembers), let value = row.values[property], !value.isNull
    else { return nil }
    // The name of a file stands for its bytes, where a file exists.
    let sql = value.isCopied ? value.sql : row.bytes[property] ?? value.sql
    let conditions = [row.condition, "\(sql) IS NOT NULL", condition?(sql)].compactMap(\.self)
    return "SELECT \(row.id), \(sql) FROM \(row.relation) "
      + "WHERE \(conditions.map { "(\($0))" }.joined(separator: " AND "))"
  }

  /// Some objects at one end of an association, by their entities without sub-entities.
  package enum Side {
    /// The objects at its primary end.
    case from([String])
    /// The objects to which the links of the primary end lead.
    case to([String])
  }

  /// A query for the links of an association, or for the links of the objects at one end.
  package func links(of association: Association, _ side: Side? = nil) -> String? {
    let carried = CarriedLinks(association)
    switch side {
    case nil: return links(carried)?.all
    case .from(let entities): return links(carried)?.query(near: identities(of: entities))
    case .to(let entities): return links(carried.reversed)?.query(near: identities(of: entities))
    }
  }

  /// A query for the links of an association at objects with several links.
  package func listedLinks(of association: Association, fromPrimary isPrimary: Bool) -> String? {
    links(CarriedLinks(association, isReversed: !isPrimary)).map { links in
      links.query(near: "\(links.query(links.near.quotedName)) GROUP BY 1 HAVING count(*) > 1")
    }
  }

  private func identities(of entities: [String]) -> String {
    SuccessionQueries.union(entities.compactMap { row(of: $0).map { $0.query($0.id) } })
  }
}

// MARK: - Lost links

extension VersionRows {
  /// The links of a many-to-many that are lost because a condition leaves the object at one end behind, by
  /// the objects at their primary ends; nil if no object is left behind.
  ///
  /// A link whose two objects are both left behind is not counted: no remaining object loses it.
  package func droppedLinks(
    _ links: LinkMapping, by mapping: Mapping, to after: VersionRows
  ) -> LossQuery? {
    let primary = links.association.primary
    let near = leftBehind("_near", as: primary.entity, by: mapping, to: after)
    let far = leftBehind("_far", as: primary.relationship.destination, by: mapping, to: after)
    let all = links.sources.compactMap { self.links($0)?.pairs("_near", "_far") }
    guard !all.isEmpty, near != nil || far != nil else { return nil }
    // Without an inverse, objects do not know which objects link to them.
    let condition =
      links.association.inverse == nil
      ? "(\(far ?? "0")) AND NOT (\(near ?? "0"))" : "(\(far ?? "0")) <> (\(near ?? "0"))"
    return LossQuery(
      "SELECT \"_near\" AS \"_id\", \"_near\", \"_far\" FROM (\(all.joined(separator: " UNION ")))",
      where: condition)
  }

  /// The condition that an object is left behind; nil if no condition leaves any behind.
  private func leftBehind(
    _ column: String, as entity: String, by mapping: Mapping, to after: VersionRows
  ) -> String? {
    let conditional = mapping.target.family(of: entity).compactMap { mapping.entity($0.name) }
      .filter { $0.source != nil && $0.layers.contains { $0.filter != nil } }
    guard !conditional.isEmpty else { return nil }
    let (all, passing) = (
      identities(of: conditional.compactMap(\.source)),
      after.identities(of: conditional.map(\.entity))
    )
    return "\(column.quotedName) IN (\(all)) AND \(column.quotedName) NOT IN (\(passing))"
  }

  /// The links of a relationship that are missing in its new association, by the objects that they lead from;
  /// nil if there are no links.
  ///
  /// Links of objects that a condition leaves behind are not counted.
  package func unkeptLinks(
    _ old: CarriedLinks, as end: Association.End, by mapping: Mapping, to after: VersionRows
  ) -> LossQuery? {
    let new = after.layout.associations.first { $0.has(end) }
    guard let before = links(old), let new else { return nil }
    let kept = after.links(CarriedLinks(new, isReversed: new.primary != end))?.pairs("_id", "_far")
    let gone = [
      leftBehind("_id", as: end.entity, by: mapping, to: after),
      leftBehind("_far", as: end.relationship.destination, by: mapping, to: after),
    ].compactMap(\.self)
    return LossQuery(
      before.pairs("_id", "_far"),
      where: gone.reduce("(\"_id\", \"_far\") NOT IN (\(kept ?? "SELECT NULL, NULL WHERE 0"))") {
        "\($0) AND NOT (\($1))"
      })
  }
}

extension ValueSource {
  /// The store's own value: without a default, and before conversions.
  fileprivate var ownValue: ValueSource {
    switch self {
    case .defaulted: .none
    case .filled(let value, with: _, _), .converted(let value, _, _), .recoded(let value, _),
      .held(let value, _):
      value.ownValue
    default: operand.map { made(from: $0.ownValue) } ?? self
    }
  }
}
