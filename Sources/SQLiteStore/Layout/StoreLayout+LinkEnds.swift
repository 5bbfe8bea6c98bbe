// SQLite compares a foreign key by the type and the collation of the column that it leads to
// (https://www.sqlite.org/foreignkeys.html#fk_schemacommands): '1' in a TEXT column leads to the
// INTEGER 1, and 'E' to the 'e' of a NOCASE key. In tables of ours both are integers.
extension StoreLayout {
  /// The condition that a link leads to a row of a table.
  ///
  /// A plus takes a value's type away, so that the other side's alone decides
  /// (https://www.sqlite.org/datatype3.html#affinity_of_expressions), as the collation of the side
  /// does that stands first.
  ///
  /// ```swift
  /// layout.isEnd("_target", in: "albums", of: "tracks.album")  // _target."AlbumId" = +tracks.album
  /// ```
  package func isEnd(_ row: String, in table: String, of link: String) -> String {
    let sought = existingTables[table] == nil ? link : "+\(link)"
    return "\(row).\(key(ofRowsIn: table).quotedName) = \(sought)"
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
