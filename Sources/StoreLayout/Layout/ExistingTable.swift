internal import SQLite
internal import SQLText
internal import SchemaModel

/// A table of an existing database, as far as a schema describes it.
///
/// ```swift
/// // entities: {Album: {table: albums, primaryKey: [AlbumId], …}}
/// layout.existingTables["albums"]?.primaryKey  // ["AlbumId"]
/// ```
public struct ExistingTable: Hashable, Sendable {
  /// The entity whose objects are its rows.
  public var entity: String
  /// The columns of its primary key; empty if its rows are identified only by their rowid.
  public var primaryKey: [String]
  /// The name under which its rowid can be read, which no column named by the schema has.
  package var rowID: String

  init(of entity: Entity) {
    self.entity = entity.name
    primaryKey = entity.primaryKey ?? []
    let taken = Set(
      (entity.attributes.map { $0.column ?? $0.name }
        + entity.relationships.map { $0.column ?? $0.name }).map(\.asciiLowercased))
    rowID = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) } ?? "rowid"
  }
}

extension StoreLayout {
  /// Whether an entity is stored in a table of an existing database.
  public func isExisting(_ entity: String) -> Bool {
    table(of: entity).map { existingTables[$0] != nil } ?? false
  }

  /// The SQL for the identity of a table's rows: `_id`, or the key of an existing table.
  ///
  /// A key of several columns is one text of all of them. The name of the table in a statement may be given
  /// as qualifier.
  public func identity(ofRowsIn table: String, as name: String? = nil) -> String {
    let prefix = name.map { $0.quotedName + "." } ?? ""
    guard let existing = existingTables[table] else {
      return prefix + Self.identityColumn.quotedName
    }
    switch existing.primaryKey.count {
    case 0: return prefix + existing.rowID
    default: return Self.identity(of: existing.primaryKey.map { prefix + $0.quotedName })
    }
  }

  /// The SQL for the identity of a row whose key has these values.
  package static func identity(of values: [String]) -> String {
    guard values.count > 1 else { return values.joined() }
    return "(\(values.map(literal(of:)).joined(separator: " || ', ' || ")))"
  }

  /// For a text, `quote` returns only the part before the first NUL (https://www.sqlite.org/nulinstr.html).
  private static func literal(of value: String) -> String {
    "CASE WHEN typeof(\(value)) = 'text' AND instr(\(value), char(0)) "
      + "THEN 'CAST(' || quote(CAST(\(value) AS BLOB)) || ' AS TEXT)' ELSE quote(\(value)) END"
  }

  /// The columns that identify the rows of a table: `_id`, or the key of an existing table.
  package func keyNames(ofRowsIn table: String) -> [String] {
    guard let existing = existingTables[table] else { return [Self.identityColumn] }
    return existing.primaryKey.isEmpty ? [existing.rowID] : existing.primaryKey
  }

  /// The same as a named column of a query.
  package func identity(ofRowsIn table: String, named name: String) -> String {
    let identity = identity(ofRowsIn: table)
    return identity == name.quotedName ? identity : "\(identity) AS \(name.quotedName)"
  }

  /// The properties of a table's primary key; nil if there is no key, or the model does not name all its
  /// columns.
  package func properties(ofKeyOf existing: ExistingTable) -> [String]? {
    let key = existing.primaryKey.compactMap { property(in: $0, of: existing.entity) }
    return key.isEmpty || key.count < existing.primaryKey.count ? nil : key
  }

  /// The SQL behind FROM for a table, even if a temporary view has the table's name.
  package func relation(of table: String) -> String {
    existingTables[table] == nil ? table.quotedName : "main.\(table.quotedName)"
  }

  /// The column whose value links to the rows of a table hold; no link leads to a key of several columns, whose
  /// rows are named by ``identity(ofRowsIn:as:)``.
  public func key(ofRowsIn table: String) -> String { keyNames(ofRowsIn: table)[0] }
}
