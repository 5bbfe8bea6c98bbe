/// An invalid list of an entity's properties, or an invalid reference in it.
enum ListProblem: SchemaProblem {
  /// The lists of properties that an entity can declare.
  enum List: String {
    case unique
    case indexes
    case primaryKey
    case initializer
  }

  case empty(List, entity: String)
  case unknownProperty(String, List, entity: String)
  case transient(String, List, entity: String)
  case toMany(String, List, entity: String)
  case repeated(String, List, entity: String)
  case primaryKeyWithoutTable(entity: String)
  case repeatedIndexName(String, entity: String)
  case unusableIndexName(String, entity: String)
  case unknownQueryEntity(String, query: String)

  var code: String {
    switch self {
    case .unknownProperty: "unknown-property"
    case .empty, .transient, .toMany, .repeated, .primaryKeyWithoutTable, .repeatedIndexName,
      .unusableIndexName:
      "invalid-property-list"
    case .unknownQueryEntity: "unknown-entity"
    }
  }

  var description: String {
    switch self {
    case .empty(let list, let entity):
      "a list under '\(list.rawValue)' of '\(entity)' is empty"
    case .unknownProperty(let name, .primaryKey, let entity):
      "'primaryKey' of '\(entity)' names '\(name)', which is not the column of a property"
    case .unknownProperty(let name, let list, let entity):
      "'\(list.rawValue)' of '\(entity)' names '\(name)', which is not a property"
    case .transient(let name, let list, let entity):
      "'\(list.rawValue)' of '\(entity)' names '\(name)', which is transient and never stored"
    case .toMany(let name, let list, let entity):
      "'\(list.rawValue)' of '\(entity)' names '\(name)', which leads to many objects"
    case .repeated(let name, let list, let entity):
      "'\(list.rawValue)' of '\(entity)' names '\(name)' twice in one list"
    case .repeatedIndexName(let name, let entity):
      "the name '\(name)' of an index of '\(entity)' is taken"
    case .unusableIndexName(let name, let entity):
      "'\(name)' cannot be the name of an index of '\(entity)'"
    case .primaryKeyWithoutTable(let entity):
      "'\(entity)' has a 'primaryKey' but no 'table' that it is the key of"
    case .unknownQueryEntity(let entity, let query):
      "the query '\(query)' fetches '\(entity)', which is not an entity"
    }
  }
}

extension SchemaValidation {
  /// Checks the lists of properties that an entity declares.
  mutating func checkLists(of entity: Entity) {
    guard entity.hasLists else { return }
    let path = SchemaPath.entity(entity.name)
    for (position, names) in entity.uniquenessConstraints.enumerated() {
      checkStored(names, .unique, of: entity, at: path.appending("unique", String(position)))
    }
    for (position, index) in entity.indexes.enumerated() {
      checkStored(
        index.elements.map(\.property), .indexes, of: entity,
        at: path.appending("indexes", String(position)))
    }
    checkIndexNames(of: entity, at: path.appending("indexes"))
    checkPrimaryKey(of: entity, at: path.appending("primaryKey"))
    for (position, name) in (entity.initializer ?? []).enumerated()
    where property(name, of: entity) == nil {
      reportUnknown(
        name, .initializer, of: entity, at: path.appending("initializer", String(position)))
    }
  }

  /// Checks the names of an entity's indexes.
  ///
  /// In a database, all tables and indexes share one namespace, which ignores case. In a model of a platform,
  /// the indexes of one entity share a namespace, which includes the default names.
  private mutating func checkIndexNames(of entity: Entity, at path: SchemaPath) {
    guard entity.indexes.contains(where: { $0.name != nil }) else { return }
    let isPlatform = entity.table == nil
    var taken: Set<String> = []
    if !isPlatform {
      for other in schema.entities {
        guard let table = other.table else { continue }
        taken.insert(table.lowercased())
        guard other.name < entity.name else { continue }
        taken.formUnion(other.indexes.compactMap { $0.name?.lowercased() })
      }
    }
    for (position, index) in entity.indexes.enumerated() {
      let place = path.appending(String(position))
      guard let name = index.name ?? (isPlatform ? index.name(on: .coreData) : nil) else {
        continue
      }
      let isUsable =
        isPlatform ? Identifier.isValid(name) : !name.isEmpty && !Identifier.isReserved(name)
      if index.name != nil, !isUsable {
        report(ListProblem.unusableIndexName(name, entity: entity.name), at: place)
      } else if !taken.insert(name.lowercased()).inserted {
        report(ListProblem.repeatedIndexName(name, entity: entity.name), at: place)
      }
    }
  }

