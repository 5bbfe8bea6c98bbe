internal import SQLite
internal import MigrationPlanner
internal import SchemaModel

extension ValueRenderer {
  /// The position of an object among the objects linked to the same one, carried along with the link.
  ///
  /// If an expression makes the link, an object that is still linked to the same one keeps its position.
  /// Objects linked from elsewhere follow behind, in the order of their identities.
  func order(
    _ mapping: PropertyMapping, in row: RowSource, _ place: Place
  ) throws(StoreScriptError) -> RowValue? {
    guard let replaced = mapping.replaced else { return carriedOrder(mapping.value, in: row) }
    guard let positions = positions(of: replaced, in: row) else { return nil }
    let link = try value(mapping.value, in: row, place).sql
    return .computed(
      "CASE WHEN \(link) IS NULL THEN NULL"
        + " WHEN \(positions.isKept(link)) THEN \(positions.kept(link))"
        + " ELSE (SELECT coalesce(max(\(positions.column)), 0) FROM \(positions.relation))"
        + " + \(row.id) END")
  }

  private func carriedOrder(_ value: ValueSource, in row: RowSource) -> RowValue? {
    switch value {
    case .copied(let property): row.orders[property]
    case .linked(let links) where links.count == 1:
      linkSource(links[0]).flatMap { links in
        links.farOrder.map { .computed("(\(links.query($0, of: row.id)))") }
      }
    case .chosen(let links, let choices, agreeing: nil) where links.count == 1:
      chosenOrder(links[0], choices, in: row)
    default: nil
    }
  }

  /// The position of the one link that stays.
  ///
  /// If the choice is made at the other end of the object's own link, only one link leads there, and there is
  /// no order.
  private func chosenOrder(
    _ carried: CarriedLinks, _ choices: [Deduplication.Choice], in row: RowSource
  ) -> RowValue? {
    guard !carried.isOwn, let links = LinkSource(carried, in: source),
      let order = links.farOrder, let choice = choice([carried], choices)
    else { return nil }
    let chosen = choice.query(of: row.id)
    return .computed(
      "(\(links.query(order, of: row.id)) AND \(links.qualified(links.far)) = \(chosen))")
  }

  private func positions(of value: ValueSource, in row: RowSource) -> PositionsBefore? {
    switch value {
    case .copied(let property):
      guard let link = row.values[property], let order = row.orders[property] else { return nil }
      return PositionsBefore(
        column: order.sql, relation: row.relation, isKept: { "\(link.sql) IS \($0)" },
        kept: { _ in order.sql })
    case .linked(let links) where links.count == 1:
      guard let before = linkSource(links[0]), let order = before.farOrder
      else { return nil }
      let (far, id) = (before.query(before.far, of: row.id), row.id)
      return PositionsBefore(
        column: order.quotedName, relation: before.table.quotedName,
        isKept: { "\($0) IN (\(far))" },
        kept: { "(\(before.query(order, of: id)) AND \(before.qualified(before.far)) = \($0))" })
    default: return nil
    }
  }
}

/// The positions that objects had before an expression gave them their links, as SQL.
private struct PositionsBefore {
  /// The column with the positions.
  var column: String
  /// The SQL behind FROM.
  var relation: String
  /// The condition that the object was already linked to the given one.
  var isKept: (String) -> String
  /// The position among that object's links.
  var kept: (String) -> String
}
