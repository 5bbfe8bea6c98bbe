internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Writes the objects and links of sample data into the tables of a store.
struct StoreFiller {
  private let connection: Connection
  private let layout: StoreLayout
  /// The schema for which the values are made.
  private let schema: Schema
  private let population: Population
  private let folder: ExternalFolder
  private let seed: UInt64
  private var done = 0

  init(
    _ connection: Connection, _ layout: StoreLayout, _ schema: Schema, _ population: Population,
    path: String, seed: UInt64
  ) {
    self.connection = connection
    self.layout = layout
    self.schema = schema
    self.population = population
    folder = ExternalFolder(ofStoreAt: path)
    self.seed = seed
  }

  /// Writes all objects and links.
  mutating func fill(_ progress: (SampleStore.Progress) throws -> Void) throws {
    let entities = layout.schema.entities.map(\.name)
    let total = entities.reduce(0) { $0 + population.count(of: $1) }
    for entity in entities where population.count(of: entity) > 0 {
      try fill(entity) { try progress(SampleStore.Progress(done: $0, total: total)) }
    }
    for table in layout.joinTables { try fill(table) }
    try progress(SampleStore.Progress(done: done, total: total))
  }

  private mutating func fill(_ entity: String, _ progress: (Int) throws -> Void) throws {
    let keys = try UniqueKey.all(of: entity, in: schema, population)
    let maker = try ObjectMaker(entity, in: schema, population, keys: keys)
    var checker = try RuleChecker(
      entity, in: layout.schema, properties: maker.propertyNames, connection)
    var writer = try RowWriter(entity, maker.propertyNames, layout, connection)
    var random = RandomSource(seed: seed, for: entity)
    for index in 0..<population.count(of: entity) {
      let identity = population.identity(index, of: entity)
      var values = try candidate(at: index, identity, maker, &checker, &random)
      for position in maker.externalPositions {
        if case .blob(let bytes) = values[position] {
          values[position] = .text(try folder.write(bytes))
        }
      }
      if let key = writer.keyPosition { values[key] = .integer(identity) }
      try writer.write(identity, values, position: index)
      done += 1
      if done.isMultiple(of: 4096) { try progress(done) }
    }
  }

  /// The values of an object that satisfy every rule.
  ///
  /// The first attempt may have hostile values, further attempts have ordinary ones, and late ones are loose.
  private func candidate(
    at index: Int, _ identity: Int64, _ maker: ObjectMaker, _ checker: inout RuleChecker,
    _ random: inout RandomSource
  ) throws -> [SQLValue] {
    var broken = ""
    for attempt in 0..<200 {
      let values = maker.values(
        at: index, isTame: attempt > 0, isLoose: attempt >= 50, &random)
      guard let rule = try checker.brokenRule(identity: identity, values) else { return values }
      broken = rule
    }
    throw StoreCreationError.unsatisfiable(rule: broken, entity: maker.entity)
  }

  /// Links the objects at the two ends of a join table.
  private func fill(_ table: StoreLayout.JoinTable) throws {
    let primary = table.association.primary
    let destination = primary.relationship.destination
    let columns = table.columns
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    var insert = try connection.prepare(
      "INSERT OR IGNORE INTO \(name: table.name) (\(names: columns)) VALUES (\(raw: marks))")
    var random = RandomSource(seed: seed, for: table.name)
    let dealer = LinkDealer(
      table.association, owners: population.familyCount(of: primary.entity),
      destinations: population.familyCount(of: destination))
    try dealer.forEach(&random) { link in
      guard let from = population.familyIdentity(link.owner, of: primary.entity),
        let to = population.familyIdentity(link.destination, of: destination)
      else { return }
      let values = [from, to] + columns.dropFirst(2).map { _ in Int64(link.position) }
      insert.reset()
      try insert.bind(values.map(SQLValue.integer))
      _ = try insert.step()
    }
  }
}

/// Inserts the rows of one entity.
private struct RowWriter: ~Copyable {
  private var insert: Statement
  private let discriminator: [SQLValue]
  /// Whether the identity is stored in a column of its own.
  private let hasIdentity: Bool
  /// The position of the attribute that is the primary key of an existing table.
  let keyPosition: Int?
  private let orderCount: Int

  init(
    _ entity: String, _ properties: [String], _ layout: StoreLayout, _ connection: Connection
  ) throws {
    guard let table = layout.table(of: entity) else {
      fatalError("the layout has no table for '\(entity)', an entity of its own schema")
    }
    let orders = layout.associations.filter {
      layout.schema.isEntity(entity, orDescendantOf: $0.primary.entity)
    }.compactMap(layout.orderColumn)
    discriminator = layout.discriminator(of: entity) == nil ? [] : [.text(entity)]
    orderCount = orders.count
    let existing = layout.existingTables[table]
    hasIdentity = existing?.primaryKey.isEmpty ?? true
    keyPosition = properties.firstIndex { property in
      existing?.primaryKey == [layout.column(of: property, in: entity) ?? property]
        && layout.schema.attribute(named: property, of: entity) != nil
    }
    let columns =
      (hasIdentity ? [layout.key(ofRowsIn: table)] : [])
      + (discriminator.isEmpty ? [] : [StoreLayout.discriminatorColumn])
      + properties.map { layout.column(of: $0, in: entity) ?? $0 } + orders
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    insert = try connection.prepare(
      "INSERT INTO \(name: table) (\(names: columns)) VALUES (\(raw: marks))")
  }

  mutating func write(_ identity: Int64, _ values: [SQLValue], position: Int) throws(SQLiteError) {
    insert.reset()
    let orders = Array(repeating: SQLValue.integer(Int64(position)), count: orderCount)
    try insert.bind((hasIdentity ? [.integer(identity)] : []) + discriminator + values + orders)
    _ = try insert.step()
  }
}
