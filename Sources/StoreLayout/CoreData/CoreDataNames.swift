internal import SchemaModel

/// The places of a model's properties in a store of Core Data: entity numbers, tables and columns.
///
/// The number at the end of a column's name only follows from ``CoreDataRules`` in a store that was never
/// migrated. So each column is looked up in the file, by its name and type.
struct CoreDataNames {
  private let schema: Schema
  private let rules: CoreDataRules
  private let tables: CoreDataTables
  /// The number of each entity.
  private(set) var numbers: [String: Int64] = [:]
  /// The columns of each attribute and to-one relationship, by entity and property.
  ///
  /// A composite has one column for each element, by its path (`address.city`).
  private(set) var columns: [String: [String: String]] = [:]
  /// The properties whose columns are missing from the file.
  private(set) var problems: [CoreDataLayout.Problem] = []

  init(of schema: Schema, in tables: CoreDataTables) {
    self.schema = schema
    self.tables = tables
    rules = CoreDataRules(of: schema)
    numberEntities()
    for root in schema.entities where root.parent == nil { nameColumns(of: root) }
  }

  /// The names of the entities, in the order of their numbers in the platform.
  var order: [String] { rules.entities.map(\.name) }

  /// The table of an entity and of all entities that share it; nil if the file does not have it in the
  /// platform's form.
  func table(of entity: String) -> String? {
    rules.table(of: entity).flatMap { columnLacking(in: $0, of: entity) == nil ? $0 : nil }
  }

  /// The first missing column of a table that is necessary for reading the objects of an entity; nil if none
  /// is missing.
  private func columnLacking(in table: String, of entity: String) -> String? {
    // An entity without a shared table needs no number there.
    let isShared = schema.root(of: entity).map { !schema.children(of: $0.name).isEmpty } == true
    return ["Z_PK", isShared ? "Z_ENT" : "Z_PK"].first { !tables.has($0, in: table) }
  }

  /// The column of a property, or of an element of a composite.
  func column(_ path: String, of entity: String) -> String? { columns[entity]?[path] }

  // MARK: Entities

  /// Numbers the entities by the names in the file, which may be the names before a renaming.
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

  /// Finds the columns of a table by the rules, as far as the file has them.
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

  /// The column next to the key of a to-one relationship, with the number of the destination's entity.
  func companion(of relationship: Relationship, of entity: String) -> String? {
    column(relationship.name, of: entity).flatMap {
      rules.companion(of: $0, to: relationship.destination, numbers)
    }
  }

  /// Notes a missing column that reading does not need.
  private mutating func lack(_ column: String, in table: String, _ entity: String) {
    guard !tables.has(column, in: table) else { return }
    problems.append(
      .init(entity: entity, property: nil, reason: .noColumnOfPlatform(column, table: table)))
  }

  /// Finds the only free column with a name and type: after a migration, the number at its end does not
  /// follow from the rules.
  private mutating func find(
    _ column: CoreDataColumn, in table: String, taken: inout Set<String>
  ) {
    let candidates = (tables.columns[table] ?? [:]).keys.filter { name in
      name.hasPrefix(column.plainName)
        && name.dropFirst(column.plainName.count).allSatisfy(\.isASCIIDigit)
        && !taken.contains(name) && tables.has(name, in: table, of: column.declaredType)
    }
    // If another program changed the type of a column, each of its values is checked separately.
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
