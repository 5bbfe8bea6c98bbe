internal import SQLite
internal import SchemaModel
internal import SQLText

/// Builds a layout, table by table.
struct StoreLayoutBuilder {
  private let schema: Schema
  let associations: [Association]

  private(set) var tables: [String: String] = [:]
  /// The keys of the existing tables, by table.
  private(set) var existingTables: [String: ExistingTable] = [:]
  private(set) var columns: [String: PropertyColumns] = [:]
  private(set) var orderColumns: [Association.End: String] = [:]
  private(set) var tablesWithDiscriminator: Set<String> = []
  private(set) var externalAttributes: [StoreLayout.ExternalAttribute] = []
  private(set) var joinTables: [StoreLayout.JoinTable] = []

  private var tableDefinitions: [TableDefinition] = []
  private var indexes: [IndexDefinition] = []
  /// The indexes with names that the schema gives.
  private(set) var namedIndexes: Set<String> = []
  private var triggers: [TriggerDefinition] = []
  private var names = NameAllocator()
  /// The first columns of indexes over all rows, by table.
  private var leadingColumns: [String: Set<String>] = [:]
  private let toOnes: [String: [Association]]

  init(_ schema: Schema) {
    self.schema = schema
    associations = schema.associations
    toOnes = Dictionary(grouping: associations.filter { $0.kind == .toOne }, by: \.primary.entity)
  }

  var definition: DatabaseDefinition {
    DatabaseDefinition(tables: tableDefinitions, indexes: indexes, triggers: triggers)
  }

  mutating func build() {
    let families = familiesOfRoots()
    // Tables first: an index must not take the name of a table.
    // Existing tables come first, because their names are fixed.
    for family in families where family[0].table != nil { nameTable(of: family) }
    for family in families where family[0].table == nil { nameTable(of: family) }
    for family in families { addTable(of: family) }
    for association in associations where association.kind == .manyToMany {
      addJoinTable(of: association)
    }
    for entity in schema.entities { addConstraints(of: entity) }
    for family in families { addForeignKeyIndexes(of: family) }
    addTriggers()
  }

  private mutating func nameTable(of family: [Entity]) {
    let wish = family[0].table
    let name = names.name(wish ?? family[0].name)
    let table = wish ?? name
    for entity in family { tables[entity.name] = table }
    if family.count > 1 { tablesWithDiscriminator.insert(table) }
    if wish != nil { existingTables[table] = ExistingTable(of: family[0]) }
  }

  /// The families of entities: each entity without a parent, followed by its sub-entities, parents before
  /// children.
  ///
  /// If entities inherit in a circle, the first one counts as the root.
  private func familiesOfRoots() -> [[Entity]] {
    var placed: Set<String> = []
    var result: [[Entity]] = []
    let roots = schema.entities.filter { $0.parent.flatMap(schema.entity(named:)) == nil }
    for start in roots + schema.entities where placed.insert(start.name).inserted {
      var family = [start]
      var next = 0
      while next < family.count {
        family += schema.children(of: family[next].name).filter { placed.insert($0.name).inserted }
        next += 1
      }
      result.append(family)
    }
    return result
  }
}

// MARK: - Tables of objects

extension StoreLayoutBuilder {
  /// Describes an existing table as far as the schema does.
  ///
  /// Columns that the schema adds to it have the form of other columns of 'migrate': the property's name if
  /// no other is given, and the usual type of the property.
  private mutating func addTable(of family: [Entity]) {
    guard let root = family.first, let name = tables[root.name] else { return }
    let existing = existingTables[name]
    var table = TableInProgress(
      name, hasDiscriminator: family.count > 1, existing: existing,
      room: family.reduce(0) { $0 + $1.attributes.count + (toOnes[$1.name]?.count ?? 0) })
    for entity in family {
      let isRoot = entity.name == root.name
      var placed = PropertyColumns(room: entity.attributes.count)
      for attribute in entity.attributes where !attribute.isTransient {
        let column = table.place(
          column(for: attribute, isOfRoot: isRoot, isExisting: existing != nil), foreignKey: nil,
          otherwise: "\(entity.name).\(attribute.name)")
        placed.place(attribute.name, as: column)
        guard attribute.storage == .external else { continue }
        externalAttributes.append(
          .init(entity: entity.name, attribute: attribute.name, table: name, column: column))
      }
      columns[entity.name] = placed
    }
    for entity in family {
      for association in toOnes[entity.name] ?? [] {
        let relationship = association.primary.relationship
        let column = ColumnDefinition(
          (existing == nil ? nil : relationship.column) ?? relationship.name,
          keyType(of: relationship.destination),
          isRequired: !relationship.isOptional && entity.name == root.name)
        var key = foreignKey(of: association, column: column.name)
        key?.isDeferred = existing == nil
        columns[entity.name]?.place(
          relationship.name,
          as: table.place(
            column, foreignKey: key, otherwise: "\(entity.name).\(relationship.name)"))
      }
    }
    for entity in family {
      for association in toOnes[entity.name] ?? []
      where association.inverse?.relationship.isOrdered == true {
        let column = columns[entity.name]?[association.primary.relationship.name] ?? ""
        let definition = ColumnDefinition("_order_\(column)", "INTEGER")
        orderColumns[association.primary] =
          table.place(definition, foreignKey: nil, otherwise: "_order_\(entity.name).\(column)")
      }
    }
    tableDefinitions.append(table.definition)
  }

