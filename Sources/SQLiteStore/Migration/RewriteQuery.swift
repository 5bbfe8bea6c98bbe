package import MigrationPlanner
internal import SchemaModel

/// Asks what an expression would do to what is there, of the objects of one entity.
package struct RewriteQuery: Hashable, Sendable {
  /// A query for three numbers: of objects, of those whose value changes, and of values or links
  /// that are there and would not be.
  package let count: String
  /// A query for the identities of the objects that would lose one, in their order.
  package let losers: String

  /// The questions about a rewriting on the way to a version, for a store that has a layout.
  ///
  /// Nil where the layout keeps no such objects.
  package init?(
    _ rewriting: Rewriting, from source: StoreLayout, to target: StoreLayout
  ) throws(StoreScriptError) {
    guard let table = source.table(of: rewriting.source) else { return nil }
    let paths = ToOnePaths(of: rewriting.source, in: source)
    var row = RowSource(objectsOf: rewriting.source, in: source, table: table)
    let layer = MappingLayer(
      version: target.schema.version, entity: rewriting.entity,
      values: [
        PropertyMapping("before", rewriting.before.isCopied ? rewriting.before : .none),
        PropertyMapping("after", .expression(paths.resolved(rewriting.expression))),
      ], filter: rewriting.filter.map(paths.resolved))
    try row.apply(
      layer, below: rewriting.source,
      ValueRenderer(source: source, target: target.schema, tableNames: [:]))
    guard let before = Self.before(rewriting.before, in: row, source),
      let expression = row.values["after"]?.sql
    else { return nil }
    let after = target.held(expression, as: rewriting.property, of: rewriting.entity)
    let lost =
      rewriting.isLinkToAddition
      ? "(\(before.value) IS NOT NULL AND \(before.value) IS NOT \(after))"
      : "max(0, \(before.number) - (\(expression) IS NOT NULL))"
    let effects =
      "SELECT \(row.id) AS _id, \(before.value) IS NOT \(after) AS _changed, \(lost) AS _lost"
      + " FROM \(row.relation)\(row.whereClause)"
    count =
      "SELECT count(*), coalesce(sum(_changed OR _lost), 0), coalesce(sum(_lost), 0)"
      + " FROM (\(effects))"
    losers = "SELECT _id FROM (\(effects)) WHERE _lost > 0 ORDER BY _id"
  }

  /// The value that is there, and how many values or links that is.
  private static func before(
    _ value: ValueSource, in row: RowSource, _ layout: StoreLayout
  ) -> (value: String, number: String)? {
    guard case .linked(let links) = value else {
      guard let held = row.values["before"] else { return nil }
      return (row.bytes["before"] ?? held.sql, "(\(held.sql) IS NOT NULL)")
    }
    let queries = links.compactMap { links in
      LinkSource(links, in: layout, tableNames: [:]).map { $0.query($0.far, of: row.id) }
    }
    guard !queries.isEmpty else { return nil }
    let all = "(\(queries.joined(separator: " UNION ")))"
    return ("(SELECT max(\"_far\") FROM \(all))", "(SELECT count(*) FROM \(all))")
  }
}

extension ValueSource {
  fileprivate var isCopied: Bool { if case .copied = self { true } else { false } }
}

extension StoreLayout {
  /// A value as the column of a property will hold it: a STRICT table makes a number of the text of
  /// one (https://www.sqlite.org/stricttables.html).
  fileprivate func held(_ sql: String, as property: String, of entity: String) -> String {
    let column = table(of: entity).flatMap { nativeDefinition.table(named: $0) }.flatMap { table in
      self.column(of: property, in: entity).flatMap { table.column(named: $0) }
    }
    guard let type = column?.type, type != "ANY", type != "BLOB",
      schema.attribute(named: property, of: entity)?.attribute.storage != .external
    else { return sql }
    return "CAST(\(sql) AS \(type))"
  }
}
