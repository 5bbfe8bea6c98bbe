internal import SchemaModel

/// A table that was there before any model, as far as a schema says what it is.
///
/// ```swift
/// // entities: {Album: {table: albums, primaryKey: [AlbumId], …}}
/// layout.existingTables["albums"]?.primaryKey  // ["AlbumId"]
/// ```
public struct ExistingTable: Hashable, Sendable {
  /// The entity whose objects are its rows.
  public var entity: String
  /// The columns of its primary key; empty where its rows are known by their rowid alone.
  public var primaryKey: [String]

  init(of entity: Entity) {
    self.entity = entity.name
    primaryKey = entity.primaryKey ?? []
  }
}

extension NativeLayout {
  /// Whether an entity is kept in a table that was there before any model.
  public func isExisting(_ entity: String) -> Bool {
    table(of: entity).map { existingTables[$0] != nil } ?? false
  }

  /// The SQL for what tells the rows of a table apart: `_id`, or the key that the table has.
  ///
  /// A key of several columns is one text of all of them. It may be qualified with the name that
  /// the table has in a statement.
  public func identity(ofRowsIn table: String, as name: String? = nil) -> String {
    let prefix = name.map { $0.quotedName + "." } ?? ""
    guard let existing = existingTables[table] else {
      return prefix + Self.identityColumn.quotedName
    }
    switch existing.primaryKey.count {
    case 0: return prefix + "rowid"
    case 1: return prefix + existing.primaryKey[0].quotedName
    default:
      let parts = existing.primaryKey.map { "quote(\(prefix)\($0.quotedName))" }
      return "(\(parts.joined(separator: " || ', ' || ")))"
    }
  }

  /// The column that links to the rows of a table hold a value of.
  public func key(ofRowsIn table: String) -> String {
    guard let existing = existingTables[table] else { return Self.identityColumn }
    return existing.primaryKey.count == 1 ? existing.primaryKey[0] : "rowid"
  }
}