  /// A column for an attribute.
  ///
  /// A sub-entity's column is also in rows of other entities: it is not NOT NULL, and in a table of ours has
  /// no DEFAULT that would fill these rows.
  private func column(
    for attribute: Attribute, isOfRoot: Bool, isExisting: Bool
  ) -> ColumnDefinition {
    let type = schema.columnType(of: attribute)
    return ColumnDefinition(
      (isExisting ? attribute.column : nil) ?? attribute.name,
      (isExisting ? attribute.sqlType : nil) ?? type, isRequired: isOfRoot && !attribute.isOptional,
      defaultExpression: isOfRoot || isExisting
        ? schema.constantDefault(of: attribute)?.literal : nil)
  }

  /// The declared type of a column that links to an entity's objects.
  private func keyType(of entity: String) -> String {
    var visited: Set<String> = []
    var current = entity
    while visited.insert(current).inserted, let table = tables[current],
      let existing = existingTables[table], existing.primaryKey.count == 1,
      let owner = schema.entity(named: existing.entity)
    {
      let key = existing.primaryKey[0]
      if let attribute = owner.attributes.first(where: { ($0.column ?? $0.name) == key }) {
        return schema.columnType(of: attribute)
      }
      // The key is itself a link: its type is the type of the parent's key.
      guard let link = owner.relationships.first(where: { ($0.column ?? $0.name) == key }) else {
        break
      }
      current = link.destination
    }
    return "INTEGER"
  }

  /// The action when the object at the other end is deleted is declared at that end.
  private func foreignKey(
    of association: Association, column: String
  ) -> ForeignKeyDefinition? {
    let relationship = association.primary.relationship
    guard let table = tables[relationship.destination] else { return nil }
    // A to-one cannot lead to a key of several columns.
    if let existing = existingTables[table], existing.primaryKey.count != 1 { return nil }
    let action: ForeignKeyDefinition.Action
    switch association.inverse?.relationship.deleteRule {
    case .cascade: action = .cascade
    case .nullify: action = .setNull
    case .deny: action = .restrict
    case .noAction: return nil
    case nil: action = relationship.isOptional ? .setNull : .restrict
    }
    return reference([column], to: table, onDelete: action)
  }

  private func reference(
    _ columns: [String], to table: String, onDelete action: ForeignKeyDefinition.Action
  ) -> ForeignKeyDefinition {
    ForeignKeyDefinition(
      columns, references: table,
      existingTables[table]?.primaryKey ?? [StoreLayout.identityColumn], onDelete: action,
      isDeferred: true)
  }
}

// MARK: - Tables of links

extension StoreLayoutBuilder {
  private mutating func addJoinTable(of association: Association) {
    let primary = association.primary
    guard let owner = tables[primary.entity],
      let destination = tables[primary.relationship.destination]
    else { return }
    let joinTable = joinTable(
      of: association, name: names.name("\(primary.entity)_\(primary.relationship.name)"))
    joinTables.append(joinTable)
    let (keys, orders) = (joinTable.ends.map(\.column), joinTable.columns.dropFirst(2))
    let rules = [primary.relationship.deleteRule, association.inverse?.relationship.deleteRule]
    tableDefinitions.append(
      TableDefinition(
        joinTable.name,
        columns: joinTable.ends.map { key, entity in
          ColumnDefinition(key, keyType(of: entity), isRequired: true)
        } + orders.map { ColumnDefinition($0, "INTEGER") },
        primaryKey: keys,
        foreignKeys: zip(keys, zip([owner, destination], rules)).map { key, end in
          reference([key], to: end.0, onDelete: end.1 == .deny ? .restrict : .cascade)
        },
        isStrict: true, isWithoutRowID: true))
    addIndex("fk", on: joinTable.name, of: joinTable.name, [.init(joinTable.destinationColumn)])
  }

