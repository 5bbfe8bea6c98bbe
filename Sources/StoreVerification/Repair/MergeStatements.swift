internal import SQLiteStore
internal import SchemaModel

/// The statements that make one object of several, given which goes into which.
///
/// No delete rule acts on what lives on in another object: links are moved, or emptied, before
/// their objects go.
struct MergeStatements {
  private let layout: StoreLayout
  private let table: String
  private let losers: String

  /// The temporary table of the objects that go.
  private static let plan = "temp.\"_migrate_merge\""
  /// The temporary table of the links that the objects that stay take over.
  private static let fill = "temp.\"_migrate_fill\""
  private static let goes = "(SELECT \"_loser\" FROM \(plan))"
  private static let stays = "(SELECT \"_survivor\" FROM \(plan))"
  private static let identity = StoreLayout.identityColumn.quotedName

  /// Statements for a table, and a query for the objects that go: `_loser`, `_survivor`, `_rank`.
  init(_ layout: StoreLayout, table: String, losers: String) {
    self.layout = layout
    self.table = table
    self.losers = losers
  }

  // MARK: - Relationships

  /// A to-one link in the rows that are merged.
  struct OutgoingLink {
    var end: Association.End
    var column: String
    /// Whether it may lead to one of the rows that are merged.
    var isWithinTable: Bool
  }

  /// The to-one links in the rows that are merged.
  var outgoing: [OutgoingLink] {
    layout.associations.compactMap { association in
      let end = association.primary
      guard association.kind == .toOne, layout.table(of: end.entity) == table,
        let column = layout.column(of: end.relationship.name, in: end.entity)
      else { return nil }
      return OutgoingLink(
        end: end, column: column,
        isWithinTable: layout.table(of: end.relationship.destination) == table)
    }
  }

  /// The columns that lead to the rows that are merged.
  private var incoming: [(association: Association, table: String, column: String)] {
    layout.associations.compactMap { association in
      let end = association.primary
      guard association.kind == .toOne,
        layout.table(of: end.relationship.destination) == table,
        let other = layout.table(of: end.entity),
        let column = layout.column(of: end.relationship.name, in: end.entity)
      else { return nil }
      return (association, other, column)
    }
  }

  // MARK: - Statements

  /// All of them, in the order in which they run.
  var all: [String] {
    let (incoming, outgoing) = (incoming, outgoing)
    return preparation
      + outgoing.enumerated().map { rememberLinks(of: $1, number: $0) }
      + outgoing.filter { $0.isWithinTable && $0.end.relationship.isOptional }
      .map { emptyInnerLinks(in: $0.column) }
      + incoming.flatMap { moveLinks(in: $0.table, $0.column) }
      + layout.joinTables.flatMap(moveLinks)
      + outgoing.filter(\.end.relationship.isOptional).map {
        "UPDATE \(table.quotedName) SET \($0.column.quotedName) = NULL WHERE \(Self.identity) IN "
          + Self.goes
      }
      + ["DELETE FROM \(table.quotedName) WHERE \(Self.identity) IN \(Self.goes)"]
      + outgoing.enumerated().map { takeOverLinks(of: $1.column, number: $0) }
      + incoming.flatMap { renumber($0.association, in: $0.table, $0.column) }
      + ["DROP TABLE \(Self.plan)", "DROP TABLE \(Self.fill)"]
  }

  private var preparation: [String] {
    [
      """
      CREATE TEMP TABLE "_migrate_merge" ("_loser" INTEGER PRIMARY KEY, \
      "_survivor" INTEGER NOT NULL, "_rank" INTEGER NOT NULL)
      """,
      "INSERT INTO \(Self.plan) \(losers)",
      """
      CREATE TEMP TABLE "_migrate_fill" ("_number" INTEGER, "_survivor" INTEGER, "_value" INTEGER, \
      PRIMARY KEY ("_number", "_survivor")) WITHOUT ROWID
      """,
    ]
  }

