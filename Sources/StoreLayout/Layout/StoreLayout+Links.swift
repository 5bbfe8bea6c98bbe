internal import SQLite
package import SchemaModel

extension StoreLayout {
  /// A to-one link that is stored in a column of a row.
  package struct StoredLink {
    package var association: Association
    package var table: String
    package var column: String
    /// The table of the rows that it leads to.
    package var destination: String
    /// The column with the position among the links that lead to the same row.
    package var order: String?

    /// The end that stores it.
    package var end: Association.End { association.primary }
    /// Whether the object with the link may have none.
    package var isOptional: Bool { end.relationship.isOptional }
    /// Whether it may lead to a row of its own table.
    var isWithinTable: Bool { table == destination }
  }

  /// The column of a to-one association; nil if its links are stored on their own.
  package func storedLink(of association: Association) -> StoredLink? {
    let end = association.primary
    guard association.kind == .toOne, let table = table(of: end.entity),
      let column = column(of: end.relationship.name, in: end.entity),
      let destination = self.table(of: end.relationship.destination)
    else { return nil }
    return StoredLink(
      association: association, table: table, column: column, destination: destination,
      order: orderColumn(of: association))
  }

  /// The links in the rows of a table, in the order of the associations.
  package func links(in table: String) -> [StoredLink] {
    associations.filter { self.table(of: $0.primary.entity) == table }.compactMap(storedLink)
  }

  /// The links that lead to the rows of a table, in the order of the associations.
  package func links(to table: String) -> [StoredLink] {
    associations.filter { self.table(of: $0.primary.relationship.destination) == table }
      .compactMap(storedLink)
  }

  /// The tables of links that lead to the rows of a table, with the columns that do.
  package func joinTables(leadingTo table: String) -> [(links: JoinTable, columns: [String])] {
    joinTables.compactMap { links in
      let columns = links.ends.filter { self.table(of: $0.entity) == table }.map(\.column)
      return columns.isEmpty ? nil : (links, columns)
    }
  }

  /// The rows with the links of an end that is not stored in its own rows: the SQL behind a query's columns.
  ///
  /// The key comes first: its collation decides, and the index of the foreign key is used if possible.
  package func rows(linkedTo end: Association.End, of association: Association) -> String? {
    let primary = association.primary
    guard let table = table(of: end.entity) else { return nil }
    let identity = "\(table.quotedName).\(key(ofRowsIn: table).quotedName)"
    if let links = joinTable(of: association) {
      let column = end == primary ? links.ownerColumn : links.destinationColumn
      return "FROM \(links.name.quotedName) AS _link WHERE \(identity) = _link.\(column.quotedName)"
    }
    guard let link = storedLink(of: association) else { return nil }
    // In a column that sibling entities share, only rows of the declaring entity count.
    let isMember = rowCondition(of: primary.entity, includingDescendants: true)
    return
      "FROM \(link.table.quotedName) AS _link WHERE \(identity) = _link.\(link.column.quotedName)"
      + (isMember.map { " AND _link.\($0)" } ?? "")
  }
}

extension StoreLayout {
  /// The condition that a link leads to the key of a row in an existing table, as SQLite decides it: by the type
  /// and the collation of the key's column alone (https://www.sqlite.org/foreignkeys.html#fk_schemacommands).
  ///
  /// '1' in a TEXT column leads to the INTEGER 1, 7 in a column without a type to the '7' of a TEXT key, 1.0 in
  /// a REAL column to its '1.0' and not its '1', and 'E' to the 'e' of a NOCASE key. A plus removes the type of
  /// the link's own column (https://www.sqlite.org/datatype3.html#affinity_of_expressions); the left side
  /// determines the collation.
  static func leads(_ link: String, to key: String) -> String { "\(key) = +\(link)" }

  /// The condition that a link leads to a row of a table.
  ///
  /// In tables that 'migrate' makes, keys and links are integers.
  ///
  /// ```swift
  /// layout.isEnd("_target", in: "albums", of: "tracks.album")  // _target."AlbumId" = +tracks.album
  /// ```
  package func isEnd(_ row: String, in table: String, of link: String) -> String {
    let key = "\(row).\(key(ofRowsIn: table).quotedName)"
    guard existingTables[table] != nil else { return "\(key) = \(link)" }
    return Self.leads(link, to: key)
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
