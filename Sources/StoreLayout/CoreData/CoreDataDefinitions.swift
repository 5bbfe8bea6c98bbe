internal import SQLite
package import SchemaModel

/// The tables, indexes and triggers that Core Data creates for a model, as text, byte by byte.
///
/// ```swift
/// let definitions = try CoreDataDefinitions(of: schema)
/// definitions.tables[0] // CREATE TABLE ZBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, …
/// ```
package struct CoreDataDefinitions {
  let rules: CoreDataRules
  /// The number of each entity.
  private let numbers: [String: Int64]
  /// The columns of each root's table.
  private let columnsByRoot: [String: [CoreDataColumn]]
  /// The tables of many-to-many links, in the order of their creation.
  let joins: [CoreDataJoin]

  /// The definitions for a model.
  ///
  /// - Throws: all reasons why the definitions are not known.
  package init(of schema: Schema) throws(CoreDataObstacles) {
    let rules = CoreDataRules(of: schema)
    let reasons = rules.obstacles()
    guard reasons.isEmpty else { throw CoreDataObstacles(reasons: reasons) }
    self.rules = rules
    numbers = Dictionary(
      rules.entities.enumerated().map { ($0.element.name, Int64($0.offset + 1)) },
      uniquingKeysWith: { first, _ in first })
    var columns: [String: [CoreDataColumn]] = [:]
    for root in rules.entities where root.parent == nil {
      columns[root.name] = rules.columns(of: rules.family(of: root))
    }
    columnsByRoot = columns
    joins = CoreDataJoin.all(by: rules, numbers)
  }
}

// MARK: - Places

extension CoreDataDefinitions {
  /// The model.
  package var schema: Schema { rules.schema }

  /// The entities in the order of their numbers.
  package var entities: [Entity] { rules.entities }

  /// The number of an entity.
  package func number(of entity: String) -> Int64 { numbers[entity] ?? 0 }

  /// The table of an entity.
  func table(of entity: String) -> String? { rules.table(of: entity) }

  /// The columns of the properties of an entity, and of all entities that share its table.
  func columns(of entity: String) -> [CoreDataColumn] {
    schema.root(of: entity).flatMap { columnsByRoot[$0.name] } ?? []
  }

  /// The column of a property, or of an element of a composite, of an entity or an ancestor.
  func column(_ path: String, of entity: String) -> String? {
    let lineage = Set(schema.lineage(of: entity).map(\.name))
    return columns(of: entity).first { $0.path == path && lineage.contains($0.entity) }?.name
  }

  /// The column next to a key, with the number of the destination's entity; nil if the key has none.
  func companion(of key: String, to destination: String) -> String? {
    rules.companion(of: key, to: destination, numbers)
  }
}

extension CoreDataRules {
  /// The entities that share a root's table, in the order of their numbers.
  func family(of root: Entity) -> [Entity] {
    let names = Set(schema.family(of: root.name).map(\.name))
    return entities.filter { names.contains($0.name) }
  }
}

// MARK: - Tables

extension CoreDataDefinitions {
  /// The statements for the tables of the entities, each followed by the statements for its tables of links.
  package var tables: [String] {
    rules.entities.filter { $0.parent == nil }.flatMap { root in
      let family = rules.family(of: root).map(\.name)
      return [table(of: root)] + joins.filter { family.contains($0.owner.entity) }.map(\.table)
    }
  }

  /// The statements for the tables that every store has.
  package static let systemTables = [
    "CREATE TABLE Z_PRIMARYKEY "
      + "(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA "
      + "(Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  private func table(of root: Entity) -> String {
    let columns = columns(of: root.name)
    var list = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    for entity in rules.family(of: root) {
      let own = columns.filter { $0.entity == entity.name }
      list += own.filter { $0.kind == .integer }.map(\.definition)
      for key in own where key.kind == .key {
        let destination = entity.relationship(named: key.path)?.destination ?? ""
        list += [key.name, companion(of: key.name, to: destination)].compactMap(\.self)
          .map { "\($0) INTEGER" }
      }
    }
    list += linkColumns(in: root).map { "\($0) INTEGER" }
    for kinds in Self.groups {
      list += columns.filter { kinds.contains($0.kind) }.map(\.definition)
    }
    return "CREATE TABLE \(CoreDataRules.column(root.name)) ( \(list.joined(separator: ", ")) )"
  }

  /// The groups of column kinds, in their order after integers and keys.
  private static let groups: [Set<CoreDataColumn.Kind>] = [
    [.number, .date], [.decimal], [.text], [.url], [.uuid], [.transformable], [.data],
  ]

  /// The columns that the to-many relationships of other entities need in a table.
  private func linkColumns(in root: Entity) -> [String] {
    rules.entities.flatMap { source in
      positions(by: source, in: root) + ownerKeys(by: source, in: root).flatMap(\.columns)
    }
  }

  /// The positions of objects in the ordered to-many relationships of an entity.
  private func positions(by source: Entity, in root: Entity) -> [String] {
    let names = schema.allRelationships(of: source.name).map(\.name)
    return DictionaryOrder.sorted(names).compactMap { name in
      guard let relationship = source.relationship(named: name), relationship.isOrdered,
        let inverse = schema.inverse(of: .init(entity: source.name, relationship: relationship)),
        inverse.relationship.cardinality == .toOne,
        schema.root(of: inverse.entity)?.name == root.name,
        let key = column(inverse.relationship.name, of: inverse.entity)
      else { return nil }
      return CoreDataRules.order(of: key)
    }
  }

  /// The keys for an entity's to-many relationships without an inverse.
  func ownerKeys(by source: Entity, in root: Entity) -> [OwnerKey] {
    rules.propertiesInOrder(of: source).compactMap { name in
      guard let relationship = source.relationship(named: name),
        relationship.cardinality == .toMany,
        schema.inverse(of: .init(entity: source.name, relationship: relationship)) == nil,
        schema.root(of: relationship.destination)?.name == root.name
      else { return nil }
      let key = CoreDataRules.ownerKey(name, number(of: source.name))
      return OwnerKey(
        name: key, order: relationship.isOrdered ? CoreDataRules.order(of: key) : nil)
    }
  }

  /// The key of the owner in a to-many without an inverse, with the position among the owner's objects.
  struct OwnerKey {
    let name: String
    let order: String?

    var columns: [String] { [name, order].compactMap(\.self) }
  }
}

extension CoreDataColumn {
  /// The column's text in the definition of its table.
  fileprivate var definition: String { "\(name) \(declaredType)" }
}

extension CoreDataRules {
  /// The properties of an entity, inherited ones included, in the order of a dictionary that also has room
  /// for three more entries.
  func propertiesInOrder(of entity: Entity) -> [String] {
    DictionaryOrder.sorted(
      (schema.allAttributes(of: entity.name).map(\.name)
        + schema.allRelationships(of: entity.name).map(\.name)).sorted(), roomFor: 3)
  }
}
