internal import SQLite
package import StoreLayout
package import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// Counts what an expression changes in the existing objects of one entity.
package struct RewriteQuery: Hashable, Sendable {
  /// A query for four numbers: objects, objects whose value changes, values or links that are lost, and
  /// values that may not be recoverable from the new ones.
  package let count: String
  /// The losses, by the objects that lose something and, of several links, the one that is kept.
  package let losses: LossQuery
  /// The same for values that may not be recoverable from the new ones.
  package let risks: LossQuery

  /// Creates the queries for a rewriting of the rows of the previous version.
  ///
  /// Nil if there are no such objects. If the linked objects are merged afterwards, `heirs` is a table
  /// of the merged pairs: `_loser`, `_survivor`.
  package init?(
    _ rewriting: Rewriting, from rows: VersionRows, to target: StoreLayout, heirs: String? = nil
  ) throws(StoreScriptError) {
    guard var row = rows.row(of: rewriting.source) else { return nil }
    let paths = ToOnePaths(of: rewriting.source, in: rows.layout)
    let layer = MappingLayer(
      version: target.schema.version, entity: rewriting.entity,
      values: [
        PropertyMapping("before", rewriting.before.isCopied ? rewriting.before : .none),
        PropertyMapping("after", .expression(paths.resolved(rewriting.expression))),
      ], filter: rewriting.filter.map(paths.resolved))
    try row.apply(
      layer, below: rewriting.source,
      ValueRenderer(source: rows.layout, target: target.schema))
    guard let before = Self.before(rewriting.before, in: row, rows, heirs),
      let expression = row.values["after"]?.sql
    else { return nil }
    let after = target.held(expression, as: rewriting.property, of: rewriting.entity)
    // Compares values exactly: a column's collation may treat different values as equal.
    let changed =
      rewriting.types == nil
      ? "\(Self.heir(of: before.value, by: heirs)) IS NOT \(Self.heir(of: after, by: heirs))"
      : "\(before.value) IS NOT (\(after)) COLLATE BINARY"
    let untold = Self.untold(rewriting, before.value, after, row.id)
    var lost = Self.lost(rewriting, before, expression, after, changed, heirs)
    if rewriting.losesForCertain { lost = "max(\(lost), \(untold))" }
    let risk = rewriting.losesForCertain ? "0" : untold
    let kept = rewriting.choosesOfMany ? after : "NULL"
    let effects =
      "SELECT \(row.id) AS _id, \(changed) AS _changed, \(lost) AS _lost, \(risk) AS _risk, "
      + "\(kept) AS _kept FROM \(row.relation)\(row.whereClause)"
    count =
      "SELECT count(*), coalesce(sum(_changed OR _lost), 0), coalesce(sum(_lost), 0), "
      + "coalesce(sum(_risk), 0) FROM (\(effects))"
    losses = LossQuery("SELECT _id, _lost, _kept FROM (\(effects))", where: "_lost > 0")
    risks = LossQuery("SELECT _id, _risk FROM (\(effects))", where: "_risk > 0")
  }

  /// Whether a value of an attribute cannot be recovered from the new one.
  private static func untold(
    _ rewriting: Rewriting, _ before: String, _ after: String, _ id: String
  ) -> String {
    guard let types = rewriting.types, !rewriting.keepsAll, !rewriting.isKeptElsewhere else {
      return "0"
    }
    var kept = KeptValue(
      before: before, after: after, id: id, types: (types.before, types.after)
    ).condition
    if case .copied(let name) = rewriting.before,
      let inverse = ArithmeticInverse(rewriting.expression, of: name)
    {
      kept += " OR \(inverse.condition(before, after))"
    }
    return "(\(before) IS NOT NULL AND \(after) IS NOT NULL AND NOT (\(kept)))"
  }

  /// The number of values or links of an object that are lost.
  private static func lost(
    _ rewriting: Rewriting, _ before: Before, _ expression: String, _ after: String,
    _ changed: String, _ heirs: String?
  ) -> String {
    if rewriting.isLinkToAddition { return "(\(before.value) IS NOT NULL AND \(changed))" }
    if !rewriting.choosesOfMany, !rewriting.leadsToSame || rewriting.isKeptElsewhere {
      return "max(0, \(before.number) - (\(expression) IS NOT NULL))"
    }
    // A link that leads elsewhere is lost.
    guard let links = before.links else { return "(\(before.value) IS NOT NULL AND \(changed))" }
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
    /// The old value.
    var value: String
    /// The number of old values or links.
    var number: String
    /// A query for the destinations of the links, `_far`, if they are stored on their own.
    var links: String?
  }

  private static func before(
    _ value: ValueSource, in row: RowSource, _ rows: VersionRows, _ heirs: String?
  ) -> Before? {
    guard case .linked(let links) = value else {
      guard let held = row.values["before"] else { return nil }
      return Before(
        value: row.bytes["before"] ?? held.sql, number: "(\(held.sql) IS NOT NULL)")
    }
    let queries = links.compactMap { links in
      rows.links(links).map { $0.query($0.far, of: row.id) }
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
  /// A value as the column of a property will hold it.
  ///
  /// A STRICT table converts the text of a number to the number (https://www.sqlite.org/stricttables.html).
  /// Any other table does so if the whole text is a number.
  func held(_ sql: String, as property: String, of entity: String) -> String {
    guard let table = table(of: entity), let name = column(of: property, in: entity),
      let type = definition.table(named: table)?.column(named: name)?.type,
      schema.attribute(named: property, of: entity)?.attribute.storage != .external
    else { return sql }
    if isExisting(entity) { return "(\(ColumnAffinity(type).held(sql)))" }
    if type == "ANY" || type == "BLOB" { return sql }
    // For a bare name, it costs little to leave out the values that the table refuses.
    let isName = SQLTokens(sql).isName
    let taken = isName ? ColumnAffinity(type).held(sql, inStrictTableOr: "NULL") : sql
    return "CAST(\(taken) AS \(type))"
  }
}

extension SQLTokens {
  /// Whether the SQL is only a name, possibly in parentheses.
  fileprivate var isName: Bool {
    let words = tokens.filter { !["(", ")"].contains($0.text) }
    return words.count == 1 && [.word, .quotedName].contains(words[0].kind)
  }
}