  /// Notes, for each object that stays and has no link, that of the first duplicate that has one.
  private func rememberLinks(of link: OutgoingLink, number: Int) -> String {
    let (table, column) = (table.quotedName, link.column.quotedName)
    var value = "_gone.\(column)"
    var leadsElsewhere = ""
    if link.isWithinTable {
      // A link among the duplicates of one object leads nowhere any more.
      value =
        "coalesce((SELECT \"_survivor\" FROM \(Self.plan) WHERE \"_loser\" = \(value)), \(value))"
      leadsElsewhere = " AND \(value) <> _m.\"_survivor\""
    }
    return """
      INSERT OR IGNORE INTO \(Self.fill) SELECT \(number), _m."_survivor", \(value) \
      FROM \(Self.plan) AS _m JOIN \(table) AS _gone ON _gone.\(Self.identity) = _m."_loser" \
      JOIN \(table) AS _kept ON _kept.\(Self.identity) = _m."_survivor" \
      WHERE _kept.\(column) IS NULL AND _gone.\(column) IS NOT NULL\(leadsElsewhere) \
      ORDER BY _m."_rank"
      """
  }

  /// What stays must not end up linked to itself, only because it was linked to a duplicate.
  private func emptyInnerLinks(in column: String) -> String {
    let (table, column) = (table.quotedName, column.quotedName)
    return """
      UPDATE \(table) SET \(column) = NULL WHERE (SELECT "_survivor" FROM \(Self.plan) \
      WHERE "_loser" = \(table).\(column)) = \(table).\(Self.identity)
      """
  }

  private func takeOverLinks(of column: String, number: Int) -> String {
    let value = """
      SELECT "_value" FROM \(Self.fill) WHERE "_number" = \(number) \
      AND "_survivor" = \(table.quotedName).\(Self.identity)
      """
    return """
      UPDATE OR IGNORE \(table.quotedName) SET \(column.quotedName) = (\(value)) \
      WHERE EXISTS (\(value))
      """
  }

  /// A link that cannot move, because the one that stays has an equal one, goes with its object.
  private func moveLinks(in other: String, _ column: String) -> [String] {
    let (other, column) = (other.quotedName, column.quotedName)
    return [
      """
      UPDATE OR IGNORE \(other) SET \(column) = (SELECT "_survivor" FROM \(Self.plan) \
      WHERE "_loser" = \(other).\(column)) WHERE \(column) IN \(Self.goes)
      """
    ]
  }

  private func moveLinks(of links: StoreLayout.JoinTable) -> [String] {
    let association = links.association
    let columns = [
      (links.ownerColumn, association.primary.entity),
      (links.destinationColumn, association.primary.relationship.destination),
    ].filter { layout.table(of: $0.1) == table }.map(\.0)
    let inner = columns.count == 2 ? [removeInnerLinks(of: links)] : []
    return inner
      + columns.flatMap { column in
        moveLinks(in: links.name, column)
          + ["DELETE FROM \(links.name.quotedName) WHERE \(column.quotedName) IN \(Self.goes)"]
      }
  }

  /// The same for links that stand by themselves.
  private func removeInnerLinks(of links: StoreLayout.JoinTable) -> String {
    let columns = [links.ownerColumn, links.destinationColumn].map(\.quotedName)
    let objects = columns.map {
      "coalesce((SELECT \"_survivor\" FROM \(Self.plan) WHERE \"_loser\" = \($0)), \($0))"
    }
    return "DELETE FROM \(links.name.quotedName) WHERE \(columns[0]) <> \(columns[1]) "
      + "AND \(objects[0]) = \(objects[1])"
  }

  /// The objects that came in line up behind and between those that were there, by their positions.
  private func renumber(
    _ association: Association, in other: String, _ column: String
  ) -> [String] {
    guard let order = layout.orderColumn(of: association)?.quotedName else { return [] }
    let (other, column) = (other.quotedName, column.quotedName)
    return [
      """
      UPDATE \(other) SET \(order) = _line."_position" FROM (SELECT \(Self.identity) AS "_member", \
      row_number() OVER (PARTITION BY \(column) ORDER BY \(order), \(Self.identity)) - 1 \
      AS "_position" FROM \(other) WHERE \(column) IN \(Self.stays)) AS _line \
      WHERE \(other).\(Self.identity) = _line."_member"
      """
    ]
  }
}
