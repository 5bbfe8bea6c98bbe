internal import Files
internal import SchemaModel
internal import SQLite
internal import SQLText
internal import StoreLayout
package import StoreReading

/// A copy of a Core Data or SwiftData store in our own layout.
///
/// All commands for our own stores work with the copy; the original store is only read.
///
/// ```swift
/// let copy = try ConvertedStore(of: store, at: "copy.store")
/// copy.version.document.schema.version  // that of the store
/// ```
package struct ConvertedStore {
  /// The path of the copy.
  package let path: String
  /// The version of the copy.
  package let version: EasedVersion

  /// Writes the copy.
  ///
  /// - Throws: ``StoreCreationError`` if the path is taken; ``SQLite/SQLiteError``; the errors of `progress`.
  ///   An incomplete file is removed.
  package init(
    of store: PlatformStore, at path: String,
    progress: (_ rows: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws {
    self.path = path
    version = try store.readObjects { objects in
      let source = objects.connection
      let version = try EasedVersion(of: objects)
      let layout = StoreLayout(of: version.document.schema)
      let total = try layout.nativeDefinition.tables.reduce(0) { total, table in
        try total + Int(source.rowCount(of: table.name))
      }
      try StoreCreator.makeFile(at: path) { connection in
        // A copy that a power failure breaks can be made again.
        try connection.execute("PRAGMA synchronous = OFF")
        try connection.createStore(layout: layout, identity: StoreIdentity(of: version.document))
        var copying = RowCopying(
          source: source, copy: connection, layout: layout,
          folder: ExternalFolder(ofStoreAt: connection.path), purpose: store.purpose, total: total)
        try connection.transaction { try copying.copyAll(progress) }
      }
      return version
    }
  }
}

/// Copies the rows from the views of the store to the tables of the copy.
private struct RowCopying {
  let source: Connection
  let copy: Connection
  let layout: StoreLayout
  let folder: ExternalFolder
  let purpose: PlatformStore.Purpose
  let total: Int
  private var done = 0

  init(
    source: Connection, copy: Connection, layout: StoreLayout, folder: ExternalFolder,
    purpose: PlatformStore.Purpose, total: Int
  ) {
    (self.source, self.copy, self.layout) = (source, copy, layout)
    (self.folder, self.purpose, self.total) = (folder, purpose, total)
  }

  mutating func copyAll(_ progress: (Int, Int) throws -> Void) throws {
    for table in layout.nativeDefinition.tables { try copyRows(of: table, progress) }
  }

  private mutating func copyRows(
    of table: TableDefinition, _ progress: (Int, Int) throws -> Void
  ) throws {
    let columns = table.columns.map(\.name)
    let external = Set(
      layout.externalAttributes.filter { $0.table == table.name }
        .compactMap { columns.firstIndex(of: $0.column) })
    let rows = try source.prepare(SQL(raw: query(table)))
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    var insertion = try copy.prepare(
      "INSERT INTO \(name: table.name) (\(names: columns)) VALUES (\(raw: marks))")
    while try rows.step() {
      var values = rows.row
      for position in external {
        if case .blob(let bytes) = values[position] {
          values[position] = .text(try folder.keep(bytes, isFlushed: false).name)
        }
      }
      insertion.reset()
      try insertion.bind(values)
      _ = try insertion.step()
      done += 1
      if done.isMultiple(of: 4096) { try progress(done, total) }
    }
  }

  /// The rows of a table; without links to missing objects, if the copy is made for a migration.
  private func query(_ table: TableDefinition) -> String {
    let keys = purpose == .migrating ? keys(in: table.name) : [:]
    let fields = table.columns.map { column in
      keys[column.name].map { "\(target($0, column.name)) AS \(column.name.quotedName)" }
        ?? column.name.quotedName
    }
    let isJoin = layout.joinTables.contains { $0.name == table.name }
    let columns = fields.joined(separator: ", ")
    let conditions = keys.keys.sorted().map { "\($0.quotedName) IS NOT NULL" }
    let rows = "SELECT \(columns) FROM \(table.name.quotedName) AS \"_row\""
    // In a join table, a link is a row, which is left out as a whole.
    return isJoin && !conditions.isEmpty
      ? "SELECT * FROM (\(rows)) WHERE \(conditions.joined(separator: " AND "))" : rows
  }

  /// The columns of a table that refer to objects, each with the entity of these objects.
  private func keys(in table: String) -> [String: String] {
    let ends =
      layout.joinTables.first { $0.name == table }?.ends
      ?? layout.links(in: table).map { ($0.column, $0.end.relationship.destination) }
    return Dictionary(ends.map { ($0.column, $0.entity) }) { _, last in last }
  }

  /// The key of the object that a column refers to, or NULL if the object does not exist.
  private func target(_ entity: String, _ column: String) -> String {
    guard let table = layout.table(of: entity) else { return "NULL" }
    let identity = StoreLayout.identityColumn.quotedName
    let kind =
      layout.rowCondition(of: entity, includingDescendants: true).map { " AND \($0)" } ?? ""
    return "(SELECT \(identity) FROM \(table.quotedName) AS \"_target\" "
      + "WHERE \"_target\".\(identity) = \"_row\".\(column.quotedName)\(kind))"
  }
}
