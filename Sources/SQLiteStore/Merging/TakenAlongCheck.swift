internal import SchemaModel

/// What goes with objects that are merged, to be counted before any of them goes.
///
/// That is what they hold and the one that stays does not: values that are others there or none,
/// and links that it has no room for.
package struct TakenAlongCheck: Hashable, Sendable {
  /// What is counted of one property.
  package struct Property: Hashable, Sendable {
    /// The property, by its name in the new version: `Book.title`.
    package var name: String
    /// Whether it is a relationship.
    package var isLink: Bool
  }

  /// The properties, in the order of the numbers.
  package var properties: [Property]
  /// A query for one row with a number for each of them.
  package var query: String
}

extension TakenAlongCheck {
  /// What the objects of one entity hold, without those of the entities below it; nil where that is
  /// no more than their key.
  ///
  /// The heirs are a query for which object goes into which.
  init?(
    _ map: MergeMap, of entity: String, by key: [String], heirs: String, in layout: StoreLayout
  ) {
    let columns = layout.storedProperties(of: entity).map(\.property).filter { !key.contains($0) }
    guard !columns.isEmpty else { return nil }
    let table = layout.table(of: entity)
    var (properties, values, lost): ([Property], [String], [String]) = ([], [], [])
    var owns: [String] = []
    var joins = ""
    for (number, column) in columns.enumerated() {
      let name = "_member.\(column.quotedName)"
      let found = layout.schema.relationship(named: column, of: entity)
      let owner = found?.owner ?? layout.schema.attribute(named: column, of: entity)?.owner
      properties.append(Property(name: "\(owner ?? entity).\(column)", isLink: found != nil))
      var isOwn = ""
      if let found, layout.table(of: found.relationship.destination) == table {
        // What stays takes over nothing for a link among the duplicates.
        isOwn = "NOT (\"_rank\" = 1 AND _own\(number)), "
        owns.append("\(name) IS NOT NULL AS _own\(number)")
        // A link to an object that goes is one to the object that it goes into.
        joins += " LEFT JOIN (\(heirs)) AS _heir\(number) ON _heir\(number).\"_loser\" = \(name)"
        values.append(
          "nullif(coalesce(_heir\(number).\"_survivor\", \(name)), _member.\"_survivor\")")
      } else {
        values.append(name)
      }
      // The one that stays takes over the first link, where it has none.
      let order = found == nil ? "" : "\(isOwn)_value\(number) IS NULL, "
      lost.append(
        "_value\(number) IS NOT NULL AND _value\(number) IS NOT first_value(_value\(number)) "
          + "OVER (PARTITION BY \"_survivor\" ORDER BY \(order)\"_rank\")")
    }
    let members = (values.enumerated().map { "\($1) AS _value\($0)" } + owns)
      .joined(separator: ", ")
    let losses = lost.enumerated().map { "\($1) AS _lost\($0)" }.joined(separator: ", ")
    let sums = lost.indices.map { "coalesce(sum(_lost\($0)), 0)" }.joined(separator: ", ")
    self.properties = properties
    query = """
      SELECT \(sums) FROM (SELECT \(losses) FROM (SELECT \(members), _member."_survivor", \
      _member."_rank" FROM (\(map.members(columns))) AS _member\(joins)))
      """
  }

  /// The links to merged objects of which each may have one only.
  init(to map: MergeMap, at end: Association.End, from objects: String) {
    properties = [Property(name: end.description, isLink: true)]
    query = """
      SELECT coalesce(sum(_links - 1), 0) FROM (SELECT count(*) AS _links FROM (\(objects)) AS _other \
      JOIN (\(map.members([]))) AS _member ON _member."_id" = \
      _other.\(end.relationship.name.quotedName) GROUP BY _member."_survivor" HAVING count(*) > 1)
      """
  }
}
