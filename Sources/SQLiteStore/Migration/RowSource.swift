internal import MigrationPlanner
internal import SchemaModel

/// A value of a row, as an SQL expression.
struct RowValue: Hashable {
  enum Kind: Hashable {
    /// The column of the table, as it stands.
    case column(String)
    /// The same for every row.
    case constant
    /// A position among linked objects that had no order before.
    case position
    /// Anything else.
    case computed
  }

  var sql: String
  var kind: Kind
  /// Whether it is a stored value that nothing has changed on the way.
  var isCopied: Bool

  static let null = Self(sql: "NULL", kind: .constant, isCopied: false)

  static func column(_ name: String) -> Self {
    Self(sql: name.quotedName, kind: .column(name), isCopied: true)
  }

  /// A position by what tells the objects apart, which is the order in which they came.
  static func position(_ sql: String) -> Self {
    Self(sql: sql, kind: .position, isCopied: false)
  }

  static func computed(_ sql: String) -> Self {
    Self(sql: sql, kind: .computed, isCopied: false)
  }
}

/// The objects of one entity at some point of their way, as what stands behind FROM and WHERE.
struct RowSource {
  /// What stands behind FROM.
  private(set) var relation: String
  /// What qualifies its columns.
  private(set) var qualifier: String
  /// The condition that the rows are of the entity, where the table holds others too.
  private(set) var entityCondition: String?
  /// The filter of the last step, where it has one.
  private(set) var filter: String?
  /// The value of each property.
  private(set) var values: [String: RowValue]
  /// The position of the object among those linked to the same one, by to-one relationship.
  private(set) var orders: [String: RowValue]
  /// The bytes of each value that is kept in a file, of which the row holds the name, as SQL.
  private(set) var bytes: [String: String]
  /// The values of columns that no property stands for, by the columns' names.
  private(set) var carried: [String: RowValue]
  /// The SQL for what tells the objects apart.
  private(set) var id: String
  /// Whether rows are read from the table itself and not from a query.
  private(set) var isDirect = true
  /// Whether a filter leaves objects behind.
  private(set) var isFiltered = false
  private var properties: [String]

  /// The objects of an entity as the store holds them, in a table that has that name by now.
  init(
    objectsOf entity: String, in layout: StoreLayout, table: String, carrying others: [String] = []
  ) {
    relation = table.quotedName
    qualifier = table.quotedName
    id = layout.identity(ofRowsIn: layout.table(of: entity) ?? table, as: table)
    carried = Dictionary(
      others.map { ($0, .column($0)) }, uniquingKeysWith: { first, _ in first })
    entityCondition = layout.rowCondition(of: entity, includingDescendants: false)
    values = [:]
    orders = [:]
    bytes = [:]
    properties = []
    for (property, column) in layout.storedProperties(of: entity) {
      properties.append(property)
      values[property] = .column(column)
    }
    for (property, column) in layout.storedOrders(of: entity) { orders[property] = .column(column) }
    for owner in layout.schema.lineage(of: entity) {
      for attribute in owner.attributes where attribute.storage == .external {
        bytes[attribute.name] = values[attribute.name].map { "migrate_load_file(\($0.sql))" }
      }
    }
  }

  /// Everything that rows must fulfil.
  var condition: String? {
    let all = [entityCondition, filter.map { "(\($0))" }].compactMap(\.self)
    return all.isEmpty ? nil : all.joined(separator: " AND ")
  }

  var whereClause: String { condition.map { " WHERE \($0)" } ?? "" }

