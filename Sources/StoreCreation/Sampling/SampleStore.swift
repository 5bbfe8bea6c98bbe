internal import SQLite
internal import StoreLayout
public import SchemaModel

/// Creates stores with sample data: the same schema, number and seed give the same content.
///
/// The data respects types, optionality, bounds, relationships, unique keys and rules. It includes values
/// that break careless tools: empty and huge texts, NUL, quotes, emoji, negative and large numbers. Of two or
/// more objects, the first has a value for each optional property, and the second has none, unless a rule of
/// the model forbids it. Nearly every object has its owner.
public enum SampleStore {
  /// The progress of creating a store.
  public struct Progress: Hashable, Sendable {
    /// The number of objects and links that were created.
    public var done: Int
    /// The total number of objects and links.
    public var total: Int
  }

  /// Creates a store of a version with sample data.
  ///
  /// Each entity without an owner gets `objects` objects. An owned entity gets a number of objects for each
  /// owner: 10 for the first to-many relationship that the owner declares, 5 for the second, 2 for the third,
  /// 1 for any further.
  ///
  /// `meaning` is the schema in which attributes that hold links, as a later version declares, are replaced
  /// by these relationships: their values lead to objects.
  ///
  /// - Returns: The number of created objects of each entity.
  /// - Throws: ``StoreCreationError``; ``SQLite/SQLiteError``; the errors of `progress`, which end the work.
  ///   No file is left behind.
  @discardableResult
  public static func create(
    at path: String, of document: SchemaDocument, meaning: Schema? = nil, objects: Int,
    seed: UInt64, progress: (Progress) throws -> Void = { _ in }
  ) throws -> [String: Int] {
    let schema = meaning ?? document.schema
    let population = try Self.population(of: schema, objects: objects)
    try StoreCreator.makeFile(at: path) { connection in
      let layout = StoreLayout(of: document.schema)
      try connection.execute("PRAGMA foreign_keys = OFF")
      try connection.transaction(.exclusive) {
        try connection.createTables(of: layout, StoreIdentity(of: document, seed: "\(seed)"))
        try fill(connection, layout, schema, population, connection.path, seed, progress)
        // Indexes are created last, which is faster and packs them tightly.
        let rest = DatabaseDefinition(
          indexes: layout.definition.indexes, triggers: layout.definition.triggers)
        for statement in rest.statements { try connection.execute(SQL(raw: statement)) }
      }
    }
    return counts(of: population, in: document.schema)
  }

  /// Creates and fills the tables of a sample store in an empty database that is only used internally.
  static func fill(
    _ connection: Connection, of document: SchemaDocument, objects: Int, seed: UInt64,
    progress: (Progress) throws -> Void
  ) throws -> [String: Int] {
    let population = try Self.population(of: document.schema, objects: objects)
    let layout = StoreLayout(of: document.schema)
    try connection.transaction(.exclusive) {
      try connection.createTables(of: layout, StoreIdentity(of: document, seed: "\(seed)"))
      try fill(
        connection, layout, document.schema, population, connection.path, seed, progress)
    }
    return counts(of: population, in: document.schema)
  }

  private static func fill(
    _ connection: Connection, _ layout: StoreLayout, _ schema: Schema, _ population: Population,
    _ path: String, _ seed: UInt64, _ progress: (Progress) throws -> Void
  ) throws {
    var filler = StoreFiller(connection, layout, schema, population, path: path, seed: seed)
    try filler.fill(progress)
  }

  private static func counts(of population: Population, in schema: Schema) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: schema.entities.map { ($0.name, population.count(of: $0.name)) })
  }

  /// The population, with no more objects of an entity than its unique keys allow.
  ///
  /// The number that a key allows may depend on the number of other objects, which may depend on the key.
  private static func population(
    of schema: Schema, objects: Int
  ) throws(StoreCreationError) -> Population {
    var limits: [String: Int] = [:]
    while true {
      let population = try Population(schema, roots: objects, limits: limits)
      var isWithin = true
      for entity in schema.entities {
        let keys = try UniqueKey.all(of: entity.name, in: schema, population)
        guard let capacity = keys.compactMap(\.capacity).min(),
          capacity < population.count(of: entity.name)
        else { continue }
        limits[entity.name] = capacity
        isWithin = false
      }
      if isWithin { return population }
    }
  }
}

extension Entity {
  /// The properties of a composite primary key of an existing table; a key of one column is the object's
  /// identity.
  var keyProperties: [[String]] {
    guard let primaryKey, primaryKey.count > 1 else { return [] }
    let names = Dictionary(
      attributes.map { ($0.column ?? $0.name, $0.name) }
        + relationships.map { ($0.column ?? $0.name, $0.name) },
      uniquingKeysWith: { first, _ in first })
    return [primaryKey.map { names[$0] ?? $0 }]
  }
}

extension UniqueKey {
  /// The unique keys of an entity, including inherited keys.
  static func all(
    of entity: String, in schema: Schema, _ population: Population
  ) throws(StoreCreationError) -> [UniqueKey] {
    var keys: [UniqueKey] = []
    for owner in schema.lineage(of: entity) {
      for properties in owner.uniquenessConstraints + owner.keyProperties {
        var capacities: [String: Int?] = [:]
        for property in properties {
          if let (_, attribute) = schema.attribute(named: property, of: entity) {
            capacities[property] = try ValueMaker(attribute, of: entity, in: schema).capacity
          } else if let (_, relationship) = schema.relationship(named: property, of: entity) {
            capacities[property] = population.familyCount(of: relationship.destination)
          }
        }
        // A sub-entity shares the key of its ancestor with the other sub-entities.
        let offset = population.familyOffset(of: entity, in: owner.name)
        keys.append(UniqueKey(properties, after: offset) { capacities[$0] ?? 1 })
      }
    }
    return keys
  }
}

extension Connection {
  /// Creates the tables of a layout and the catalog, without indexes and triggers.
  fileprivate func createTables(of layout: StoreLayout, _ identity: StoreIdentity) throws {
    let tables = DatabaseDefinition(tables: layout.definition.tables)
    for statement in StoreCatalog.definition.statements + tables.statements {
      try execute(SQL(raw: statement))
    }
    try writeIdentity(identity)
    try execute("PRAGMA application_id = \(raw: "\(StoreCatalog.applicationID)")")
  }
}
