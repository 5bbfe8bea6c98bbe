internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Finds existing and imported objects of an entity by the values of some attributes.
///
/// It uses a temporary table with an index, because the store need not have such an index.
struct ImportedKeys {
  /// The entity, whose sub-entities are included.
  let entity: String
  /// The attributes.
  let attributes: [String]
  private let name: String
  private let connection: Connection

  init(
    _ attributes: [String], of entity: String, number: Int, _ layout: StoreLayout,
    _ connection: Connection
  ) throws(SQLiteError) {
    self.attributes = attributes
    self.entity = entity
    self.connection = connection
    name = "temp.\"_migrate_keys_\(number)\""
    let columns = attributes.compactMap { layout.column(of: $0, in: entity)?.quotedName }
    let table = layout.table(of: entity) ?? entity
    let list = Self.columns(columns.count)
    try connection.executeScript(
      """
      CREATE TEMP TABLE "_migrate_keys_\(number)" (\(list), "_id" INTEGER);
      INSERT INTO \(name) SELECT \(columns.joined(separator: ", ")), \
      \(StoreLayout.identityColumn.quotedName) FROM main.\(table.quotedName) \
      WHERE \(layout.rowCondition(of: entity, includingDescendants: true) ?? "1");
      CREATE INDEX temp."_migrate_keys_\(number)_index" ON "_migrate_keys_\(number)" (\(list))
      """)
  }

  private static func columns(_ count: Int) -> String {
    (0..<count).map { "\"k\($0)\"" }.joined(separator: ", ")
  }

  /// The object with those values; nil if none exists.
  func identity(of values: [SQLValue]) throws(SQLiteError) -> Int64? {
    let conditions = values.enumerated().map { index, value -> SQL in
      "\(name: "k\(index)") = \(value)"
    }
    return try connection.integer(
      """
      SELECT min("_id") FROM \(raw: name) WHERE \(SQL(joining: conditions, separator: " AND "))
      """)
  }

  /// Adds an imported object.
  func add(_ values: [SQLValue], _ identity: Int64) throws(SQLiteError) {
    let cells = (values + [.integer(identity)]).map { value -> SQL in "\(value)" }
    try connection.execute(
      "INSERT INTO \(raw: name) VALUES (\(SQL(joining: cells, separator: ", ")))")
  }
}
