internal import SQLite
internal import SchemaModel

/// A foreign key that becomes a relationship: a single column that leads to the primary key of a table.
struct TableLink {
  /// The table that contains the column.
  var table: String
  /// The column.
  var column: String
  /// The entity to which the key leads.
  var destination: String
  /// The action on the row when the row to which it leads is deleted.
  var onDelete: ForeignKeyDefinition.Action
  /// Whether each row is the target of at most one row.
  var isExclusive: Bool
}

extension TableImport {
  /// The foreign keys that become relationships, with remarks on the others.
  func linkedColumns() -> [TableLink] {
    var tables: [String: TableDefinition] = [:]
    for table in definition.tables { tables[table.name.lowercased()] = table }
    var links: [TableLink] = []
    for table in definition.tables {
      var columns: Set<String> = []
      for key in table.foreignKeys {
        if let reason = reason(against: key, tables[key.table.lowercased()])
          ?? (columns.insert(key.columns[0]).inserted ? nil : "its column has one already")
        {
          remark(key, of: table, reason)
        } else {
          remarkActions(of: key, table)
          links.append(link(key, of: table))
        }
      }
    }
    return links
  }

  private func link(_ key: ForeignKeyDefinition, of table: TableDefinition) -> TableLink {
    let column = key.columns[0]
    let uniqueIndexes = definition.indexes.filter {
      $0.table == table.name && $0.isUnique && $0.filter == nil
    }
    return TableLink(
      table: table.name,
      column: table.columns.first { $0.name.lowercased() == column.lowercased() }?
        .name ?? column,
      destination: names[key.table.lowercased()] ?? key.table, onDelete: key.onDelete,
      isExclusive: table.primaryKey == [column] || table.uniqueConstraints.contains([column])
        || uniqueIndexes.contains { $0.columns.map(\.name) == [column] })
  }

  /// The reason why a foreign key cannot be a relationship; nil if it can.
  private func reason(against key: ForeignKeyDefinition, _ parent: TableDefinition?) -> String? {
    guard let parent else {
      return leftOut.contains(key.table.lowercased())
        ? "the table '\(key.table)' is left out" : "there is no table '\(key.table)'"
    }
    guard key.columns.count == 1 else { return "it has several columns" }
    guard parent.primaryKey.count == 1,
      key.parentColumns.isEmpty
        || key.parentColumns.map({ $0.lowercased() }) == parent.primaryKey.map({ $0.lowercased() })
    else { return "it does not lead to the key of '\(parent.name)'" }
    return nil
  }

  private func remark(_ key: ForeignKeyDefinition, of table: TableDefinition, _ reason: String) {
    let columns = key.columns.joined(separator: ", ")
    log.remark(
      .foreignKey, of: names[table.name.lowercased()] ?? table.name,
      "(\(columns)) to '\(key.table)': \(reason)", at: place(table.name, key.columns.first))
  }

  /// Adds remarks on actions that a schema cannot declare: ON UPDATE and SET DEFAULT.
  private func remarkActions(of key: ForeignKeyDefinition, _ table: TableDefinition) {
    let part = "\(names[table.name.lowercased()] ?? table.name).\(key.columns[0])"
    let location = place(table.name, key.columns[0])
    if key.onUpdate != .noAction {
      log.remark(.clause, of: part, "ON UPDATE \(key.onUpdate.rawValue)", at: location)
    }
    if key.onDelete == .setDefault {
      log.remark(.clause, of: part, "ON DELETE SET DEFAULT", at: location)
    }
  }

  /// Adds the inverse relationships to the destinations, with their delete rules.
  func addInverses(to schema: inout Schema, _ links: [TableLink]) {
    var positions: [String: Int] = [:]
    for (position, entity) in schema.entities.enumerated() { positions[entity.name] = position }
    for link in links {
      guard let child = positions[names[link.table.lowercased()] ?? link.table],
        let parent = positions[link.destination],
        let place = schema.entities[child].relationships.firstIndex(where: {
          ($0.column ?? $0.name) == link.column && $0.cardinality == .toOne
        })
      else { continue }
      let relationship = schema.entities[child].relationships[place]
      let name = inverseName(
        schema.entities[child].name, relationship.name, in: schema.entities[parent])
      schema.entities[child].relationships[place].inverse = name
      schema.entities[parent].relationships.append(
        Relationship(
          name, link.isExclusive ? .toOne : .toMany, schema.entities[child].name,
          isOptional: true, inverse: relationship.name, deleteRule: link.deleteRule))
    }
  }

  private func inverseName(_ child: String, _ relationship: String, in parent: Entity) -> String {
    let taken = Set(
      (parent.attributes.map(\.name) + parent.relationships.map(\.name)).map { $0.lowercased() })
    let plain = child.prefix(1).lowercased() + child.dropFirst() + (child.hasSuffix("s") ? "" : "s")
    guard taken.contains(plain.lowercased()) else { return plain }
    var name = plain + "By" + relationship.prefix(1).uppercased() + relationship.dropFirst()
    while taken.contains(name.lowercased()) { name += "_" }
    return name
  }
}

extension TableLink {
  /// The delete rule; SQLite also rejects a deletion for NO ACTION, only later.
  fileprivate var deleteRule: DeleteRule? {
    switch onDelete {
    case .cascade: .cascade
    case .setNull: .nullify
    case .restrict, .noAction: .deny
    case .setDefault: nil
    }
  }
}
