internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// A value of a row, as an SQL expression.
struct RowValue: Hashable {
  enum Kind: Hashable {
    /// The column of the table, unchanged.
    case column(String)
    /// The same for every row.
    case constant
    /// A position among linked objects that had no order before.
    case position
    /// A value that SQLite computes for a generated column.
    case generated
    /// Anything else.
    case computed
  }

  var sql: String
  var kind: Kind
  /// Whether it is a stored value that no step has changed.
  var isCopied: Bool
  /// Whether the proof that rows arrived covers it: the same value can be queried before anything is written.
  var isProved: Bool
  /// The column that it continues, or that it is computed from.
  var origin: String?

  init(sql: String, kind: Kind, isCopied: Bool, isProved: Bool = false, origin: String? = nil) {
    (self.sql, self.kind, self.isCopied, self.origin) = (sql, kind, isCopied, origin)
    self.isProved = isProved || isCopied
  }

  /// Whether it is an unchanged column of the table.
  var isColumn: Bool { if case .column = kind { true } else { false } }

  /// Whether it is the unchanged value of a column, perhaps by way of a query.
  func isCopy(of column: String) -> Bool { isCopied && origin == column }

  /// Whether no row has a value.
  var isNull: Bool { kind == .constant && sql == Self.null.sql }

  static let null = Self(sql: "NULL", kind: .constant, isCopied: false)

  static func column(_ name: String) -> Self {
    Self(sql: name.quotedName, kind: .column(name), isCopied: true, origin: name)
  }

  /// A position given by the object's identity, and so by the order in which objects were added.
  static func position(_ sql: String) -> Self {
    Self(sql: sql, kind: .position, isCopied: false)
  }

  static func computed(_ sql: String) -> Self {
    Self(sql: sql, kind: .computed, isCopied: false)
  }

  /// A value that is computed from nothing but the store's data.
  static func proved(_ sql: String) -> Self {
    Self(sql: sql, kind: .computed, isCopied: false, isProved: true)
  }
}

/// The objects of one entity at some step of the mapping, as the SQL behind FROM and WHERE.
struct RowSource {
  /// The table that holds them.
  private let table: String
  /// The queries, each of which reads the previous one's result; the first one reads the table.
  private var queries: [String] = []
  /// The qualifier of its columns.
  private(set) var qualifier: String
  /// The condition that the rows belong to the entity, if the table holds others, too.
  private(set) var entityCondition: String?
  /// The filter of the last step, if it has one.
  private(set) var filter: String?
  /// The value of each property.
  private(set) var values: RowValues
  /// The columns of the table that belong to the objects.
  let ownColumns: [String]
  /// The positions of the object among the objects linked to the same one, by to-one relationship.
  private(set) var orders: [String: RowValue]
  /// The SQL for the bytes of each value that is stored in a file, whose name the row holds.
  private(set) var bytes: [String: String]
  /// The values of columns without a property, by the columns' names.
  private(set) var carried: [String: RowValue]
  /// The SQL for the object's identity.
  private(set) var id: String
  /// Whether rows are read from the table itself and not from a query.
  var isDirect: Bool { queries.isEmpty }
  /// Whether a filter leaves objects behind.
  private(set) var isFiltered = false
  /// Whether the objects come from an existing table, which may hold numbers where the model has texts.
  let isExisting: Bool
  private var properties: [String]

  /// The objects of an entity as the store holds them, in a table of that current name.
  init(
    objectsOf entity: String, in layout: StoreLayout, table: String, carrying others: [String] = []
  ) {
    self.table = table.quotedName
    isExisting = layout.isExisting(entity)
    qualifier = table.quotedName
    id = layout.identity(ofRowsIn: layout.table(of: entity) ?? table, as: table)
    carried = Dictionary(
      others.map { ($0, .column($0)) }, uniquingKeysWith: { first, _ in first })
    entityCondition = layout.rowCondition(of: entity, includingDescendants: false)
    orders = [:]
    bytes = [:]
    let stored = layout.storedProperties(of: entity)
    properties = stored.map(\.property)
    values = RowValues(room: stored.count)
    for (property, column) in stored { values.append(.column(column), of: property) }
    let storedOrders = layout.storedOrders(of: entity)
    for (property, column) in storedOrders { orders[property] = .column(column) }
    ownColumns = stored.map(\.column) + storedOrders.map(\.column)
    for owner in layout.schema.lineage(of: entity) {
      for attribute in owner.attributes where attribute.storage == .external {
        bytes[attribute.name] = values[attribute.name].map { "migrate_load_file(\($0.sql))" }
      }
    }
  }

