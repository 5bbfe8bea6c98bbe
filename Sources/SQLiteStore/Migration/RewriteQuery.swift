package import MigrationPlanner
internal import SchemaModel

/// Asks what an expression would do to what is there, of the objects of one entity.
package struct RewriteQuery: Hashable, Sendable {
  /// A query for three numbers: of objects, of those whose value changes, and of values or links
  /// that are there and would not be.
  package let count: String
  /// A query for the identities of the objects that would lose one, in their order.
  package let losers: String
  /// A query for what is lost, by the objects that lose it and, of several links, the one that stays.
  package let losses: String

  /// The questions about a rewriting on the way to a version, for a store that has a layout.
  ///
  /// Nil where the layout keeps no such objects.
  /// Where the objects that links lead to are merged afterwards, a table says which goes into which:
  /// `_loser`, `_survivor`.
  package init?(
    _ rewriting: Rewriting, from source: StoreLayout, to target: StoreLayout, heirs: String? = nil
  ) throws(StoreScriptError) {
    guard let table = source.table(of: rewriting.source) else { return nil }
    let paths = ToOnePaths(of: rewriting.source, in: source)
    var row = RowSource(objectsOf: rewriting.source, in: source, table: table)
    let layer = MappingLayer(
      version: target.schema.version, entity: rewriting.entity,
      values: [
        PropertyMapping("before", rewriting.before.isCopied ? rewriting.before : .none),
        PropertyMapping("after", .expression(paths.resolved(rewriting.expression))),
        PropertyMapping(
          "marked", .expression(CastMark.marked(paths.resolved(rewriting.expression)))),
      ], filter: rewriting.filter.map(paths.resolved))
    try row.apply(
      layer, below: rewriting.source,
      ValueRenderer(source: source, target: target.schema, tableNames: [:]))
    guard let before = Self.before(rewriting.before, in: row, source, heirs),
      let expression = row.values["after"]?.sql
    else { return nil }
    let after = target.held(expression, as: rewriting.property, of: rewriting.entity)
    let number = Self.number(rewriting, before, row)
    let changed =
      number.map { "(\(before.value) IS NOT NULL AND \($0) IS NOT \(after))" }
      ?? "\(Self.heir(of: before.value, by: heirs)) IS NOT \(Self.heir(of: after, by: heirs))"
    let lost =
      number.map { number in
        // A conversion would refuse the text, of which the cast makes a zero.
        let marked = row.values["marked"]?.sql ?? expression
        let isZero =
          "(\(after) = 0 AND \(number) IS NULL "
          + "AND \(target.held(marked, as: rewriting.property, of: rewriting.entity)) <> 0)"
        return "(\(before.value) IS NOT NULL AND (\(expression) IS NULL OR \(isZero)))"
      } ?? Self.lost(rewriting, before, expression, after, changed, heirs)
    let kept = rewriting.choosesOfMany ? after : "NULL"
    let effects =
      "SELECT \(row.id) AS _id, \(changed) AS _changed, \(lost) AS _lost, \(kept) AS _kept"
      + " FROM \(row.relation)\(row.whereClause)"
    count =
      "SELECT count(*), coalesce(sum(_changed OR _lost), 0), coalesce(sum(_lost), 0)"
      + " FROM (\(effects))"
    losers = "SELECT _id FROM (\(effects)) WHERE _lost > 0 ORDER BY _id"
    losses = "SELECT _id, _lost, _kept FROM (\(effects)) WHERE _lost > 0"
  }

  /// The number that a text is, where it is cast; NULL for a text that is none.
  private static func number(
    _ rewriting: Rewriting, _ before: Before, _ row: RowSource
  ) -> String? {
    rewriting.castType.map { type in
      "migrate_convert(\(before.value), 'string', \(type.keyword.quotedText), '', \(row.id))"
    }
  }

  /// How many values or links of an object are gone afterwards.
  private static func lost(
    _ rewriting: Rewriting, _ before: Before, _ expression: String, _ after: String,
    _ changed: String, _ heirs: String?
  ) -> String {
    if rewriting.isLinkToAddition { return "(\(before.value) IS NOT NULL AND \(changed))" }
    guard rewriting.choosesOfMany, let links = before.links else {
      return "max(0, \(before.number) - (\(expression) IS NOT NULL))"
    }
    return "\(before.number) - EXISTS (SELECT 1 FROM \(links) "
      + "WHERE \(heir(of: "\"_far\"", by: heirs)) = \(heir(of: after, by: heirs)))"
  }

  /// The object that a link leads to once objects are merged.
  private static func heir(of identity: String, by heirs: String?) -> String {
    guard let heirs else { return identity }
    return
      "coalesce((SELECT \"_survivor\" FROM \(heirs) WHERE \"_loser\" = \(identity)), \(identity))"
  }

  private struct Before {
    /// The value that is there.
    var value: String
    /// How many values or links that is.
    var number: String
    /// A query for what they lead to, `_far`, where they stand by themselves.
    var links: String?
  }

  private static func before(
    _ value: ValueSource, in row: RowSource, _ layout: StoreLayout, _ heirs: String?
  ) -> Before? {
    guard case .linked(let links) = value else {
      guard let held = row.values["before"] else { return nil }
      return Before(
        value: row.bytes["before"] ?? held.sql, number: "(\(held.sql) IS NOT NULL)")
    }
    let queries = links.compactMap { links in
      LinkSource(links, in: layout, tableNames: [:]).map { $0.query($0.far, of: row.id) }
    }
    guard !queries.isEmpty else { return nil }
    let all = "(\(queries.joined(separator: " UNION ")))"
    return Before(
      value: "(SELECT max(\"_far\") FROM \(all))",
      number: "(SELECT count(DISTINCT \(heir(of: "\"_far\"", by: heirs))) FROM \(all))",
      links: all)
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
