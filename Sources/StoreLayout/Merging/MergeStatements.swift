internal import SQLite
internal import SchemaModel

/// The statements that merge objects, given the pairs of merged objects.
///
/// No delete rule may act on data that lives on in another object: links are moved, or emptied, before their
/// objects are deleted.
package struct MergeStatements {
  let layout: StoreLayout
  package let table: String
  private let map: MergeMap

  /// The temporary table of the objects to delete.
  package static let plan = "temp.\"_migrate_merge\""
  /// The temporary table of the links that kept objects take over.
  private static let fill = "temp.\"_migrate_fill\""
  static let goes = "(SELECT \"_loser\" FROM \(plan))"
  private static let stays = "(SELECT \"_survivor\" FROM \(plan))"
  static let identity = StoreLayout.identityColumn.quotedName

  /// The statements for the objects of a table.
  package init(_ layout: StoreLayout, table: String, _ map: MergeMap) {
    self.layout = layout
    self.table = table
    self.map = map
  }

  /// The object in which an object lives on, or the object itself if it is kept.
  static func heir(of identity: String) -> String {
    "coalesce((SELECT \"_survivor\" FROM \(plan) WHERE \"_loser\" = \(identity)), \(identity))"
  }

  // MARK: - Relationships

  /// The to-one links in rows that are merged.
  package var outgoing: [StoreLayout.StoredLink] { layout.links(in: table) }

  /// The columns that lead to rows that are merged.
  package var incoming: [StoreLayout.StoredLink] { layout.links(to: table) }

  /// The tables of links that lead to merged rows, with the columns that do.
  package var incomingJoins: [(links: StoreLayout.JoinTable, columns: [String])] {
    layout.joinTables(leadingTo: table)
  }

  // MARK: - Statements

  /// Records the pairs of merged objects.
  package var preparation: [MergeStatement] {
    [
      """
      CREATE TEMP TABLE "_migrate_merge" ("_loser" INTEGER PRIMARY KEY, \
      "_survivor" INTEGER NOT NULL, "_rank" INTEGER NOT NULL)
      """,
      "CREATE INDEX temp.\"_migrate_heirs\" ON \"_migrate_merge\" (\"_survivor\", \"_rank\")",
      "INSERT INTO \(Self.plan) \(map.query)",
    ].map { .note($0, about: table) }
  }

  /// Drops the records.
  package var ending: [MergeStatement] {
    ["DROP TABLE \(Self.fill)", "DROP TABLE \(Self.plan)"].map { .note($0, about: table) }
  }

  /// Moves links, and deletes the merged objects.
  package var changes: [MergeStatement] {
    let (incoming, outgoing) = (incoming, outgoing)
    let notes =
      [
        """
        CREATE TEMP TABLE "_migrate_fill" ("_number" INTEGER, "_survivor" INTEGER, \
        "_value" INTEGER, "_position" INTEGER, PRIMARY KEY ("_number", "_survivor")) WITHOUT ROWID
        """
      ] + outgoing.enumerated().map { rememberLinks(of: $1, number: $0) }
    let emptied = outgoing.filter(\.isOptional).map {
      "UPDATE \(table.quotedName) SET \($0.column.quotedName) = NULL WHERE \(Self.identity) IN "
        + Self.goes
    }
    // A link among the duplicates leads nowhere, and makes room for a duplicate's link.
    return outgoing.filter { $0.isWithinTable && $0.isOptional }
      .map { .change(emptyInnerLinks($0), of: table) }
      + notes.map { .note($0, about: table) }
      + incoming.filter { $0.association.isExclusive && $0.isOptional }.map(letGo)
      + incoming.map(moveLinks) + incomingJoins.flatMap(moveLinks)
      + emptied.map { .change($0, of: table) }
      + [
        .change("DELETE FROM \(table.quotedName) WHERE \(Self.identity) IN \(Self.goes)", of: table)
      ]
      + outgoing.enumerated().map { .change(takeOver($1, number: $0), of: table) }
      + incoming.compactMap(renumber)
      + layout.joinTables.flatMap(renumber)
  }

  /// Records, for each kept object without a link, the link of the first duplicate that has one.
  private func rememberLinks(of link: StoreLayout.StoredLink, number: Int) -> String {
    let (table, column) = (table.quotedName, link.column.quotedName)
    var value = "_gone.\(column)"
    var leadsElsewhere = ""
    if link.isWithinTable {
      // A link among the duplicates of one object leads nowhere any more.
      value = Self.heir(of: value)
      leadsElsewhere = " AND \(value) <> _m.\"_survivor\""
    }
    return """
      INSERT OR IGNORE INTO \(Self.fill) SELECT \(number), _m."_survivor", \(value), \
      \(link.order.map { "_gone.\($0.quotedName)" } ?? "NULL") \
      FROM \(Self.plan) AS _m JOIN \(table) AS _gone ON _gone.\(Self.identity) = _m."_loser" \
      JOIN \(table) AS _kept ON _kept.\(Self.identity) = _m."_survivor" \
      WHERE _kept.\(column) IS NULL AND _gone.\(column) IS NOT NULL\(leadsElsewhere) \
      ORDER BY _m."_rank"
      """
  }

  /// A kept object must not be linked to itself only because it was linked to a duplicate.
  private func emptyInnerLinks(_ link: StoreLayout.StoredLink) -> String {
    let (table, column) = (table.quotedName, link.column.quotedName)
    let order = link.order.map { ", \($0.quotedName) = NULL" } ?? ""
    return """
      UPDATE \(table) SET \(column) = NULL\(order) WHERE (SELECT "_survivor" FROM \(Self.plan) \
      WHERE "_loser" = \(table).\(column)) = \(table).\(Self.identity)
      """
  }

  /// The recorded link is moved with its position, so that it takes the place of the duplicate's link.
  private func takeOver(_ link: StoreLayout.StoredLink, number: Int) -> String {
    func noted(_ column: String) -> String {
      """
      SELECT "\(column)" FROM \(Self.fill) WHERE "_number" = \(number) \
      AND "_survivor" = \(table.quotedName).\(Self.identity)
      """
    }
    let order = link.order.map { ", \($0.quotedName) = (\(noted("_position")))" } ?? ""
    return """
      UPDATE OR IGNORE \(table.quotedName) SET \(link.column.quotedName) = (\(noted("_value")))\(order) \
      WHERE EXISTS (\(noted("_value")))
      """
  }

  /// If only one object may be linked to another, the kept object's link stays, or else the first
  /// duplicate's.
  private func letGo(_ link: StoreLayout.StoredLink) -> MergeStatement {
    let (other, column) = (link.table.quotedName, link.column.quotedName)
    return .change(
      """
      UPDATE \(other) SET \(column) = NULL WHERE \(Self.identity) IN (SELECT \(Self.identity) \
      FROM (SELECT _other.\(Self.identity), row_number() OVER (\
      PARTITION BY coalesce(_m."_survivor", _other.\(column)) \
      ORDER BY coalesce(_m."_rank", 0), _other.\(Self.identity)) AS "_place" \
      FROM \(other) AS _other LEFT JOIN \(Self.plan) AS _m ON _m."_loser" = _other.\(column) \
      WHERE _other.\(column) IN \(Self.goes) OR _other.\(column) IN \(Self.stays)) \
      WHERE "_place" > 1)
      """, of: link.table)
  }

  /// A link that cannot move, because the kept object has an equal one, is deleted with its object.
  private func moveLinks(_ link: StoreLayout.StoredLink) -> MergeStatement {
    moveLinks(in: link.table, link.column)
  }

  private func moveLinks(in other: String, _ column: String) -> MergeStatement {
    let (name, column) = (other.quotedName, column.quotedName)
    return .change(
      """
      UPDATE OR IGNORE \(name) SET \(column) = (SELECT "_survivor" FROM \(Self.plan) \
      WHERE "_loser" = \(name).\(column)) WHERE \(column) IN \(Self.goes)
      """, of: other)
  }

  private func moveLinks(
    of links: StoreLayout.JoinTable, _ columns: [String]
  ) -> [MergeStatement] {
    let inner = columns.count == 2 ? [removeInnerLinks(of: links)] : []
    return inner
      + columns.flatMap { column in
        [
          moveLinks(in: links.name, column),
          .change(
            "DELETE FROM \(links.name.quotedName) WHERE \(column.quotedName) IN \(Self.goes)",
            of: links.name),
        ]
      }
  }

  /// The same for links that are stored on their own.
  private func removeInnerLinks(of links: StoreLayout.JoinTable) -> MergeStatement {
    let columns = [links.ownerColumn, links.destinationColumn].map(\.quotedName)
    let objects = columns.map(Self.heir)
    return .change(
      "DELETE FROM \(links.name.quotedName) WHERE \(columns[0]) <> \(columns[1]) "
        + "AND \(objects[0]) = \(objects[1])", of: links.name)
  }

  private func renumber(_ link: StoreLayout.StoredLink) -> MergeStatement? {
    link.order.map { order in
      Self.lineUp(Self.identity, at: link.column.quotedName, in: link.table, by: order)
    }
  }

  /// The same for links that are stored on their own, which may have an order at either end.
  private func renumber(_ links: StoreLayout.JoinTable) -> [MergeStatement] {
    let primary = links.association.primary
    let (owner, destination) = (links.ownerColumn.quotedName, links.destinationColumn.quotedName)
    let ends = [
      (primary.entity, owner, destination, links.ownerOrderColumn),
      (primary.relationship.destination, destination, owner, links.destinationOrderColumn),
    ]
    return ends.compactMap { entity, near, far, order in
      guard let order, layout.table(of: entity) == table else { return nil }
      return Self.lineUp(far, at: near, in: links.name, by: order)
    }
  }

  /// The moved objects line up between and behind the existing ones, by their positions.
  private static func lineUp(
    _ member: String, at column: String, in table: String, by order: String
  ) -> MergeStatement {
    let (name, order) = (table.quotedName, order.quotedName)
    return .change(
      """
      UPDATE \(name) SET \(order) = _line."_position" FROM (SELECT \(column) AS "_at", \
      \(member) AS "_member", row_number() OVER (PARTITION BY \(column) \
      ORDER BY \(order) NULLS LAST, \(member)) - 1 AS "_position" \
      FROM \(name) WHERE \(column) IN \(stays)) AS _line \
      WHERE \(name).\(member) = _line."_member" AND \(name).\(column) = _line."_at"
      """, of: table)
  }
}