  private func joinTable(of association: Association, name: String) -> StoreLayout.JoinTable {
    let relationship = association.primary.relationship
    let inverse = association.inverse?.relationship
    let back = inverse.flatMap { other in
      other.name.asciiLowercased == relationship.name.asciiLowercased ? nil : other.name
    }
    let isOwnInverse = association.inverse == association.primary
    let destinationOrder =
      inverse?.isOrdered == true && !isOwnInverse ? "_order_\(back ?? "_owner")" : nil
    return StoreLayout.JoinTable(
      association: association, name: name, ownerColumn: back ?? "_owner",
      destinationColumn: relationship.name,
      ownerOrderColumn: relationship.isOrdered ? "_order_\(relationship.name)" : nil,
      destinationOrderColumn: destinationOrder)
  }
}

// MARK: - Indexes

extension StoreLayoutBuilder {
  private mutating func addIndex(
    _ suffix: String, on table: String, of owner: String, _ columns: [IndexDefinition.Column],
    named name: String? = nil, isUnique: Bool = false, filter: String? = nil
  ) {
    name.map { _ = namedIndexes.insert($0) }
    let name =
      name ?? names.name(([owner] + columns.map(\.name) + [suffix]).joined(separator: "_"))
    if filter == nil, let first = columns.first {
      leadingColumns[table, default: []].insert(first.name)
    }
    indexes.append(
      IndexDefinition(name, on: table, columns, isUnique: isUnique, filter: filter))
  }

  /// The unique keys and indexes that an entity declares.
  ///
  /// A key or index over a property without a column is left out: validation reports it.
  private mutating func addConstraints(of entity: Entity) {
    guard let table = tables[entity.name] else { return }
    let isRoot = schema.entity(named: entity.parent ?? "") == nil
    let filter = isRoot ? nil : StoreLayout.isAny(of: schema.family(of: entity.name).map(\.name))
    let owner = entity.table ?? entity.name
    var keys = entity.uniquenessConstraints
    for association in toOnes[entity.name] ?? [] where association.isExclusive {
      let relationship = association.primary.relationship
      // The key of the existing table already ensures this.
      if existingTables[table]?.primaryKey == [relationship.column ?? relationship.name] {
        continue
      }
      keys.append([relationship.name])
    }
    var known: Set<[String]> = []
    for key in keys where known.insert(key).inserted {
      guard let columns = indexColumns(key.map { Index.Element($0) }, of: entity) else { continue }
      addIndex(
        "unique", on: table, of: owner, columns, isUnique: true, filter: filter)
    }
    // In a store of 'migrate', an index is named by its columns.
    let isOurs = existingTables[table] == nil
    var knownIndexes: Set<Index> = []
    for index in entity.indexes
    where knownIndexes.insert(isOurs ? Index(index.elements) : index).inserted {
      guard let columns = indexColumns(index.elements, of: entity) else { continue }
      addIndex("index", on: table, of: owner, columns, named: isOurs ? nil : index.name)
    }
  }

  private func indexColumns(
    _ elements: [Index.Element], of entity: Entity
  ) -> [IndexDefinition.Column]? {
    var result: [IndexDefinition.Column] = []
    for element in elements {
      let owners = schema.lineage(of: entity.name)
      guard let column = owners.lazy.compactMap({ columns[$0.name]?[element.property] }).first
      else { return nil }
      result.append(.init(column, isAscending: element.isAscending))
    }
    return result.isEmpty ? nil : result
  }

  /// Adds indexes for foreign keys: without an index each deletion of a parent reads all children
  /// (https://www.sqlite.org/foreignkeys.html#fk_indexes).
  ///
  /// An existing table keeps its own indexes.
  private mutating func addForeignKeyIndexes(of family: [Entity]) {
    guard let root = family.first, let table = tables[root.name], existingTables[table] == nil
    else { return }
    var covered = leadingColumns[table] ?? []
    for entity in family {
      for association in toOnes[entity.name] ?? [] {
        guard let column = columns[entity.name]?[association.primary.relationship.name],
          covered.insert(column).inserted
        else { continue }
        addIndex("fk", on: table, of: table, [.init(column)])
      }
    }
  }
}

// MARK: - Triggers

extension StoreLayoutBuilder {
  private mutating func addTriggers() {
    let writer = DeleteRuleTriggers(
      schema: schema, tables: tables, columns: columns, joinTables: joinTables,
      tablesWithDiscriminator: tablesWithDiscriminator)
    var names = NameAllocator()
    for var trigger in associations.filter(isOurs).flatMap(writer.triggers) {
      trigger.name = names.name(trigger.name)
      triggers.append(trigger)
    }
  }
  /// Whether both ends are in tables that 'migrate' makes: an existing table gets no triggers.
  private func isOurs(_ association: Association) -> Bool {
    [association.primary.entity, association.primary.relationship.destination]
      .allSatisfy { tables[$0].map { existingTables[$0] == nil } ?? true }
  }
}
