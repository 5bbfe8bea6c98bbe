internal import SchemaModel

/// The places that Core Data has for the properties of a model: entity numbers, tables and columns.
///
/// The number at the end of a column's name follows from ``CoreDataRules`` only in a store that was never
/// migrated. So each column is looked up in the file, by its name and type.
struct CoreDataNames {
  private let schema: Schema
  private let rules: CoreDataRules
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
    rules = CoreDataRules(of: schema)
    numberEntities()
    for root in schema.entities where root.parent == nil { nameColumns(of: root) }
  }

  /// The names of the entities, in the order of the numbers that the platform gives them.
  var order: [String] { rules.entities.map(\.name) }

  /// The table of an entity and of all that share it, where the file has it as the platform writes it.
  func table(of entity: String) -> String? {
    rules.table(of: entity).flatMap { columnLacking(in: $0, of: entity) == nil ? $0 : nil }
  }

  /// The first column that reading the objects of an entity needs and a table lacks; nil where it lacks none.
  private func columnLacking(in table: String, of entity: String) -> String? {
    // An entity that has a table for itself needs no number there.
    let isShared = schema.root(of: entity).map { !schema.children(of: $0.name).isEmpty } == true
    return ["Z_PK", isShared ? "Z_ENT" : "Z_PK"].first { !tables.has($0, in: table) }
  }

  /// The column of a property, or of an element of a composite.
  func column(_ path: String, of entity: String) -> String? { columns[entity]?[path] }

  // MARK: Entities

  /// By the names in the file, which keep the old name where an entity was renamed.
  private mutating func numberEntities() {
    let order = rules.entities
    let isWhole = tables.numbers.count == order.count
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

  // MARK: Columns

  /// The columns of a table by the rules, as far as the file has them.
  private mutating func nameColumns(of root: Entity) {
    guard let table = rules.table(of: root.name) else { return }
    if let column = columnLacking(in: table, of: root.name) {
      let reason: CoreDataLayout.Problem.Reason =
        tables.columns[table] == nil ? .noTable(table) : .noColumn(column, table: table)
      problems += schema.family(of: root.name).map {
        .init(entity: $0.name, property: nil, reason: reason)
      }
      return
    }
    lack("Z_ENT", in: table, root.name)
    let family = schema.family(of: root.name)
      .sorted { numbers[$0.name, default: 0] < numbers[$1.name, default: 0] }
    var open: [CoreDataColumn] = []
    var taken: Set<String> = []
    for column in rules.columns(of: family) {
      if tables.has(column.name, in: table, of: column.declaredType) {
        columns[column.entity, default: [:]][column.path] = column.name
        taken.insert(column.name)
      } else {
        open.append(column)
      }
    }
    for column in open { find(column, in: table, taken: &taken) }
    for entity in family {
      for column in entity.relationships.compactMap({ companion(of: $0, of: entity.name) }) {
        lack(column, in: table, entity.name)
      }
    }
  }

  /// The column next to the key of a to-one relationship, with the number of the object's entity.
  func companion(of relationship: Relationship, of entity: String) -> String? {
    column(relationship.name, of: entity).flatMap {
      rules.companion(of: $0, to: relationship.destination, numbers)
    }
  }

  /// Notes a column that reading does without, if it is missing.
  private mutating func lack(_ column: String, in table: String, _ entity: String) {
    guard !tables.has(column, in: table) else { return }
    problems.append(
      .init(entity: entity, property: nil, reason: .noColumnOfPlatform(column, table: table)))
  }

  /// After a migration the number is history: the one free column of the name and type is meant.
  private mutating func find(
    _ column: CoreDataColumn, in table: String, taken: inout Set<String>
  ) {
    let candidates = (tables.columns[table] ?? [:]).keys.filter { name in
      name.hasPrefix(column.plainName)
        && name.dropFirst(column.plainName.count).allSatisfy(\.isASCIIDigit)
        && !taken.contains(name) && tables.has(name, in: table, of: column.declaredType)
    }
    // Of a column that another program gave another type, each value is judged by itself.
    let other =
      candidates.isEmpty && tables.has(column.name, in: table) ? column.name : nil
    if let name = candidates.count == 1 ? candidates[0] : other, !taken.contains(name) {
      columns[column.entity, default: [:]][column.path] = name
      taken.insert(name)
    } else {
      let property = column.path.prefix { $0 != "." }
      problems.append(
        .init(
          entity: column.entity, property: String(property),
          reason: .noColumn(column.plainName, table: table)))
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
