internal import SQLite
internal import SchemaModel

/// The proofs of a merge, table by table: the rows that must result from the previous ones.
///
/// They are computed from the map of objects, and not from the statements.
extension MergeStatements {
  /// The proofs for every table that may change.
  package var proofs: [ConservationCheck] {
    let others = Dictionary(grouping: incoming.filter { !$0.isWithinTable }, by: \.table)
    return proofsOfMergedRows
      + others.sorted { $0.key < $1.key }.flatMap { proofs(of: $0.key, $0.value) }
      + incomingJoins.map { proof(of: $0.links, $0.columns) }
  }

  // MARK: - Merged rows

  /// The kept objects keep their own values.
  ///
  /// Their links are their own or, if they had none, those of the first duplicate that has one.
  private var proofsOfMergedRows: [ConservationCheck] {
    let (incoming, outgoing) = (incoming, outgoing)
    let inner = incoming.filter(\.isWithinTable)
    let positions = inner.compactMap(\.order)
    let exclusive = Set(inner.filter(\.association.isExclusive).map(\.column))
    let links = Dictionary(
      outgoing.map { ($0.column, $0) }, uniquingKeysWith: { first, _ in first })
    let columns = columns(of: table).filter { !positions.contains($0) && !exclusive.contains($0) }
    let orders = Dictionary(
      outgoing.compactMap { link in link.order.map { ($0, link) } },
      uniquingKeysWith: { first, _ in first })
    let expected = columns.map { name in
      links[name].map(expectedLink) ?? orders[name].map { expectedPosition($0, name) }
        ?? "_kept.\(name.quotedName)"
    }
    let name = table.quotedName
    return [
      ConservationCheck(
        subject: table, table: table,
        source: "SELECT \(expected.joined(separator: ", ")) FROM \(name) AS _kept "
          + "WHERE _kept.\(Self.identity) NOT IN \(Self.goes)",
        target: "SELECT \(columns.quotedNames) FROM \(name)", columns: columns)
    ]
  }

  private func expectedLink(_ link: StoreLayout.StoredLink) -> String {
    let column = link.column.quotedName
    let own = "_kept.\(column)"
    guard link.isWithinTable else {
      return "coalesce(\(own), \(takenOver("_gone.\(column)", by: "_gone.\(column)", where: "1")))"
    }
    let moved = Self.heir(of: "_gone.\(column)")
    let takenOver = takenOver(moved, by: moved, where: "\(moved) <> _kept.\(Self.identity)")
    let isInner =
      "\(own) <> _kept.\(Self.identity) AND \(Self.heir(of: own)) = _kept.\(Self.identity)"
    let emptied = link.isOptional ? " OR \(isInner)" : ""
    return "CASE WHEN \(own) IS NULL\(emptied) THEN \(takenOver) ELSE \(Self.heir(of: own)) END"
  }

  /// The position of the link that is taken over, or else the row's own.
  private func expectedPosition(_ link: StoreLayout.StoredLink, _ order: String) -> String {
    let column = "_gone.\(link.column.quotedName)"
    let taken = takenOver(column, by: column, where: "1")
    let position = takenOver("_gone.\(order.quotedName)", by: column, where: "1")
    return "CASE WHEN _kept.\(link.column.quotedName) IS NULL AND \(taken) IS NOT NULL "
      + "THEN \(position) ELSE _kept.\(order.quotedName) END"
  }

  /// A value of the first duplicate with a link.
  private func takenOver(_ value: String, by link: String, where condition: String) -> String {
    """
    (SELECT \(value) FROM \(Self.plan) AS _m JOIN \(table.quotedName) AS _gone \
    ON _gone.\(Self.identity) = _m."_loser" WHERE _m."_survivor" = _kept.\(Self.identity) \
    AND \(link) IS NOT NULL AND \(condition) ORDER BY _m."_rank" LIMIT 1)
    """
  }

  // MARK: - Rows with links to them

  /// No row is deleted and no value changes, except for links, which lead to the kept object.
  private func proofs(of other: String, _ links: [StoreLayout.StoredLink]) -> [ConservationCheck] {
    let positions = links.compactMap(\.order)
    let exclusive = links.filter(\.association.isExclusive).map(\.column)
    let moved = Set(links.map(\.column)).subtracting(exclusive)
    let columns = columns(of: other).filter { !positions.contains($0) && !exclusive.contains($0) }
    let expected = columns.map {
      moved.contains($0) ? Self.heir(of: $0.quotedName) : $0.quotedName
    }
    let whole = ConservationCheck(
      subject: other, table: other,
      source: "SELECT \(expected.joined(separator: ", ")) FROM \(other.quotedName)",
      target: "SELECT \(columns.quotedNames) FROM \(other.quotedName)", columns: columns)
    return [whole] + exclusive.map { proof(of: other, exclusive: $0) }
  }

  /// The proof that every linked object is still linked, each by only one link.
  private func proof(of other: String, exclusive column: String) -> ConservationCheck {
    let (name, quoted) = (other.quotedName, column.quotedName)
    return ConservationCheck(
      subject: other, table: other,
      source: "SELECT DISTINCT \(Self.heir(of: quoted)) FROM \(name) WHERE \(quoted) IS NOT NULL",
      target: "SELECT \(quoted) FROM \(name) WHERE \(quoted) IS NOT NULL", columns: [column])
  }

  /// The proof for links that become equal: they count as one link.
  private func proof(
    of links: StoreLayout.JoinTable, _ columns: [String]
  ) -> ConservationCheck {
    let both = [links.ownerColumn, links.destinationColumn]
    let moved = both.map { columns.contains($0) ? Self.heir(of: $0.quotedName) : $0.quotedName }
    let isInner =
      columns.count == 2
      ? " WHERE NOT (\(both[0].quotedName) <> \(both[1].quotedName) AND \(moved[0]) = \(moved[1]))"
      : ""
    return ConservationCheck(
      subject: links.association.primary.description, table: links.name,
      source: "SELECT DISTINCT \(moved.joined(separator: ", ")) FROM \(links.name.quotedName)"
        + isInner,
      target: "SELECT \(both.quotedNames) FROM \(links.name.quotedName)", columns: both)
  }

  private func columns(of table: String) -> [String] {
    layout.definition.table(named: table)?.columns.map(\.name) ?? []
  }
}
