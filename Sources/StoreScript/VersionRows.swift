package import MigrationPlanner
package import SchemaModel
internal import SQLite
internal import SQLText
package import StoreLayout

/// The objects and links of a version within a stage, as queries over the tables with which the stage starts.
///
/// The first version of a stage has these tables; the mapping that leads to a later version computes that
/// version's values and leaves out its removed objects. So the data of every version can be counted before
/// the stage, and no version between needs to exist.
package struct VersionRows {
  /// The layout of the version.
  package let layout: StoreLayout
  /// The mapping that leads to a later version, with its paths resolved.
  private let mapping: Mapping?
  let members: MemberBuilder?
  /// The same with the store's own values: without defaults, and before conversions that may refuse them.
  private let ownMembers: MemberBuilder?

  /// The rows of the version with which a stage starts.
  package init(of layout: StoreLayout) {
    (self.layout, mapping, members, ownMembers) = (layout, nil, nil, nil)
  }

  /// The rows of a later version, to which a mapping leads from the stage's start; nil leads nowhere.
  package init(after mapping: Mapping?, from source: StoreLayout) throws(StoreScriptError) {
    layout = mapping.map { StoreLayout(of: $0.target) } ?? source
    guard let mapping else {
      (self.mapping, members, ownMembers) = (nil, nil, nil)
      return
    }
    let start = StoreLayout(of: mapping.source)
    let resolved = mapping.holdingResults.resolvingPaths(in: start, to: layout)
    self.mapping = resolved
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
      let sources = mapping?.links.first { $0.association == association }?.sources ?? []
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
  /// The condition on the value's SQL may leave some out. With the names of a relation's columns, the rows are
  /// found for which the value's SQL reads something, without a value being computed.
  package func values(
    of property: String, in entity: String, where condition: ((String) -> String)? = nil,
    reading columns: ((String) -> [String])? = nil
  ) -> String? {
    guard let row = row(of: entity, ownMembers), let value = row.values[property], !value.isNull
    else { return nil }
    if let columns = columns?(row.relation), !value.isColumn {
      let names = SQLTokens(value.sql).foldedNames
      let read = columns.filter { names.contains($0.asciiLowercased) }
        .map { "\($0.quotedName) IS NOT NULL" }
      return "SELECT \(row.id) FROM \(row.relation) "
        + "WHERE \(read.isEmpty ? "1" : read.joined(separator: " OR "))"
    }
    // The name of a file stands for its bytes, where a file exists.
    let sql = value.isCopied ? value.sql : row.bytes[property] ?? value.sql
    let conditions = [row.condition, "\(sql) IS NOT NULL", condition?(sql)].compactMap(\.self)
    return "SELECT \(row.id), \(sql) FROM \(row.relation) "
      + "WHERE \(conditions.map { "(\($0))" }.joined(separator: " AND "))"
  }

  /// A query for some links, or for those that are followed from objects of some entities without their
  /// sub-entities.
  package func links(_ links: CarriedLinks, fromEach entities: [String]?) -> String? {
    self.links(links).map { links in
      entities.map { links.query(near: identities(of: $0)) } ?? links.all
    }
  }

  /// A query for the links of objects with several links.
  package func listedLinks(_ links: CarriedLinks) -> String? {
    self.links(links).map { links in
      links.query(near: "\(links.query(links.near.quotedName)) GROUP BY 1 HAVING count(*) > 1")
    }
  }

  /// A query for the objects of some entities, without sub-entities.
  func identities(of entities: [String]) -> String {
    Self.union(entities.compactMap { row(of: $0).map { $0.query($0.id) } })
  }

  static func union(_ queries: [String]) -> String {
    queries.isEmpty ? "SELECT NULL WHERE 0" : queries.joined(separator: " UNION ALL ")
  }
}

// MARK: - Merged objects

extension VersionRows {
  /// The merge of an entity's objects, with a query for the pairs of merged objects: `_loser`, `_survivor`.
  ///
  /// Nil if they are not merged, or if the pairs are known only during the migration: a step may make objects
  /// equal or different, other objects that identify them may be merged before, and a preference that reads
  /// other tables' rows is known only once these rows exist.
  package func merge(of entity: String) -> (merge: EntityMerge, pairs: String)? {
    guard let mapping, let members, mapping.steps.isEmpty,
      let position = mapping.merges.firstIndex(where: {
        layout.schema.isEntity(entity, orDescendantOf: $0.entity)
      })
    else { return nil }
    let merge = mapping.merges[position]
    let rivals = merge.destinations(in: layout.schema) + [merge.entity]
    let choices = merge.deduplication.choices
    guard !choices.conditions.contains(where: { SQLTokens($0).hasSubquery }),
      !mapping.merges[..<position].contains(where: { $0.isAmong(rivals, in: layout.schema) })
    else { return nil }
    let family = layout.schema.family(of: merge.entity)
    let (objects, made) = (members.heirs(in: family), members.made(in: family))
    let properties = layout.storedProperties(of: merge.entity).map(\.property)
    let queries = objects.map { mapping, row in
      let values = properties.map { "\(row.values[$0]?.sql ?? "NULL") AS \($0.quotedName)" }
      let kind = "\(mapping.entity.quotedText) AS \(StoreLayout.discriminatorColumn.quotedName)"
      return row.query((["\(row.id) AS \"_id\""] + values + [kind]).joined(separator: ", "))
    }
    let map = MergeMap(
      merge.deduplication, of: merge.entity, objects: Self.union(queries), ofSeveralEntities: true,
      numbers: layout.schema.spelledNumbers(among: choices, of: merge.entity)
        .union(merge.formerNumbers),
      made: made.isEmpty || made.count == objects.count
        ? nil : Self.union(made.map { $0.row.query($0.row.id) }))
    return queries.isEmpty
      ? nil : (merge, "SELECT \"_loser\", \"_survivor\" FROM (\(map.query))")
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
