internal import SQLText
internal import SchemaModel

/// The places that Core Data has for the properties of a model: entity numbers, tables and columns.
///
/// The rules are those that 131 stores bear out. A column's number suffix follows from them only in a
/// store that was never migrated. So each column is looked up in the file, by its name and type.
struct CoreDataNames {
  private let schema: Schema
  private let tables: CoreDataTables
  /// The number of each entity.
  private(set) var numbers: [String: Int64] = [:]
  /// The columns of each attribute and to-one relationship, by entity and property: one, or those of a
  /// composite's elements, by their path (`address.city`).
  private(set) var columns: [String: [String: String]] = [:]
  /// The properties whose columns the file does not have.
  private(set) var problems: [CoreDataLayout.Problem] = []

  init(of schema: Schema, in tables: CoreDataTables) {
    self.schema = schema
    self.tables = tables
    numberEntities()
    for root in schema.entities where root.parent == nil { nameColumns(of: root) }
  }

  /// The table of an entity and of all that share it.
  func table(of entity: String) -> String? {
    schema.root(of: entity).map { "Z" + $0.name.uppercased() }
  }

  /// The column of a property, or of an element of a composite.
  func column(_ path: String, of entity: String) -> String? { columns[entity]?[path] }

  // MARK: Entities

  /// By the names in the file, which keep the old name where an entity was renamed.
  private mutating func numberEntities() {
    let order = entitiesInOrder()
    let isWhole = tables.numbers.values.filter { $0 < Self.firstOfHistory }.count == order.count
    for (position, entity) in order.enumerated() {
      if let number = tables.numbers[entity.name] {
        numbers[entity.name] = number
      } else if let old = entity.renamedFrom, schema.entity(named: old) == nil,
        let number = tables.numbers[old]
      {
        numbers[entity.name] = number
      } else if isWhole {
        numbers[entity.name] = Int64(position + 1)
      } else {
        problems.append(.init(entity: entity.name, property: nil, reason: .noNumber))
      }
    }
  }

  /// The number from which on the tables of the history have theirs.
  private static let firstOfHistory = 16_000

  /// Roots by name without regard to case, each followed by its descendants, depth first.
  private func entitiesInOrder() -> [Entity] {
    func withDescendants(_ entities: [Entity]) -> [Entity] {
      entities.sorted { $0.name.asciiLowercased < $1.name.asciiLowercased }
        .flatMap { [$0] + withDescendants(schema.children(of: $0.name)) }
    }
    return withDescendants(schema.entities.filter { $0.parent == nil })
  }

  // MARK: Columns

  /// A column that a property needs.
  private struct Need {
    let entity: String
    let path: String
    let name: String
    let types: Set<String>
  }

  /// The first property of a name has its plain column, and the next ones have it with 1, 2 and so on.
  private mutating func nameColumns(of root: Entity) {
    guard let table = table(of: root.name) else { return }
    let family = schema.family(of: root.name)
      .sorted { numbers[$0.name, default: 0] < numbers[$1.name, default: 0] }
    let needs = family.flatMap(needs)
    var counts: [String: Int] = [:]
    var open: [Need] = []
    var taken: Set<String> = []
    for need in needs {
      let count = counts[need.name, default: 0]
      counts[need.name] = count + 1
      let column = count == 0 ? need.name : "\(need.name)\(count)"
      if tables.has(column, in: table, of: need.types) {
        columns[need.entity, default: [:]][need.path] = column
        taken.insert(column)
      } else {
        open.append(need)
      }
    }
    for need in open { find(need, in: table, taken: &taken) }
  }

  /// After a migration the suffix is history: the one free column of the name and type is meant.
  private mutating func find(_ need: Need, in table: String, taken: inout Set<String>) {
    let candidates = (tables.columns[table] ?? [:]).keys.filter { column in
      column.hasPrefix(need.name) && column.dropFirst(need.name.count).allSatisfy(\.isASCIIDigit)
        && !taken.contains(column) && tables.has(column, in: table, of: need.types)
    }
    if candidates.count == 1 {
      columns[need.entity, default: [:]][need.path] = candidates[0]
      taken.insert(candidates[0])
    } else {
      let property = need.path.prefix { $0 != "." }
      problems.append(
        .init(
          entity: need.entity, property: String(property),
          reason: .noColumn(need.name, table: table)))
    }
  }

  /// The columns of an entity's own attributes and to-one relationships, by the bytes of their names.
  private func needs(of entity: Entity) -> [Need] {
    var result: [(name: String, needs: [Need])] = []
    for attribute in entity.attributes where !attribute.isTransient {
      result.append((attribute.name, needs(attribute, attribute.name, of: entity.name)))
    }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      let need = Need(
        entity: entity.name, path: relationship.name, name: Self.column(relationship.name),
        types: ["INTEGER"])
      result.append((relationship.name, [need]))
    }
    return result.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.flatMap(\.needs)
  }

  private func needs(_ attribute: Attribute, _ path: String, of entity: String) -> [Need] {
    if case .composite(let name) = attribute.type {
      return (schema.composite(named: name)?.elements ?? []).flatMap { element in
        needs(element, "\(path).\(element.name)", of: entity)
      }
    }
    return [
      Need(
        entity: entity, path: path, name: Self.column(attribute.name),
        types: schema.coreDataColumnTypes(of: attribute.type))
    ]
  }

  private static func column(_ property: String) -> String { "Z" + property.uppercased() }
}

extension Schema {
  /// The types that Core Data declares for a column with values of a type.
  fileprivate func coreDataColumnTypes(of type: AttributeType) -> Set<String> {
    switch type {
    case .bool, .int16, .int32, .int64: ["INTEGER"]
    case .float, .double: ["FLOAT"]
    case .date: ["TIMESTAMP"]
    case .decimal: ["DECIMAL"]
    case .string, .url: ["VARCHAR"]
    case .uuid, .data, .transformable, .array: ["BLOB"]
    case .enumeration(.inline): ["VARCHAR"]
    case .enumeration(.named(let name)):
      enumeration(named: name)?.rawType == .int ? ["INTEGER"] : ["VARCHAR"]
    case .composite: []
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
