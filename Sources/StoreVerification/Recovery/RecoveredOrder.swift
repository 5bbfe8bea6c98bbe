internal import StoreLayout
internal import SQLite
internal import SchemaModel

/// The positions of links that are there, at one ordered end of a table of links.
struct RecoveredOrder {
  private let links: RecoveredLinks
  /// The relationship whose links are ordered.
  let name: PropertyName
  /// The column with the positions.
  private let column: String
  /// The column with the object whose links are ordered.
  private let end: String
  /// The column with what they lead to.
  private let other: String

  /// The ordered ends of a table of links.
  static func all(of links: RecoveredLinks) -> [RecoveredOrder] {
    let table = links.links
    let (primary, inverse) = (table.association.primary, table.association.inverse)
    let ends = [
      (table.ownerOrderColumn, primary, table.ownerColumn, table.destinationColumn),
      (
        table.destinationOrderColumn, inverse ?? primary, table.destinationColumn,
        table.ownerColumn
      ),
    ]
    return ends.compactMap { order, end, column, other in
      order.map {
        RecoveredOrder(
          links: links, name: PropertyName(end), column: $0, end: column, other: other)
      }
    }
  }

  private var table: String { "main.\(links.links.name.quotedName)" }

  /// The links of backup and store that are the same, as `_l` and `_s`.
  private var pairs: String {
    """
    \(links.rows) JOIN \(table) AS _s ON _s.\(links.links.ownerColumn.quotedName) = _o._new \
    AND _s.\(links.links.destinationColumn.quotedName) = _d._new
    """
  }

  private func position(_ row: String) -> String { "\(row).\(column.quotedName)" }

  // MARK: - What differs

  /// How many links are not in the order of the backup, and how many of them can be put into it.
  func differences() throws(SQLiteError) -> (count: Int64, fillable: Int64) {
    let (mine, theirs) = (position("_s"), position("_l"))
    guard try count("\(pairs) WHERE \(mine) IS NOT \(theirs)") > 0 else { return (0, 0) }
    let fillable = try count("\(pairs) WHERE \(isFillable)")
    let oneSided = try count("\(pairs) WHERE (\(mine) IS NULL) <> (\(theirs) IS NULL)")
    func place(_ position: String) -> String {
      "row_number() OVER (PARTITION BY _s.\(end.quotedName) "
        + "ORDER BY \(position), _s.\(other.quotedName))"
    }
    // An app may number all of them anew, which changes no order.
    let turned = try count(
      """
      FROM (SELECT \(place(mine)) AS _mine, \(place(theirs)) AS _theirs \(pairs) \
      WHERE \(mine) IS NOT NULL AND \(theirs) IS NOT NULL) WHERE _mine <> _theirs
      """)
    return (turned + oneSided - fillable, fillable)
  }

  private func count(_ rows: String) throws(SQLiteError) -> Int64 {
    try links.matching.connection.integer("SELECT count(*) \(raw: rows)") ?? 0
  }

  // MARK: - What can be filled

  /// Whether a link has no position, and the backup's is in the way of none: whatever other link of
  /// the same object has one has that of the backup.
  private var isFillable: String {
    let (owner, destination) = (
      links.links.ownerColumn.quotedName, links.links.destinationColumn.quotedName
    )
    let isAsInBackup = """
      EXISTS (SELECT 1 FROM \(RowMatching.map) AS _p JOIN \(RowMatching.map) AS _q \
      JOIN \(RowMatching.donor).\(links.links.name.quotedName) AS _b \
      ON _b.\(owner) = _p._old AND _b.\(destination) = _q._old \
      WHERE _p._table = \(links.owner) AND _p._new = +_t.\(owner) \
      AND _q._table = \(links.destination) AND _q._new = +_t.\(destination) \
      AND \(position("_b")) IS \(position("_t")))
      """
    return """
      \(position("_s")) IS NULL AND \(position("_l")) IS NOT NULL \
      AND NOT \(RecoveryObstacles.isParted(links)) \
      AND NOT EXISTS (SELECT 1 FROM \(table) AS _t \
      WHERE _t.\(end.quotedName) = _s.\(end.quotedName) AND \(position("_t")) IS NOT NULL \
      AND NOT \(isAsInBackup))
      """
  }

  private func fillings(_ condition: String = "") -> String {
    """
    SELECT _o._new AS _owner, _d._new AS _destination, \(position("_l")) AS _order \
    \(pairs) WHERE \(isFillable)\(condition)
    """
  }

  /// What fills the positions again.
  var part: RecoveryPart {
    let (owner, destination) = (
      links.links.ownerColumn.quotedName, links.links.destinationColumn.quotedName
    )
    func update(_ condition: String = "") -> String {
      """
      UPDATE \(table) SET \(column.quotedName) = _old._order \
      FROM (\(fillings(condition))) AS _old WHERE _old._owner = \(owner) \
      AND _old._destination = \(destination)
      """
    }
    return RecoveryPart(
      subject: .links(links), statement: update(),
      keys: "SELECT _l.\(owner), _l.\(destination) \(pairs) WHERE \(isFillable) "
        + "ORDER BY _o._new, _d._new",
      some: update(" AND (_l.\(owner), _l.\(destination)) IN \(RecoveryPart.pairRange)"))
  }

  /// All links of a table that are there, as they are to be once the positions are filled.
  static func expectedRows(of links: RecoveredLinks, relinking: Bool) -> String {
    let orders = all(of: links)
    guard relinking, !orders.isEmpty else { return links.allRows }
    let (owner, destination) = (
      links.links.ownerColumn.quotedName, links.links.destinationColumn.quotedName
    )
    let values = orders.enumerated().map {
      "coalesce(\($1.position("_t")), _f\($0)._order)"
    }
    let joins = orders.enumerated().map {
      "LEFT JOIN (\($1.fillings())) AS _f\($0) "
        + "ON _f\($0)._owner = +_t.\(owner) AND _f\($0)._destination = +_t.\(destination)"
    }
    return "SELECT \((["_t.\(owner)", "_t.\(destination)"] + values).joined(separator: ", ")) "
      + "FROM main.\(links.links.name.quotedName) AS _t \(joins.joined(separator: " "))"
  }
}
