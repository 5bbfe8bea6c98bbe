internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// What tells the rows of tables apart while a command runs: the number that SQLite gives a row; where
/// it gives none, the key; and where columns have all names of the number, all that is in the row.
///
/// A key may have no value in several rows (https://www.sqlite.org/quirks.html), but not where it is
/// all that a table has. Rows with the same content are one here: what goes with one of them, for what
/// is in it, goes with them all.
///
/// ```swift
/// addresses.address(in: "tracks")                // "rowid"
/// addresses.address(in: "settings", of: "_row")  // _row."name": the table is WITHOUT ROWID
/// ```
struct RowAddresses {
  let layout: StoreLayout
  let definition: DatabaseDefinition

  /// The address of a row of a table, as SQL.
  func address(in table: String, of row: String? = nil) -> String {
    let prefix = row.map { "\($0)." } ?? ""
    guard layout.nativeDefinition.table(named: table) == nil,
      let found = definition.table(named: table)
    else {
      return prefix + layout.key(ofRowsIn: table).quotedName
    }
    if let number = found.rowIDName { return prefix + number.quotedName }
    let columns = found.isWithoutRowID ? found.primaryKey : found.columns.map(\.name)
    let values = columns.map { prefix + $0.quotedName }
    return found.isWithoutRowID ? StoreLayout.identity(of: values) : Self.content(values)
  }

  /// All values of a row in one text, which no other values have.
  ///
  /// Of a text, `quote` gives what stands before the first NUL.
  private static func content(_ values: [String]) -> String {
    values.map { value in
      "CASE WHEN typeof(\(value)) IN ('text', 'blob') "
        + "THEN typeof(\(value)) || hex(\(value)) ELSE quote(\(value)) END"
    }.joined(separator: " || ',' || ")
  }

  /// The address of what a link leads to in a table; no value where that was there first, and has no
  /// such row.
  func address(ofEndOf link: String, in table: String) -> String {
    guard layout.existingTables[table] != nil else { return link }
    return "+(SELECT \(address(in: table, of: "_end")) FROM main.\(table.quotedName) AS _end "
      + "WHERE \(layout.isEnd("_end", in: table, of: link)))"
  }
}
