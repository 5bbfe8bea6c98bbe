internal import SQLite

// SQLite decides where links to existing tables lead, as ``KeyComparison`` does; in tables that 'migrate'
// makes, keys and links are integers.
extension StoreLayout {
  /// The condition that a link leads to a row of a table.
  ///
  /// ```swift
  /// layout.isEnd("_target", in: "albums", of: "tracks.album")  // _target."AlbumId" = +tracks.album
  /// ```
  package func isEnd(_ row: String, in table: String, of link: String) -> String {
    let key = "\(row).\(key(ofRowsIn: table).quotedName)"
    guard existingTables[table] != nil else { return "\(key) = \(link)" }
    return KeyComparison(of: key).holds(for: link)
  }

  /// The destination of a link in a table: the key in that row, or NULL if there is no such row.
  ///
  /// A link to a table that 'migrate' makes is the key itself, and may lead nowhere.
  package func end(of link: String, in table: String, of database: String = "main") -> String {
    guard existingTables[table] != nil else { return link }
    return "+(SELECT _end.\(key(ofRowsIn: table).quotedName) "
      + "FROM \(database).\(table.quotedName) AS _end WHERE \(isEnd("_end", in: table, of: link)))"
  }
}
