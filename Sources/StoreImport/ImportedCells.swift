internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import StoreVerification

/// The imported values and links, to be compared with the store at the end.
///
/// A trigger of the user may change them. If the store has no such trigger, nothing is recorded.
struct ImportedCells {
  /// The place of a value or a link in the store.
  struct Place {
    /// The table.
    var table: String
    /// The column that identifies the row; for a link, the column of its owner.
    var key: String
    /// The value of the key column.
    var identity: Int64
    /// The column with the value, or with the destination of the link.
    var column: String
  }

  private let connection: Connection
  /// Whether the store has triggers of the user.
  let isNeeded: Bool
  private static let name = "temp.\"_migrate_cells\""

  init(_ store: UpkeepStore) throws(SQLiteError) {
    connection = store.connection
    isNeeded = try store.hasActionsOfItsOwn()
    guard isNeeded else { return }
    try connection.executeScript(
      """
      CREATE TEMP TABLE "_migrate_cells" ("table" TEXT, "key" TEXT, "id" INTEGER, "column" TEXT, \
      "value", "property" TEXT, "file" TEXT, "line" INTEGER, "position" INTEGER);
      CREATE INDEX temp."_migrate_cells_index" ON "_migrate_cells" ("table", "key", "column")
      """)
  }

  /// Records a value of a property, and its place in the file.
  func add(
    _ value: SQLValue, at place: Place, of property: String, from location: SourceLocation
  ) throws(SQLiteError) {
    guard isNeeded else { return }
    try connection.execute(
      """
      INSERT INTO \(raw: Self.name) VALUES (\(place.table), \(place.key), \(place.identity), \
      \(place.column), \(value), \(property), \(location.file), \(Int64(location.line)), \
      \(Int64(location.column)))
      """)
  }

  /// Removes the records of some columns of a row, which get other values.
  func forget(
    _ columns: [String], ofRow identity: Int64, in table: String
  ) throws(SQLiteError) {
    guard isNeeded else { return }
    for column in columns {
      try connection.execute(
        """
        DELETE FROM \(raw: Self.name) WHERE "table" = \(table) \
        AND "key" = \(StoreLayout.identityColumn) AND "id" = \(identity) AND "column" = \(column)
        """)
    }
  }

  /// A warning for each property with values or links that differ from the imported ones, sorted.
  func altered() throws(SQLiteError) -> [Diagnostic] {
    guard isNeeded else { return [] }
    var altered = PlacesByName()
    for place in try connection.rows(
      "SELECT DISTINCT \"table\", \"key\", \"column\" FROM \(raw: Self.name) ORDER BY 1, 2, 3")
    {
      guard case .text(let table) = place[0], case .text(let key) = place[1],
        case .text(let column) = place[2]
      else { continue }
      let rows = try connection.rows(
        """
        SELECT _c."property", _c."file", _c."line", _c."position" FROM \(raw: Self.name) AS _c \
        WHERE _c."table" = \(table) AND _c."key" = \(key) AND _c."column" = \(column) \
        AND NOT EXISTS (SELECT 1 FROM main.\(name: table) AS _t WHERE _t.\(name: key) = _c."id" \
        AND _t.\(name: column) IS _c."value") ORDER BY _c.rowid
        """)
      for row in rows {
        guard case .text(let property) = row[0], case .text(let file) = row[1],
          case .integer(let line) = row[2], case .integer(let position) = row[3]
        else { continue }
        altered.add(
          property, at: SourceLocation(file: file, line: Int(line), column: Int(position)))
      }
    }
    return altered.warnings(
      "differing-value", note: "a trigger of the store makes it so as it comes in"
    ) { "'\($0)' is not in the store as it is here, in \($1)" }
  }
}
