internal import SQLText
internal import SchemaModel

/// The rules by which Core Data numbers entities, and names tables and columns.
///
/// 131 stores confirm them. A migrated store may have older names and numbers.
struct CoreDataRules {
  let schema: Schema
  /// The entities in the order of their numbers: roots by name without regard to case, each followed by its
  /// descendants, depth first.
  let entities: [Entity]

  init(of schema: Schema) {
    self.schema = schema
    func withDescendants(_ entities: [Entity]) -> [Entity] {
      entities.sorted { $0.name.asciiLowercased < $1.name.asciiLowercased }
        .flatMap { [$0] + withDescendants(schema.children(of: $0.name)) }
    }
    entities = withDescendants(schema.entities.filter { $0.parent == nil })
  }

  /// The table of an entity and of all entities that share it.
  func table(of entity: String) -> String? {
    schema.root(of: entity).map { Self.column($0.name) }
  }
}

// MARK: - Names

extension CoreDataRules {
  /// The table or column for a name.
  static func column(_ name: String) -> String { "Z" + name.uppercased() }

  /// The column next to a key, with the number of the destination's entity; nil if the destination has no
  /// sub-entities.
  func companion(of key: String, to destination: String, _ numbers: [String: Int64]) -> String? {
    guard !schema.children(of: destination).isEmpty else { return nil }
    return numbers[destination].map { "Z\($0)_\(key.dropFirst())" }
  }

  /// The column with an object's position, next to a key.
  static func order(of key: String) -> String { "Z_FOK_" + key.dropFirst() }

  /// The column with an object's position, next to a column of a join table.
  static func joinOrder(of column: String) -> String { "Z_FOK_" + column.dropFirst(2) }

  /// The column for a to-many without an inverse, in the destination's table: the source's number and the
  /// relationship.
  static func ownerKey(_ relationship: String, _ number: Int64) -> String {
    "Z\(number)\(relationship.uppercased())"
  }

  /// The name of a join table or of its column.
  ///
  /// The column holds a relationship's destinations, and has the number of their entity. The table has the
  /// number of the entity with the relationship.
  static func join(_ relationship: String, _ number: Int64) -> String {
    "Z_\(number)\(relationship.uppercased())"
  }
}

// MARK: - Columns

/// A column for a property, or for an element of a composite.
struct CoreDataColumn {
  /// The kinds of columns, which determine their declared type and their place in a table.
  enum Kind {
    case integer, key, number, date, decimal, text, url, uuid, transformable, data
  }

  /// The entity that declares the property.
  let entity: String
  /// The property, or the path of an element: `address.city`.
  let path: String
  /// The name without a number at its end.
  let plainName: String
  /// The name in a store that was never migrated.
  var name: String
  /// The kind of the values.
  let kind: Kind

  /// The type in the definition of the table.
  var declaredType: String {
    switch kind {
    case .integer, .key: "INTEGER"
    case .number: "FLOAT"
    case .date: "TIMESTAMP"
    case .decimal: "DECIMAL"
    case .text, .url: "VARCHAR"
    case .uuid, .transformable, .data: "BLOB"
    }
  }
}

extension CoreDataRules {
  /// The columns of a table for its entities' attributes and to-one relationships: entity by entity, and
  /// within each by the bytes of the properties' names.
  ///
  /// Among properties of the same name, the first has the plain column. The next ones have columns with the
  /// numbers 1, 2 and so on.
  func columns(of family: [Entity]) -> [CoreDataColumn] {
    var counts: [String: Int] = [:]
    return family.flatMap(columns).map { column in
      let count = counts[column.plainName, default: 0]
      counts[column.plainName] = count + 1
      var numbered = column
      if count > 0 { numbered.name += "\(count)" }
      return numbered
    }
  }

  private func columns(of entity: Entity) -> [CoreDataColumn] {
    var result: [(name: String, columns: [CoreDataColumn])] = []
    for attribute in entity.attributes where !attribute.isTransient {
      result.append((attribute.name, columns(attribute, attribute.name, of: entity.name)))
    }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      let name = relationship.name
      result.append((name, [Self.column(name, name, of: entity.name, .key)]))
    }
    return result.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .flatMap(\.columns)
  }

  private func columns(
    _ attribute: Attribute, _ path: String, of entity: String
  ) -> [CoreDataColumn] {
    let isElement = path != attribute.name
    let elements: [(name: String, columns: [CoreDataColumn])] =
      elements(of: attribute.type, path, entity)
    if !elements.isEmpty { return elements.flatMap(\.columns) }
    guard let kind = kind(of: attribute.type, isElement: isElement) else { return [] }
    return [Self.column(attribute.name, path, of: entity, kind)]
  }

  /// The columns of a type with several columns: a composite's elements, or the cases of an enumeration
  /// without raw values.
  private func elements(
    of type: AttributeType, _ path: String, _ entity: String
  ) -> [(name: String, columns: [CoreDataColumn])] {
    switch type {
    case .composite(let name):
      return (schema.composite(named: name)?.elements ?? []).map { element in
        (element.name, columns(element, "\(path).\(element.name)", of: entity))
      }
    default:
      return schema.casesWithColumns(of: type).map { name in
        (name, [Self.column(name, "\(path).\(name)", of: entity, .text)])
      }
    }
  }

  private static func column(
    _ name: String, _ path: String, of entity: String, _ kind: CoreDataColumn.Kind
  ) -> CoreDataColumn {
    CoreDataColumn(
      entity: entity, path: path, plainName: column(name), name: column(name), kind: kind)
  }

  /// The kind of column for a type; nil if the type has no column, or several.
  private func kind(of type: AttributeType, isElement: Bool) -> CoreDataColumn.Kind? {
    switch type {
    case .bool, .int16, .int32, .int64: .integer
    case .float, .double: .number
    case .date: .date
    case .decimal: .decimal
    case .string: .text
    case .url: .url
    case .uuid: .uuid
    case .data: .data
    case .transformable: .transformable
    case .array: isElement ? .data : .transformable
    case .enumeration(.inline): .text
    case .enumeration(.named(let name)):
      schema.enumeration(named: name)?.rawType == .int ? .integer : .text
    case .composite: nil
    }
  }
}

extension Schema {
  /// The cases of an enumeration without raw values, each of which has its own column.
  func casesWithColumns(of type: AttributeType) -> [String] {
    guard case .enumeration(.named(let name)) = type,
      let enumeration = enumeration(named: name), enumeration.rawType == .none
    else { return [] }
    return enumeration.cases.map(\.name)
  }
}
