internal import SQLiteStore
internal import SchemaModel

/// The statements that concern one table of links in a recovery.
struct RecoveredLinks {
  let links: StoreLayout.JoinTable
  let matching: RowMatching

  private var rows: String {
    let association = links.association
    let owner = matching.number(of: matching.layout.table(of: association.primary.entity) ?? "")
    let destination = matching.number(
      of: matching.layout.table(of: association.primary.relationship.destination) ?? "")
    return """
      FROM \(RowMatching.donor).\(links.name.quotedName) AS _l \
      JOIN \(RowMatching.map) AS _o ON _o._table = \(owner) \
      AND _o._old = _l.\(links.ownerColumn.quotedName) \
      JOIN \(RowMatching.map) AS _d ON _d._table = \(destination) \
      AND _d._old = _l.\(links.destinationColumn.quotedName)
      """
  }

  private static let comesBack = "(_o._is_new OR _d._is_new)"

  /// The statement that puts the links back of which an end comes back.
  var insertion: String {
    let orders = [links.ownerOrderColumn, links.destinationOrderColumn].compactMap(\.self)
      .map(\.quotedName)
    let names =
      ([links.ownerColumn, links.destinationColumn].map(\.quotedName) + orders)
      .joined(separator: ", ")
    let values = (["_o._new", "_d._new"] + orders.map { "_l.\($0)" }).joined(separator: ", ")
    return "INSERT OR IGNORE INTO main.\(links.name.quotedName) (\(names)) "
      + "SELECT \(values) \(rows) WHERE \(Self.comesBack)"
  }

  /// How many links come back.
  func count() throws(SQLiteError) -> Int64 {
    try matching.connection.integer(
      """
      SELECT count(*) FROM (SELECT DISTINCT _o._new, _d._new \(raw: rows) \
      WHERE \(raw: Self.comesBack))
      """) ?? 0
  }

  /// How many links the backup has between objects that the store has, and has not linked.
  func absentCount() throws(SQLiteError) -> Int64 {
    let (owner, destination) = (links.ownerColumn, links.destinationColumn)
    return try matching.connection.integer(
      """
      SELECT count(*) \(raw: rows) WHERE NOT \(raw: Self.comesBack) AND NOT EXISTS (SELECT 1 \
      FROM main.\(name: links.name) AS _s WHERE _s.\(name: owner) = _o._new \
      AND _s.\(name: destination) = _d._new)
      """) ?? 0
  }
}
