internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The addresses that identify the rows of tables while a command runs.
///
/// The address is the first of these that a table has:
/// - the number that SQLite gives a row, unless columns have all its names;
/// - the key, in a table without such numbers;
/// - the whole content of the row.
///
/// A primary key may be NULL in several rows (https://www.sqlite.org/quirks.html), but not in a table WITHOUT
/// ROWID. Rows with the same content count as one: a deletion of one of them for its content includes them
/// all.
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

  /// All values of a row in one text, unique for these values.
  ///
  /// For a text, `quote` stops at the first NUL, so that `hex` is used.
  private static func content(_ values: [String]) -> String {
    values.map { value in
      "CASE WHEN typeof(\(value)) IN ('text', 'blob') "
        + "THEN typeof(\(value)) || hex(\(value)) ELSE quote(\(value)) END"
    }.joined(separator: " || ',' || ")
  }

  /// The address of a link's destination in a table; NULL in an existing table without such a row.
  func address(ofEndOf link: String, in table: String) -> String {
    guard layout.existingTables[table] != nil else { return link }
    return "+(SELECT \(address(in: table, of: "_end")) FROM main.\(table.quotedName) AS _end "
      + "WHERE \(layout.isEnd("_end", in: table, of: link)))"
  }
}
