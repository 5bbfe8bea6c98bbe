internal import SQLite
internal import SchemaModel

/// The losses by merging objects, to be counted before any object is deleted.
///
/// A loss is data of a merged object that the kept object lacks: values that differ or are missing there, and
/// links that it has no room for.
package struct TakenAlongCheck: Hashable, Sendable {
  /// The losses, in the order of the numbers, by the names of the new version.
  package var effects: [Effect]
  /// A query for one row with a number for each loss.
  package var query: String
}

extension TakenAlongCheck {
  /// The losses from the objects of one entity, without its sub-entities; nil if they have no values but
  /// their key.
  ///
  /// The heirs are queries for the pairs of merged objects, by the tables that hold the objects.
  init?(
    _ map: MergeMap, of entity: String, by key: [String], heirs: [String: String],
    in layout: StoreLayout
  ) {
    let columns = layout.storedProperties(of: entity).map(\.property).filter { !key.contains($0) }
    guard !columns.isEmpty else { return nil }
    let table = layout.table(of: entity)
    var (properties, values, lost): ([Effect], [String], [String]) = ([], [], [])
    var owns: [String] = []
    var joins = ""
    for (number, column) in columns.enumerated() {
      let name = "_member.\(column.quotedName)"
      let found = layout.schema.relationship(named: column, of: entity)
      let owner = found?.owner ?? layout.schema.attribute(named: column, of: entity)?.owner
      properties.append(
        Effect(.takenAlong(found == nil ? .values : .links), of: "\(owner ?? entity).\(column)"))
      var inner = ""
      let destination = found.flatMap { layout.table(of: $0.relationship.destination) }
      let moved = destination.flatMap { heirs[$0] }.map { heirs in
        // A link to a merged object counts as a link to the kept object.
        joins += " LEFT JOIN (\(heirs)) AS _heir\(number) ON _heir\(number).\"_loser\" = \(name)"
        return "coalesce(_heir\(number).\"_survivor\", \(name))"
      }
      if let moved, destination == table {
        // A link among the duplicates is lost; a link of the kept object to itself is not.
        let isItself = "(_member.\"_rank\" = 1 AND \(name) = _member.\"_survivor\")"
        inner = "_own\(number) AND _value\(number) IS NULL OR "
        owns.append("\(name) IS NOT NULL AS _own\(number)")
        values.append(
          "CASE WHEN \(isItself) THEN \(name) ELSE nullif(\(moved), _member.\"_survivor\") END")
      } else {
        values.append(moved ?? name)
      }
      // The kept object takes over the first link, if it has none.
      let order = found == nil ? "" : "_value\(number) IS NULL, "
      lost.append(
        "\(inner)_value\(number) IS NOT NULL AND _value\(number) IS NOT first_value(_value\(number)) "
          + "OVER (PARTITION BY \"_survivor\" ORDER BY \(order)\"_rank\")")
    }
    let members = (values.enumerated().map { "\($1) AS _value\($0)" } + owns)
      .joined(separator: ", ")
    let losses = lost.enumerated().map { "\($1) AS _lost\($0)" }.joined(separator: ", ")
    let sums = lost.indices.map { "coalesce(sum(_lost\($0)), 0)" }.joined(separator: ", ")
    effects = properties
    query = """
      SELECT \(sums) FROM (SELECT \(losses) FROM (SELECT \(members), _member."_survivor", \
      _member."_rank" FROM (\(map.members(columns))) AS _member\(joins)))
      """
  }

  /// The links between objects that are merged into the same one.
  init(within map: MergeMap, _ links: StoreLayout.JoinTable) {
    effects = [Effect(.takenAlong(.links), of: links.association.primary.description)]
    let (owner, destination) = (links.ownerColumn, links.destinationColumn)
    query = """
      SELECT count(*) FROM \(links.name.quotedName) AS _link \
      JOIN (\(map.members([]))) AS _first ON _first."_id" = _link.\(owner.quotedName) \
      JOIN (\(map.members([]))) AS _second ON _second."_id" = _link.\(destination.quotedName) \
      WHERE _first."_survivor" = _second."_survivor" AND _first."_id" <> _second."_id"
      """
  }

  /// The lost links to merged objects, where each object may have only one.
  ///
  /// Links of objects that are merged themselves count as one; the heirs are a query for these.
  init(
    to map: MergeMap, at end: Association.End, from objects: String, heirs: String? = nil
  ) {
    effects = [Effect(.takenAlong(.links), of: end.description)]
    let (links, join) =
      heirs.map {
        (
          "count(DISTINCT coalesce(_heir.\"_survivor\", _other.\"_id\"))",
          " LEFT JOIN (\($0)) AS _heir ON _heir.\"_loser\" = _other.\"_id\""
        )
      } ?? ("count(*)", "")
    query = """
      SELECT coalesce(sum(_links - 1), 0) FROM (SELECT \(links) AS _links FROM (\(objects)) AS _other \
      JOIN (\(map.members([]))) AS _member ON _member."_id" = \
      _other.\(end.relationship.name.quotedName)\(join) GROUP BY _member."_survivor" \
      HAVING count(*) > 1)
      """
  }
}
