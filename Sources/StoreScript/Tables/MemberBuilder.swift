internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel
internal import Threads

/// Determines the source of the rows of each target table.
struct MemberBuilder {
  let source: StoreLayout
  let target: StoreLayout
  /// The columns without a property, by table of the source.
  private let carried: [String: [String]]
  private let renderer: ValueRenderer
  /// The objects of an entity of the target, with the mapping that makes them.
  typealias Heirs = (mapping: EntityMapping, row: RowSource)
  /// The objects that continue, by entity of the target.
  private var continued: [String: Heirs] = [:]
  /// The additional objects made from others, by entity of the target.
  private var additions: [String: [Heirs]] = [:]

  init(
    _ mapping: Mapping, from source: StoreLayout, to target: StoreLayout,
    carrying carried: [String: [String]] = [:]
  ) throws(StoreScriptError) {
    (self.source, self.target, self.carried) = (source, target, carried)
    renderer = try ValueRenderer(mapping, from: source)
    let builder = self
    let rows = mapping.entities.concurrentMap(fromCount: ScriptBuilder.manyTables) { entity in
      Result { () throws(StoreScriptError) in try builder.row(of: entity) }
    }
    for (entity, row) in zip(mapping.entities, rows) {
      if let row = try row.get() { continued[entity.entity] = (entity, row) }
    }
    for addition in mapping.additions {
      if let row = try row(of: addition) {
        additions[addition.entity, default: []].append((addition, row))
      }
    }
  }

  /// The computed source of an entity's objects; nil if the entity starts empty.
  func row(of entity: String) -> RowSource? { continued[entity]?.row }

  /// All objects of some entities: first those that continue, then the additional ones.
  func heirs(in entities: [Entity]) -> [Heirs] {
    entities.compactMap { continued[$0.name] } + made(in: entities)
  }

  /// The additional objects of some entities.
  func made(in entities: [Entity]) -> [Heirs] { entities.flatMap { additions[$0.name] ?? [] } }

  /// The source of objects after the first step.
  func row(afterFirstStepOf entity: EntityMapping) throws(StoreScriptError) -> RowSource? {
    var entity = entity
    entity.layers = Array(entity.layers.prefix(1))
    return try row(of: entity)
  }

  private func row(of mapping: EntityMapping) throws(StoreScriptError) -> RowSource? {
    try RowSource(of: mapping, renderer, carrying: carried)
  }
}

// MARK: - Objects

extension MemberBuilder {
  /// The rows that become the rows of a table of objects.
  func members(of table: TableDefinition, family: [Entity]) -> [FillMember] {
    family.flatMap { entity -> [FillMember] in
      let own = member(of: table, entity.name)
      let others = (additions[entity.name] ?? []).compactMap { addition in
        member(of: table, addition.mapping, addition.row).map { member in
          var member = member
          member.isAddition = true
          return member
        }
      }
      return [own].compactMap(\.self) + others
    }
  }

  /// The rows that become an entity's objects, without additional objects made from others.
  func member(of table: TableDefinition, _ entity: String) -> FillMember? {
    continued[entity].flatMap { member(of: table, $0.mapping, $0.row) }
  }

  private func member(
    of table: TableDefinition, _ mapping: EntityMapping, _ row: RowSource
  ) -> FillMember? {
    guard let before = mapping.source, let home = source.table(of: before) else { return nil }
    return FillMember(
      subject: mapping.entity, entities: (before, mapping.entity), home: home,
      isQueried: !row.isDirect, ownColumns: row.ownColumns,
      identity: source.isExisting(before) ? row.id : StoreLayout.identityColumn.quotedName,
      isComplete: !row.isFiltered,
      reads: reads(of: mapping, home: home), relation: row.relation, condition: row.condition,
      columns: columns(of: table, before: before, mapping.entity, row), carried: row.carried)
  }

  private func reads(of mapping: EntityMapping, home: String) -> Set<String> {
    var result: Set = [home]
    for layer in mapping.layers {
      for value in layer.values where value.readsLinks {
        for value in value.linkValues { add(tablesOf: value, to: &result) }
      }
    }
    return result
  }

  private func add(tablesOf value: ValueSource, to tables: inout Set<String>) {
    for carried in value.links {
      tables.formUnion((carried.heir.map(homes) ?? []) + self.tables(of: carried))
      // The choice of an object depends on its values.
      if case .chosen(_, by: _, agreeing: let back) = value {
        let entities = [carried.contestants] + (back == nil ? [] : [carried.reversed.contestants])
        tables.formUnion(entities.compactMap { source.table(of: $0) })
      }
    }
  }

  /// The tables that hold the links; empty if no table does.
  private func tables(of links: CarriedLinks) -> [String] {
    let table =
      source.joinTable(of: links.association)?.name
      ?? source.table(of: links.association.primary.entity)
    return [table].compactMap(\.self)
  }

  /// The source tables of the objects that become objects of an entity of the target.
  private func homes(of heir: String) -> [String] {
    heirs(in: target.schema.family(of: heir)).compactMap {
      $0.mapping.source.flatMap { source.table(of: $0) }
    }
  }