  /// Goes one step further: every property's value comes from what is there.
  mutating func apply(
    _ layer: MappingLayer, below name: String, _ renderer: ValueRenderer
  ) throws(StoreScriptError) {
    // An expression sees the properties of the step below by their names, and nothing else.
    if layer.filter != nil || layer.values.contains(where: { $0.value.readsNames }) || filter != nil
    {
      nest(as: name)
    }
    var (newValues, newOrders) = ([String: RowValue](), [String: RowValue]())
    var newBytes: [String: String] = [:]
    for mapping in layer.values {
      let place = ValueRenderer.Place(
        version: layer.version, entity: layer.entity, property: mapping.property)
      newValues[mapping.property] = try renderer.value(mapping.value, in: self, place)
      newOrders[mapping.property] = try renderer.order(mapping, in: self, place)
      newBytes[mapping.property] = try renderer.bytes(mapping.value, in: self, place)
    }
    properties = layer.values.map(\.property)
    (values, orders, bytes) = (newValues, newOrders, newBytes)
    filter = layer.filter
    isFiltered = isFiltered || filter != nil
  }

  /// Makes a query of what is there, with the properties' names as its columns.
  ///
  /// A name stands for the bytes of a value that is kept in a file, which are read when they are
  /// asked for.
  private mutating func nest(as name: String) {
    let identity = StoreLayout.identityColumn.quotedName
    var columns = [id == "\(qualifier).\(identity)" ? identity : "\(id) AS \(identity)"]
    for property in properties {
      guard let value = values[property] else { continue }
      if bytes[property] != nil {
        columns.append("\(value.sql) AS \(Self.fileName(property))")
      }
      let sql = bytes[property] ?? value.sql
      columns.append(sql == property.quotedName ? sql : "\(sql) AS \(property.quotedName)")
    }
    for (property, order) in orders.sorted(by: { $0.key < $1.key }) {
      columns.append("\(order.sql) AS \(Self.orderName(property))")
    }
    for (column, value) in carried.sorted(by: { $0.key < $1.key }) {
      columns.append("\(value.sql) AS \(Self.carriedName(column))")
    }
    relation =
      "(SELECT \(columns.joined(separator: ", ")) FROM \(relation)\(whereClause)) AS \(name.quotedName)"
    qualifier = name.quotedName
    id = "\(qualifier).\(identity)"
    for (column, value) in carried {
      carried[column] = RowValue(
        sql: Self.carriedName(column), kind: .computed, isCopied: value.isCopied)
    }
    for (property, value) in values {
      let name = bytes[property] == nil ? property.quotedName : Self.fileName(property)
      values[property] = RowValue(sql: name, kind: .computed, isCopied: value.isCopied)
    }
    for property in bytes.keys { bytes[property] = property.quotedName }
    for (property, order) in orders {
      orders[property] = RowValue(
        sql: Self.orderName(property), kind: .computed, isCopied: order.isCopied)
    }
    (entityCondition, filter, isDirect) = (nil, nil, false)
  }

  private static func carriedName(_ column: String) -> String { "_carried_\(column)".quotedName }

  private static func orderName(_ property: String) -> String { "_order_\(property)".quotedName }

  private static func fileName(_ property: String) -> String { "_file_\(property)".quotedName }
}

extension ValueSource {
  /// Whether an SQL expression that somebody wrote is part of it.
  var readsNames: Bool {
    switch self {
    case .expression: true
    case .copied, .defaulted, .none, .linked: false
    case .filled(let value, _, _), .converted(let value, _, _), .recoded(let value, _),
      .recomposed(let value, _), .moved(let value, _):
      value.readsNames
    }
  }
}

extension StoreLayout {
  /// The properties that an entity's row holds, with their columns; inherited ones first.
  package func storedProperties(of entity: String) -> [(property: String, column: String)] {
    schema.lineage(of: entity).reversed().flatMap { owner in
      (owner.attributes.map(\.name) + owner.relationships.map(\.name)).compactMap { property in
        columns[owner.name]?[property].map { (property, $0) }
      }
    }
  }

  /// The to-one relationships whose row holds a position too, with its column.
  func storedOrders(of entity: String) -> [(property: String, column: String)] {
    schema.lineage(of: entity).flatMap { owner in
      owner.relationships.compactMap { relationship in
        orderColumns[Association.End(entity: owner.name, relationship: relationship)]
          .map { (relationship.name, $0) }
      }
    }
  }
}
