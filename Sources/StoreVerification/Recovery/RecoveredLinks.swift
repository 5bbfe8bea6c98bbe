internal import SQLiteStore
internal import SchemaModel

/// The statements that concern one table of links in a recovery.
struct RecoveredLinks {
  let links: StoreLayout.JoinTable
  let matching: RowMatching

  /// The number of the table with the objects at the primary end.
  private var owner: Int { number(of: links.association.primary.entity) }

  /// The number of the table with those at the other end.
  private var destination: Int {
    number(of: links.association.primary.relationship.destination)
  }

  private func number(of entity: String) -> Int {
    matching.number(of: matching.layout.table(of: entity) ?? "")
  }

  private var rows: String {
    """
    FROM \(RowMatching.donor).\(links.name.quotedName) AS _l \
    JOIN \(RowMatching.map) AS _o ON _o._table = \(owner) \
    AND _o._old = _l.\(links.ownerColumn.quotedName) \
    JOIN \(RowMatching.map) AS _d ON _d._table = \(destination) \
    AND _d._old = _l.\(links.destinationColumn.quotedName)
    """
  }

  private static let comesBack = "(_o._is_new OR _d._is_new)"

  /// The statement that puts the links back of which an end comes back; of all objects that are
  /// there too where that is wanted.
  func insertion(relinking: Bool) -> String {
    let orders = [links.ownerOrderColumn, links.destinationOrderColumn].compactMap(\.self)
      .map(\.quotedName)
    let names =
      ([links.ownerColumn, links.destinationColumn].map(\.quotedName) + orders)
      .joined(separator: ", ")
    let values = (["_o._new", "_d._new"] + orders.map { "_l.\($0)" }).joined(separator: ", ")
    return "INSERT OR IGNORE INTO main.\(links.name.quotedName) (\(names)) "
      + "SELECT \(values) \(rows)" + (relinking ? "" : " WHERE \(Self.comesBack)")
  }

  /// How many links come back.
  func count() throws(SQLiteError) -> Int64 {
    try matching.connection.integer(
      """
      SELECT count(*) FROM (SELECT DISTINCT _o._new, _d._new \(raw: rows) \
      WHERE \(raw: Self.comesBack))
      """) ?? 0
  }

  /// The relationship, by the end that holds the links.
  private var name: PropertyName { PropertyName(links.association.primary) }

  /// How many links the backup has between objects that the store has, and has not linked.
  func absent() throws(SQLiteError) -> RecoveryPlan.LinkCount {
    let (owner, destination) = (links.ownerColumn, links.destinationColumn)
    let count = try matching.connection.integer(
      """
      SELECT count(*) \(raw: rows) WHERE NOT \(raw: Self.comesBack) AND NOT EXISTS (SELECT 1 \
      FROM main.\(name: links.name) AS _s WHERE _s.\(name: owner) = _o._new \
      AND _s.\(name: destination) = _d._new)
      """)
    return .init(name: name, count: count ?? 0)
  }

  /// How many links cannot come back, for an end of them does not.
  func kept() throws(SQLiteError) -> RecoveryPlan.LinkCount {
    let isLeft = [(links.ownerColumn, owner), (links.destinationColumn, destination)].map {
      RecoveryObstacles.isLeft("_l.\($0.quotedName)", in: $1)
    }
    let count = try matching.connection.integer(
      """
      SELECT count(*) FROM \(raw: RowMatching.donor).\(name: links.name) AS _l \
      WHERE \(raw: isLeft.joined(separator: " OR "))
      """)
    return .init(name: name, count: count ?? 0)
  }
}
