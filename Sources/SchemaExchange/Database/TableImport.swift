internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Imports a schema from the tables of an existing database.
///
/// The schema describes the database as it is. Every entity names its table and its primary key. Every
/// property names its column, if the column has a different name. A foreign key of one column to a table's
/// key becomes a to-one relationship. The other table's entity gets the inverse, with a generated name:
/// `notes` for a table `Note`, or `notesByBook` if that is used.
struct TableImport {
  /// Returns the storage classes of the values in a column whose declared type is not conclusive.
  typealias Content = (_ table: String, _ column: String) -> Set<String>?
  /// Returns the place where a table or a column is declared.
  typealias Place = (_ table: String, _ column: String?) -> SourceLocation?

  /// The definition of the database, without tables whose names are reserved in a schema.
  let definition: DatabaseDefinition
  /// The tables with reserved names, in lower case.
  let leftOut: Set<String>
  /// The entities' names, by the tables' names in lower case.
  let names: [String: String]
  /// The log for remarks.
  let log: ImportLog
  /// Whether the schema must declare the names of indexes, because code refers to them.
  let namesIndexes: Bool
  /// Returns the storage classes in a column.
  let content: Content
  /// Returns the place of a declaration.
  let place: Place

  init(
    _ definition: DatabaseDefinition, log: ImportLog, namesIndexes: Bool = false,
    content: @escaping Content = { _, _ in nil }, place: @escaping Place = { _, _ in nil }
  ) {
    let reserved = definition.tables.map(\.name).filter { Identifier.isReserved($0) }
    for table in reserved { log.remark(.reservedTable, of: table, at: place(table, nil)) }
    self.definition = definition.without(tables: Set(reserved))
    leftOut = Set(reserved.map { $0.lowercased() })
    self.log = log
    self.namesIndexes = namesIndexes
    self.content = content
    self.place = place
    var taken: Set<String> = []
    var names: [String: String] = [:]
    for table in self.definition.tables {
      names[table.name.lowercased()] = IdentifierMaker.name(of: table.name, taken: &taken)
    }
    self.names = names
  }

  /// The document of the version that the tables define.
  func document(name: String, version: Version, file: String?) -> SchemaDocument {
    var schema = Schema(name: name, version: version, declaredPlatform: .noPlatform)
    var sources = SourceMap()
    let links = linkedColumns()
    for table in definition.tables {
      let entity = entity(table, links)
      record(table, entity, &sources)
      schema.entities.append(entity)
    }
    addInverses(to: &schema, links)
    return SchemaDocument(schema: schema, sources: sources, file: file)
  }

  private func record(_ table: TableDefinition, _ entity: Entity, _ sources: inout SourceMap) {
    guard let location = place(table.name, nil) else { return }
    sources.record(location, for: .entity(entity.name))
    for attribute in entity.attributes {
      guard let place = place(table.name, attribute.column ?? attribute.name) else { continue }
      sources.record(place, for: .property(attribute.name, of: entity.name, .attributes))
    }
    for relationship in entity.relationships {
      guard let place = place(table.name, relationship.column ?? relationship.name) else {
        continue
      }
      sources.record(place, for: .property(relationship.name, of: entity.name, .relationships))
    }
  }
}

// MARK: - Entities

extension TableImport {
  private func entity(_ table: TableDefinition, _ links: [TableLink]) -> Entity {
    let name = names[table.name.lowercased()] ?? table.name
    var entity = Entity(name, table: table.name)
    entity.primaryKey = table.primaryKey.isEmpty ? nil : table.primaryKey
    let own = links.filter { $0.table == table.name }
    var taken = Set(
      table.columns.map { $0.name.lowercased() }.filter { column in
        !own.contains { $0.column.lowercased() == column }
      })
    var properties: [String: String] = [:]
    for column in table.columns {
      if let link = own.first(where: { $0.column == column.name }) {
        let property = relationshipName(link, taken: &taken)
        properties[column.name] = property
        entity.relationships.append(relationship(property, column, link, table))
      } else {
        let property = attributeName(column.name, taken: &taken)
        properties[column.name] = property
        entity.attributes.append(attribute(property, column, table, name))
      }
    }
    readKeys(of: &entity, table, properties)
    remarkClauses(of: table, name)
    return entity
  }

  private func attributeName(_ column: String, taken: inout Set<String>) -> String {
    let name = IdentifierMaker.identifier(column)
    guard name != column else { return name }
    return IdentifierMaker.name(of: column, taken: &taken)
  }

