package import SQLite
package import StoreLayout
import SchemaModel

extension Connection {
  /// Fills the tables of a layout with rows that are sound, the same for the same seed.
  package func fill(_ layout: StoreLayout, seed: UInt64, rowsPerEntity: Int = 4) throws {
    var random = SeededGenerator(seed: seed)
    var objects: [String: [Int64]] = [:]
    var next: [String: Int64] = [:]
    for entity in layout.schema.entities {
      let table = layout.table(of: entity.name) ?? ""
      for _ in 0..<rowsPerEntity {
        next[table, default: 0] += Int64.random(in: 1...3, using: &random)
        objects[entity.name, default: []].append(next[table] ?? 0)
      }
    }
    for entity in layout.schema.entities {
      for (position, id) in (objects[entity.name] ?? []).enumerated() {
        try insert(entity, id, position, layout, objects, &random)
      }
    }
    for joinTable in layout.joinTables {
      let primary = joinTable.association.primary
      let owners = layout.schema.family(of: primary.entity).flatMap { objects[$0.name] ?? [] }
      let others = layout.schema.family(of: primary.relationship.destination).flatMap {
        objects[$0.name] ?? []
      }
      for owner in owners where random.bool() {
        var columns = [
          joinTable.ownerColumn: owner, joinTable.destinationColumn: random.pick(others),
        ]
        for order in [joinTable.ownerOrderColumn, joinTable.destinationOrderColumn].compactMap(
          \.self)
        {
          columns[order] = owner * 7 % 5
        }
        try insert(into: joinTable.name, columns.mapValues(SQLValue.integer))
      }
    }
  }

  private func insert(
    _ entity: Entity, _ id: Int64, _ position: Int, _ layout: StoreLayout,
    _ objects: [String: [Int64]], _ random: inout SeededGenerator
  ) throws {
    let schema = layout.schema
    var columns: [String: SQLValue] = ["_id": .integer(id)]
    if let discriminator = layout.discriminator(of: entity.name) {
      columns[discriminator] = .text(entity.name)
    }
    for attribute in schema.allAttributes(of: entity.name) {
      guard let column = layout.column(of: attribute.name, in: entity.name) else { continue }
      let isNull = attribute.isOptional && random.bool(0.3)
      columns[column] = isNull ? .null : sampleValue(of: attribute, id, schema)
    }
    for association in layout.associations where association.kind == .toOne {
      guard schema.isEntity(entity.name, orDescendantOf: association.primary.entity),
        let column = layout.column(of: association.primary.relationship.name, in: entity.name)
      else { continue }
      let relationship = association.primary.relationship
      let others = schema.family(of: relationship.destination).flatMap { objects[$0.name] ?? [] }
      // Ids are counted through in each table, so the n-th of a table is taken once at most.
      let members = schema.family(of: association.primary.entity).flatMap { objects[$0.name] ?? [] }
      let place = members.firstIndex(of: id) ?? 0
      let other =
        association.isExclusive ? (place < others.count ? others[place] : nil) : random.pick(others)
      let isNull = relationship.isOptional && random.bool(0.3)
      columns[column] = isNull ? .null : other.map(SQLValue.integer) ?? .null
      if let order = layout.orderColumn(of: association) { columns[order] = .integer(id * 7 % 5) }
    }
    try insert(into: layout.table(of: entity.name) ?? "", columns)
  }

  private func insert(into table: String, _ columns: [String: SQLValue]) throws {
    let pairs = columns.sorted { $0.key < $1.key }
    let values = pairs.map { $0.value.literal }.joined(separator: ", ")
    try execute(
      "INSERT OR IGNORE INTO \(name: table) (\(names: pairs.map(\.key))) VALUES (\(raw: values))")
  }
}

private func sampleValue(of attribute: Attribute, _ id: Int64, _ schema: Schema) -> SQLValue {
  if attribute.storage == .external { return .text("file\(id)") }
  switch attribute.type {
  case .string, .url: return .text("text \(id) 'ü\0'")
  case .int16, .int32, .int64: return .integer(id - 3)
  case .bool: return .integer(id % 2)
  case .float: return .real(Double(id) / 4)
  case .double, .date: return .real(Double(id) / 7)
  case .decimal: return .text("\(id).50")
  case .uuid: return .text("6BA7B810-9DAD-11D1-80B4-\(100_000_000_000 + id)")
  case .data, .transformable: return .blob([0, UInt8(truncatingIfNeeded: id)])
  case .array: return .text("[0.1,\(id)]")
  case .composite: return .text("{}")
  case .enumeration:
    return schema.storedValue(
      of: schema.cases(of: attribute.type)?.first?.rawValue ?? .string("x"), as: attribute.type)
      ?? .null
  }
}