  private func columns(
    of table: TableDefinition, before: String, _ entity: String, _ row: RowSource
  ) -> [(name: String, value: RowValue)] {
    let isSameEntity = row.isDirect && before == entity && source.discriminator(of: before) != nil
    let stored = target.storedProperties(of: entity)
    var values = RowValues(room: stored.count + 2)
    if !target.isExisting(entity) {
      let (identity, discriminator) = (StoreLayout.identityColumn, StoreLayout.discriminatorColumn)
      var id = RowValue.column(identity)
      if !row.isDirect { id.kind = .computed }
      values.append(id, of: identity)
      if table.column(named: discriminator) != nil {
        values.append(
          isSameEntity
            ? .column(discriminator)
            : RowValue(
              sql: entity.quotedText, kind: .constant, isCopied: false, origin: discriminator),
          of: discriminator)
      }
    }
    for (place, (property, column)) in stored.enumerated() {
      if let value = row.values.value(of: property, near: place) {
        values.append(value, of: column)
      }
    }
    for (property, column) in target.storedOrders(of: entity) {
      values[column] = row.orders[property] ?? Self.position(of: property, in: row)
    }
    return table.columns.enumerated().map { place, column in
      (column.name, values.value(of: column.name, near: place) ?? .null)
    }
  }
}

// MARK: - Links

extension MemberBuilder {
  /// A position for a linked object, if the link carries no position.
  ///
  /// The identity serves as position: every object has one, no two are the same, and their order is the order
  /// in which objects were added.
  private static func position(of property: String, in row: RowSource) -> RowValue? {
    guard let link = row.values[property], !link.isNull else { return nil }
    return .position("CASE WHEN \(link.sql) IS NOT NULL THEN \(row.id) END")
  }

  /// The links that become the rows of a table of links.
  func members(of joinTable: StoreLayout.JoinTable, _ carried: [CarriedLinks]) -> [FillMember] {
    let sources = carried.compactMap { LinkSource($0, in: source) }
    guard let first = sources.first else { return [] }
    let columns = [
      joinTable.ownerColumn, joinTable.destinationColumn, joinTable.ownerOrderColumn,
      joinTable.destinationOrderColumn,
    ]
    let isOne = sources.count == 1
    let values: [RowValue] =
      isOne
      ? [
        .column(first.near), .column(first.far),
        first.nearOrder.map(RowValue.column) ?? .position(first.far.quotedName),
        first.farOrder.map(RowValue.column) ?? .position(first.near.quotedName),
      ]
      : Self.unionValues
    let conditions =
      [isOne ? first.condition : nil] + survival(joinTable, carried, values[0].sql, values[1].sql)
    let known = conditions.compactMap(\.self)
    let home = source.joinTable(of: carried[0].association)?.name
    var member = FillMember(
      subject: joinTable.association.primary.description, entities: nil, home: home ?? first.table,
      isQueried: !isOne || home == nil, ownColumns: [],
      isComplete: known.isEmpty, reads: reads(of: carried, joinTable),
      relation: isOne ? first.relation : Self.union(sources),
      condition: known.isEmpty ? nil : known.joined(separator: " AND "),
      columns: zip(columns, values).compactMap { name, value in name.map { ($0, value) } })
    // Links that occur in several sources are one link.
    if !isOne { member.condition = (member.condition ?? "1") + " GROUP BY \"_near\", \"_far\"" }
    return [member]
  }

  private static let unionValues = [
    RowValue(sql: "\"_near\"", kind: .computed, isCopied: true),
    RowValue(sql: "\"_far\"", kind: .computed, isCopied: true),
    RowValue.computed("coalesce(min(\"_near_order\"), \"_far\")"),
    RowValue.computed("coalesce(min(\"_far_order\"), \"_near\")"),
  ]

  private static func union(_ sources: [LinkSource]) -> String {
    "(\(sources.map(query).joined(separator: " UNION ALL ")))"
  }

  private static func query(_ links: LinkSource) -> String {
    let orders = [links.nearOrder, links.farOrder].map { $0?.quotedName ?? "NULL" }
    return links.query(
      "\(links.near.quotedName) AS \"_near\", \(links.far.quotedName) AS \"_far\", "
        + "\(orders[0]) AS \"_near_order\", \(orders[1]) AS \"_far_order\"")
  }

  private func reads(of carried: [CarriedLinks], _ joinTable: StoreLayout.JoinTable) -> Set<String>
  {
    let primary = joinTable.association.primary
    return Set(
      carried.flatMap(tables) + homes(of: primary.entity)
        + homes(of: primary.relationship.destination))
  }

  /// The conditions that both objects of a link still exist, if they may not.
  private func survival(
    _ joinTable: StoreLayout.JoinTable, _ carried: [CarriedLinks], _ near: String, _ far: String
  ) -> [String?] {
    let primary = joinTable.association.primary
    var before: (near: Set<String>, far: Set<String>) = ([], [])
    for links in carried {
      let end = links.association.primary
      var ends = [end.entity, end.relationship.destination]
      if links.isReversed { ends.reverse() }
      before.near.formUnion(concreteFamily(of: ends[0]))
      before.far.formUnion(concreteFamily(of: ends[1]))
    }
    return [
      survival(of: before.near, as: primary.entity).map { "\(near) IN (\($0))" },
      survival(of: before.far, as: primary.relationship.destination).map { "\(far) IN (\($0))" },
    ]
  }

  private func concreteFamily(of entity: String) -> Set<String> {
    Set(source.schema.family(of: entity).filter { !$0.isAbstract }.map(\.name))
  }

  /// A query for the objects that become the entity's; nil if all old objects do.
  private func survival(of before: Set<String>, as entity: String) -> String? {
    let known = heirs(in: target.schema.family(of: entity))
    let complete = Set(known.filter { !$0.row.isFiltered }.compactMap(\.mapping.source))
    guard !before.isSubset(of: complete) else { return nil }
    let queries = known.map { $0.row.query($0.row.id) }
    return queries.isEmpty ? "NULL" : queries.joined(separator: " UNION ALL ")
  }
}
