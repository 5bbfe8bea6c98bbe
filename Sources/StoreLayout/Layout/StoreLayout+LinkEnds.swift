internal import SQLite

// Where links lead to tables that were there first is for SQLite to say, as ``KeyComparison`` asks it;
// in tables of ours keys and links are integers.
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

  /// What a link leads to in a table: the key there as that row has it, and none where there is no
  /// such row.
  ///
  /// A link to a table of ours is that key itself, and may lead nowhere.
  package func end(of link: String, in table: String, of database: String = "main") -> String {
    guard existingTables[table] != nil else { return link }
    return "+(SELECT _end.\(key(ofRowsIn: table).quotedName) "
      + "FROM \(database).\(table.quotedName) AS _end WHERE \(isEnd("_end", in: table, of: link)))"
  }
}