  /// The objects that follow a mapping; nil if the entity starts empty.
  ///
  /// The columns without a property are given by table.
  init?(
    of mapping: EntityMapping, _ renderer: ValueRenderer, carrying others: [String: [String]] = [:]
  ) throws(StoreScriptError) {
    let source = renderer.source
    guard let entity = mapping.source, let table = source.table(of: entity),
      source.schema.entity(named: entity)?.isAbstract == false
    else { return nil }
    self.init(objectsOf: entity, in: source, table: table, carrying: others[table] ?? [])
    var below = entity
    for layer in mapping.layers {
      try apply(layer, below: below, renderer)
      below = layer.entity
    }
  }

  /// All conditions for the rows.
  var condition: String? {
    let all = [entityCondition, filter.map(Self.enclosed)].compactMap(\.self)
    return all.isEmpty ? nil : all.joined(separator: " AND ")
  }

  /// A declared condition in parentheses; the line break ends a comment at its end.
  private static func enclosed(_ sql: String) -> String {
    sql.contains("--") ? "(\(sql)\n)" : "(\(sql))"
  }

  var whereClause: String { condition.map { " WHERE \($0)" } ?? "" }

  /// A query for values of the rows.
  func query(_ values: String) -> String { "SELECT \(values) FROM \(relation)\(whereClause)" }

  /// The SQL behind FROM.
  ///
  /// Queries stand next to each other and are not nested, so that there may be more of them than SQLite's
  /// parser can nest (https://www.sqlite.org/lang_with.html).
  var relation: String {
    guard let last = queries.last else { return table }
    let others = queries.dropLast().enumerated().map { "\(Self.queryName($0)) AS (\($1))" }
    let context = others.isEmpty ? "" : "WITH \(others.joined(separator: ", ")) "
    return "(\(context)\(last)) AS \(qualifier)"
  }

  /// Applies one more step: every property's value is computed from the current values.
  mutating func apply(
    _ layer: MappingLayer, below name: String, _ renderer: ValueRenderer
  ) throws(StoreScriptError) {
    // An expression sees only the properties of the previous step, by their names.
    if filter != nil || !layer.declaredSQL.isEmpty
      || layer.values.contains(where: { computesOnComputed($0.value) })
    {
      nest(as: name, for: layer)
    }
    var (newValues, newOrders) = (RowValues(room: layer.values.count), [String: RowValue]())
    var newBytes: [String: String] = [:]
    var errors: [StoreScriptError] = []
    for (position, mapping) in layer.values.enumerated() {
      let place = ValueRenderer.Place(
        version: layer.version, entity: layer.entity, property: mapping.property,
        position: position)
      do throws(StoreScriptError) {
        let continued = mapping.continued ?? mapping.value.carriedProperty
        var value = try renderer.value(mapping.value, in: self, place)
        value.origin = continued.flatMap { values.value(of: $0, near: position)?.origin }
        newValues.append(value, of: mapping.property)
        if var order = try renderer.order(mapping, in: self, place) {
          order.origin = continued.flatMap { orders[$0]?.origin }
          newOrders[mapping.property] = order
        }
        if let bytes = try renderer.bytes(mapping.value, in: self, place) {
          newBytes[mapping.property] = bytes
        }
      } catch {
        errors.append(error)
      }
    }
    if let error = StoreScriptError(errors) { throw error }
    properties = layer.values.map(\.property)
    (values, orders, bytes) = (newValues, newOrders, newBytes)
    filter = layer.filter
    isFiltered = isFiltered || filter != nil
  }

  /// Whether a value is computed from one that is more than a column, which SQLite would compute again each
  /// time it is named.
  private func computesOnComputed(_ value: ValueSource) -> Bool {
    guard value.operand != nil, let property = value.carriedProperty else { return false }
    return isComputed(property)
  }