  /// Checks a list whose properties must have columns.
  private mutating func checkStored(
    _ names: [String], _ list: ListProblem.List, of entity: Entity, at path: SchemaPath
  ) {
    if names.isEmpty { report(ListProblem.empty(list, entity: entity.name), at: path) }
    var known: Set<String> = []
    for (position, name) in names.enumerated() {
      let place = path.appending(String(position))
      if !known.insert(name).inserted {
        report(ListProblem.repeated(name, list, entity: entity.name), at: place)
      }
      switch property(name, of: entity) {
      case .stored: break
      case .transient: report(ListProblem.transient(name, list, entity: entity.name), at: place)
      case .toMany: report(ListProblem.toMany(name, list, entity: entity.name), at: place)
      case nil: reportUnknown(name, list, of: entity, at: place)
      }
    }
  }

  /// Checks the primary key of an existing table, which lists column names.
  private mutating func checkPrimaryKey(of entity: Entity, at path: SchemaPath) {
    guard let key = entity.primaryKey else { return }
    if entity.table == nil {
      report(ListProblem.primaryKeyWithoutTable(entity: entity.name), at: path)
    }
    if key.isEmpty { report(ListProblem.empty(.primaryKey, entity: entity.name), at: path) }
    let columns = columns(of: entity)
    for (position, name) in key.enumerated() {
      let place = path.appending(String(position))
      if !columns.contains(name) {
        report(
          ListProblem.unknownProperty(name, .primaryKey, entity: entity.name), at: place,
          unknown: name, among: columns)
      } else if key[..<position].contains(name) {
        report(ListProblem.repeated(name, .primaryKey, entity: entity.name), at: place)
      }
    }
  }

  private func columns(of entity: Entity) -> [String] {
    schema.allAttributes(of: entity.name).filter { !$0.isTransient }.map { $0.column ?? $0.name }
      + schema.allRelationships(of: entity.name).filter { $0.cardinality == .toOne }
      .map { $0.column ?? $0.name }
  }

  private mutating func reportUnknown(
    _ name: String, _ list: ListProblem.List, of entity: Entity, at path: SchemaPath
  ) {
    let candidates =
      schema.allAttributes(of: entity.name).map(\.name)
      + schema.allRelationships(of: entity.name).map(\.name)
    report(
      ListProblem.unknownProperty(name, list, entity: entity.name), at: path, unknown: name,
      among: candidates)
  }

  private enum PropertyKind {
    case stored
    case transient
    case toMany
  }

  private func property(_ name: String, of entity: Entity) -> PropertyKind? {
    if let (_, attribute) = schema.attribute(named: name, of: entity.name) {
      return attribute.isTransient ? .transient : .stored
    }
    return schema.relationship(named: name, of: entity.name).map {
      $0.relationship.cardinality == .toOne ? .stored : .toMany
    }
  }

  /// Checks that queries have unique names and fetch entities that exist.
  mutating func checkQueries() {
    var names: Set<String> = []
    for query in schema.queries {
      let path = SchemaPath(["queries", query.name])
      if !names.insert(query.name).inserted { report(NameProblem.query(query.name), at: path) }
      if schema.entity(named: query.entity) == nil {
        report(
          ListProblem.unknownQueryEntity(query.entity, query: query.name),
          at: path.appending("from"), unknownEntity: query.entity, of: query.name)
      }
    }
  }
}

extension Entity {
  /// Whether the entity declares any list.
  fileprivate var hasLists: Bool {
    !uniquenessConstraints.isEmpty || !indexes.isEmpty || primaryKey != nil || initializer != nil
  }
}