  /// The column's name without a suffix such as `_id`, unless that name is used.
  private func relationshipName(_ link: TableLink, taken: inout Set<String>) -> String {
    for suffix in ["_id", "_ID", "Id", "ID"]
    where link.column.hasSuffix(suffix) && link.column.count > suffix.count {
      let name = IdentifierMaker.identifier(String(link.column.dropLast(suffix.count)))
      if taken.insert(name.lowercased()).inserted { return name }
    }
    return IdentifierMaker.name(of: link.column, taken: &taken)
  }

  /// The to-one relationship of a foreign key.
  ///
  /// If each row is the target of at most one row, the inverse is a to-one that could also store the links.
  /// In this case the relationship names its column, which makes it the end that stores them.
  private func relationship(
    _ name: String, _ column: ColumnDefinition, _ link: TableLink, _ table: TableDefinition
  ) -> Relationship {
    let isKey = table.primaryKey.contains(column.name) && !holdsNull(column, table)
    let isRequired = column.isRequired || isKey
    return Relationship(
      name, .toOne, link.destination, isOptional: !isRequired, deleteRule: .nullify,
      column: name == column.name && !link.isExclusive ? nil : column.name)
  }

  private func attribute(
    _ name: String, _ column: ColumnDefinition, _ table: TableDefinition, _ entity: String
  ) -> Attribute {
    let part = "\(entity).\(name)"
    let type = columnType(column, table, part)
    let isKey = table.primaryKey == [column.name] && !holdsNull(column, table)
    var attribute = Attribute(
      name, type, isOptional: !column.isRequired && !isKey,
      column: name == column.name ? nil : column.name,
      sqlType: column.type.isEmpty ? nil : column.type)
    if let expression = column.defaultExpression {
      attribute.defaultValue = defaultValue(
        expression, type, part, at: place(table.name, column.name))
    }
    return attribute
  }

  private func holdsNull(_ column: ColumnDefinition, _ table: TableDefinition) -> Bool {
    content(table.name, column.name)?.contains("null") == true
  }

  private func columnType(
    _ column: ColumnDefinition, _ table: TableDefinition, _ part: String
  ) -> AttributeType {
    if let type = ColumnType.certain(column.type) { return type }
    let found = content(table.name, column.name)?.subtracting(["null"])
    let type = ColumnType.probable(column.type, holding: found ?? [])
    let held = (found ?? []).isEmpty ? "nothing" : (found ?? []).sorted().joined(separator: ", ")
    log.remark(
      .sampledType, of: part,
      "\(column.type.isEmpty ? "no type" : "'\(column.type)'") and holds \(held): \(type.keyword)",
      at: place(table.name, column.name))
    return type
  }

  private func defaultValue(
    _ expression: String, _ type: AttributeType, _ part: String, at place: SourceLocation?
  ) -> DefaultValue? {
    switch DeclaredDefault(expression, as: type) {
    case .null: return nil
    case .literal(let literal): return .literal(literal)
    case .other:
      log.remark(.defaultValue, of: part, expression, at: place)
      return nil
    }
  }

  private func remarkClauses(of table: TableDefinition, _ entity: String) {
    let location = place(table.name, nil)
    for clause in table.furtherClauses { log.remark(.clause, of: entity, clause, at: location) }
    for column in table.columns {
      for clause in column.furtherClauses {
        log.remark(
          .clause, of: "\(entity).\(column.name)", clause, at: place(table.name, column.name))
      }
    }
    let options = [
      ("AUTOINCREMENT", table.isAutoincrementing), ("WITHOUT ROWID", table.isWithoutRowID),
      ("STRICT", table.isStrict),
    ]
    for (name, isThere) in options where isThere {
      log.remark(.clause, of: entity, name, at: location)
    }
  }
}

// MARK: - Keys and indexes

extension TableImport {
  private func readKeys(
    of entity: inout Entity, _ table: TableDefinition, _ properties: [String: String]
  ) {
    for columns in table.uniqueConstraints {
      entity.uniquenessConstraints.append(columns.map { properties[$0] ?? $0 })
    }
    for index in definition.indexes where index.table == table.name {
      let elements = index.columns.compactMap { column in
        properties[column.name].map { Index.Element($0, isAscending: column.isAscending) }
      }
      if let reason = reason(against: index) {
        log.remark(
          .unsupportedIndex, of: entity.name, "'\(index.name)' \(reason)",
          at: place(table.name, nil))
      } else if index.isUnique {
        entity.uniquenessConstraints.append(elements.map(\.property))
      } else {
        entity.indexes.append(Index(elements, name: namesIndexes ? index.name : nil))
      }
    }
  }

  /// The reason why a schema cannot declare an index; nil if it can.
  private func reason(against index: IndexDefinition) -> String? {
    if let filter = index.filter { return "covers only rows where \(filter)" }
    if let collation = index.columns.compactMap(\.collation).first {
      return "has the collation \(collation)"
    }
    return nil
  }
}