  /// Turns the current objects into a query, with the properties' names as its columns.
  ///
  /// A name stands for the bytes of a value that is stored in a file. The file is read when the name is used.
  private mutating func nest(as name: String, for layer: MappingLayer) {
    // Without a barrier, SQLite would compute a value again wherever a query above names it. With a LIMIT it
    // computes each row once and passes the rows on one by one
    // (https://www.sqlite.org/optoverview.html#flattening).
    let barrier = computes ? " LIMIT -1 OFFSET 0" : ""
    // With the barrier it reads a file for each row, needed or not.
    let names = computes ? layer.declaredNames : Set(properties.map(\.asciiLowercased))
    let identity = StoreLayout.identityColumn.quotedName
    var columns = [id == "\(qualifier).\(identity)" ? identity : "\(id) AS \(identity)"]
    for property in properties {
      columns += nest(property, readingFiles: names.contains(property.asciiLowercased))
    }
    for (property, order) in orders.sorted(by: { $0.key < $1.key }) {
      columns.append("\(order.sql) AS \(Self.orderName(property))")
      orders[property] = .nested(Self.orderName(property), order)
    }
    for (column, value) in carried.sorted(by: { $0.key < $1.key }) {
      columns.append("\(value.sql) AS \(Self.carriedName(column))")
      carried[column] = .nested(Self.carriedName(column), value)
    }
    let origin = isDirect ? table : "\(Self.queryName(queries.count - 1)) AS \(qualifier)"
    queries.append(
      "SELECT \(columns.joined(separator: ", ")) FROM \(origin)\(whereClause)\(barrier)")
    qualifier = name.quotedName
    id = "\(qualifier).\(identity)"
    (entityCondition, filter) = (nil, nil)
  }

  /// Makes columns of a property; a value that is stored in a file is passed on as its name, its bytes, or
  /// both.
  private mutating func nest(_ property: String, readingFiles: Bool) -> [String] {
    guard let value = values[property] else { return [] }
    let (name, file) = (property.quotedName, Self.fileName(property))
    guard let bytes = bytes[property] else {
      values[property] = .nested(name, value)
      return [value.sql == name ? name : "\(value.sql) AS \(name)"]
    }
    let column = bytes == name ? name : "\(bytes) AS \(name)"
    guard value.isCopied else {
      values[property] = .computed("migrate_store_file(\(name))")
      self.bytes[property] = name
      return [column]
    }
    values[property] = .nested(file, value)
    self.bytes[property] = readingFiles ? name : "migrate_load_file(\(file))"
    return ["\(value.sql) AS \(file)"] + (readingFiles ? [column] : [])
  }

  /// Whether any value is more than a column.
  private var computes: Bool {
    properties.contains(where: isComputed)
      || orders.contains { $1.isComputed && $1.sql != Self.orderName($0) }
  }

  private func isComputed(_ property: String) -> Bool {
    guard let value = values[property], value.isComputed else { return false }
    return value.sql != property.quotedName && value.sql != Self.fileName(property)
  }

  private static func queryName(_ position: Int) -> String {
    "_migrate_step_\(position + 1)".quotedName
  }

  private static func carriedName(_ column: String) -> String { "_carried_\(column)".quotedName }

  private static func orderName(_ property: String) -> String { "_order_\(property)".quotedName }

  private static func fileName(_ property: String) -> String { "_file_\(property)".quotedName }
}

extension RowValue {
  /// The value that a query returns as a column of that name.
  fileprivate static func nested(_ name: String, _ value: RowValue) -> Self {
    Self(
      sql: name, kind: .computed, isCopied: value.isCopied, isProved: value.isProved,
      origin: value.origin)
  }

  fileprivate var isComputed: Bool {
    switch kind {
    case .column, .constant: false
    case .position, .generated, .computed: true
    }
  }
}

extension MappingLayer {
  /// The SQL that the schema file declares for the step.
  var declaredSQL: [String] {
    values.compactMap(\.value.declaredExpression) + [filter].compactMap(\.self)
  }

  /// Every name in it, folded.
  fileprivate var declaredNames: Set<String> {
    declaredSQL.reduce(into: []) { $0.formUnion(SQLTokens($1).foldedNames) }
  }
}
