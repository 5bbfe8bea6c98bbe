internal import Diagnostics
internal import SQLiteStore
internal import SchemaModel

/// One version of a database as Room exports it, read as the tables that it has.
struct RoomSchema {
  private let root: JSONNode
  private let log: ImportLog

  init(_ root: JSONNode, _ log: ImportLog) {
    self.root = root
    self.log = log
  }

  /// The version as a document; nil, and reported, where it is none.
  func document(name: String) -> SchemaDocument? {
    guard let database = root["database"], let version = database["version"]?.integer, version >= 0,
      let entities = database["entities"]
    else {
      log.report(.noRoomSchema, at: root.location)
      return nil
    }
    let tables = entities.elements.compactMap { table($0) }
    let indexes = entities.elements.flatMap { self.indexes($0) }
    remarkRest(of: database)
    let places = places(entities.elements)
    let definition = DatabaseDefinition(tables: tables, indexes: indexes)
    var document = TableImport(
      definition, log: log,
      place: { table, column in places[table]?[column ?? ""] ?? places[table]?[""] }
    )
    .document(name: name, version: Version(version), file: root.location.file)
    document.schema.documentation = database["identityHash"]?.text.map { "Room's \($0)" }
    return document
  }

  /// Where tables and their columns stand; a table by the empty name.
  private func places(_ entities: [JSONNode]) -> [String: [String: SourceLocation]] {
    var result: [String: [String: SourceLocation]] = [:]
    for entity in entities {
      guard let name = entity["tableName"]?.text else { continue }
      var places = ["": entity.location]
      for field in entity["fields"]?.elements ?? [] {
        if let column = field["columnName"]?.text { places[column] = field.location }
      }
      result[name] = places
    }
    return result
  }

  private func table(_ entity: JSONNode) -> TableDefinition? {
    guard let name = entity["tableName"]?.text, let fields = entity["fields"] else {
      log.report(.missingAttribute("tableName", element: "entity"), at: entity.location)
      return nil
    }
    if let version = entity["ftsVersion"]?.text {
      log.remark(.unmanagedObject, of: name, "full-text table (\(version))", at: entity.location)
      return nil
    }
    let key = entity["primaryKey"]
    return TableDefinition(
      name, columns: fields.elements.compactMap { column($0) },
      primaryKey: names(key, "columnNames"),
      isAutoincrementing: key?["autoGenerate"]?.isTrue ?? false,
      foreignKeys: (entity["foreignKeys"]?.elements ?? []).map { foreignKey($0) })
  }

  private func column(_ field: JSONNode) -> ColumnDefinition? {
    guard let name = field["columnName"]?.text else {
      log.report(.missingAttribute("columnName", element: "field"), at: field.location)
      return nil
    }
    return ColumnDefinition(
      name, field["affinity"]?.text ?? "", isRequired: field["notNull"]?.isTrue ?? false,
      defaultExpression: field["defaultValue"]?.text)
  }

  private func foreignKey(_ node: JSONNode) -> ForeignKeyDefinition {
    ForeignKeyDefinition(
      names(node, "columns"), references: node["table"]?.text ?? "",
      names(node, "referencedColumns"), onDelete: action(node["onDelete"]),
      onUpdate: action(node["onUpdate"]), isDeferred: node["deferred"]?.isTrue ?? false)
  }

  private func action(_ node: JSONNode?) -> ForeignKeyDefinition.Action {
    node?.text.flatMap { .init(rawValue: $0.uppercased()) } ?? .noAction
  }

  private func indexes(_ entity: JSONNode) -> [IndexDefinition] {
    guard let table = entity["tableName"]?.text else { return [] }
    return (entity["indices"]?.elements ?? []).map { index in
      let orders = names(index, "orders")
      let columns = names(index, "columnNames").enumerated().map { position, name in
        IndexDefinition.Column(
          name, isAscending: position >= orders.count || orders[position].uppercased() != "DESC")
      }
      return IndexDefinition(
        index["name"]?.text ?? "", on: table, columns, isUnique: index["unique"]?.isTrue ?? false)
    }
  }

  private func names(_ node: JSONNode?, _ key: String) -> [String] {
    (node?[key]?.elements ?? []).compactMap(\.text)
  }

  private func remarkRest(of database: JSONNode) {
    for view in database["views"]?.elements ?? [] {
      log.remark(.unmanagedObject, of: view["viewName"]?.text ?? "", "view", at: view.location)
    }
  }
}
