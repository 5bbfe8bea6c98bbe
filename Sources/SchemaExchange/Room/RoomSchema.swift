internal import Diagnostics
internal import JSON
internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// One version of a database that Room exported, read as table definitions.
struct RoomSchema {
  private let root: JSONValue
  private let log: ImportLog

  init(_ root: JSONValue, _ log: ImportLog) {
    self.root = root
    self.log = log
  }

  /// The version as a document; nil, with a reported problem, if the file is not a valid schema.
  func document(name: String) -> SchemaDocument? {
    guard root["database"]?["entities"] != nil,
      let database = RoomPart(root, "the file", log).part("database", "the database")
    else {
      log.report(.noRoomSchema, at: root.location)
      return nil
    }
    let version = database.neededNumber("version")
    let read = database.neededParts("entities", "an entity").compactMap { entity($0) }
    for view in database.parts("views", "a view") {
      log.remark(.unmanagedObject, of: view.text("viewName") ?? "", "view", at: view.location)
    }
    guard let version else { return nil }
    let places = Dictionary(read.map { ($0.table.name, $0.places) }) { _, last in last }
    let definition = DatabaseDefinition(
      tables: read.map(\.table), indexes: read.flatMap(\.indexes))
    var document = TableImport(
      definition, log: log, namesIndexes: true,
      place: { table, column in places[table]?[column ?? ""] ?? places[table]?[""] }
    )
    .document(name: name, version: Version(version), file: root.location.file)
    document.schema.documentation =
      database.text("identityHash").map { RoomIdentity.documentation(ofHash: $0) }
    return document
  }

  /// A table with its indexes and places.
  private struct ReadTable {
    var table: TableDefinition
    var indexes: [IndexDefinition]
    /// The places of the columns by name; the empty name is the place of the table itself.
    var places: [String: SourceLocation]
  }

  private func entity(_ entity: RoomPart) -> ReadTable? {
    let name = entity.neededText("tableName")
    if let name, let version = entity.text("ftsVersion") {
      log.remark(.unmanagedObject, of: name, "full-text table (\(version))", at: entity.location)
      return nil
    }
    let table = name ?? ""
    let key = entity.part("primaryKey", "a primary key")
    let columns = entity.neededParts("fields", "a field").compactMap { field in
      column(field).map { ($0, field.location) }
    }
    let definition = TableDefinition(
      table, columns: columns.map(\.0), primaryKey: key?.texts("columnNames") ?? [],
      isAutoincrementing: key?.flag("autoGenerate") ?? false,
      foreignKeys: entity.parts("foreignKeys", "a foreign key").compactMap { foreignKey($0) })
    let indexes = entity.parts("indices", "an index").compactMap { index($0, on: table) }
    guard name != nil else { return nil }
    var places = Dictionary(columns.map { ($0.0.name, $0.1) }) { _, last in last }
    places[""] = entity.location
    return ReadTable(table: definition, indexes: indexes, places: places)
  }

  private func column(_ field: RoomPart) -> ColumnDefinition? {
    let affinity = field.text("affinity") ?? ""
    let isRequired = field.flag("notNull")
    let value = field.text("defaultValue")
    return field.neededText("columnName").map { name in
      ColumnDefinition(name, affinity, isRequired: isRequired, defaultExpression: value)
    }
  }

  private func foreignKey(_ key: RoomPart) -> ForeignKeyDefinition? {
    let (columns, parents) = (key.texts("columns"), key.texts("referencedColumns"))
    let (onDelete, onUpdate) = (action("onDelete", of: key), action("onUpdate", of: key))
    let isDeferred = key.flag("deferred")
    return key.neededText("table").map { table in
      ForeignKeyDefinition(
        columns, references: table, parents, onDelete: onDelete, onUpdate: onUpdate,
        isDeferred: isDeferred)
    }
  }

  private func action(_ name: String, of key: RoomPart) -> ForeignKeyDefinition.Action {
    guard let text = key.text(name) else { return .noAction }
    guard let action = ForeignKeyDefinition.Action(rawValue: text.uppercased()) else {
      let known = ForeignKeyDefinition.Action.allCases.map(\.rawValue)
      log.report(
        .invalidValue(text, attribute: name, expected: "one of \(known.joined(separator: ", "))"),
        at: key.location)
      return .noAction
    }
    return action
  }

  private func index(_ index: RoomPart, on table: String) -> IndexDefinition? {
    let orders = index.texts("orders")
    let columns = index.texts("columnNames").enumerated().map { position, name in
      IndexDefinition.Column(
        name, isAscending: position >= orders.count || orders[position].uppercased() != "DESC")
    }
    let isUnique = index.flag("unique")
    return index.neededText("name").map { name in
      IndexDefinition(name, on: table, columns, isUnique: isUnique)
    }
  }
}
