internal import SQLite
internal import MigrationPlanner
internal import SQLText
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// The tables that declared steps may change, and those that are made of them: what they will hold is
/// known once the steps are done.
struct UntoldTables {
  /// Those of which any row may come, go or be another.
  private(set) var whole: Set<String> = []
  /// By table: the columns whose values may be others.
  private var columns: [String: Set<String>] = [:]

  /// Whether there are none.
  var isEmpty: Bool { tables.isEmpty }

  private var tables: Set<String> { whole.union(columns.keys) }

  /// The entities that have them, sorted.
  func entities(in layout: StoreLayout) -> [String] {
    layout.schema.entities.map(\.name).filter { entity in
      layout.table(of: entity).map(tables.contains) == true
    }.sorted()
  }

  /// Goes on to what a script leaves.
  mutating func advance(through script: StoreScript) {
    if !isEmpty { follow(script) }
    let remaining = Set(script.target.definition.tables.map(\.name))
    whole.formIntersection(remaining)
    columns = columns.filter { remaining.contains($0.key) }
    for reach in script.reaches {
      whole.formUnion(reach.wholeTables)
      columns.merge(reach.columns) { $0.union($1) }
    }
    if script.mergesDependOnSteps { whole.formUnion(script.mergedTables) }
  }

  /// Adds the tables that are made of these.
  private mutating func follow(_ script: StoreScript) {
    var read = tables
    for renumbering in script.renumberings where SQLTokens(renumbering.numbers).mentions(read) {
      read.formUnion(renumbering.tables.map(\.name))
    }
    for forecast in script.forecasts + script.existingForecasts
    where SQLTokens(forecast.query).mentions(read) {
      whole.insert(forecast.table)
    }
    if script.mergesDepend(on: tables) { whole.formUnion(script.mergedTables) }
  }
}

// MARK: - What can be told

extension UntoldTables {
  /// Whether it can be told what a table will be filled with.
  func tell(_ forecast: TableForecast) -> Bool {
    isEmpty || !SQLTokens(forecast.query).mentions(tables)
  }

  /// Whether it can be told if the references of a column lead somewhere.
  func tell(referencesOf column: String, in table: String, to destination: String) -> Bool {
    whole.isDisjoint(with: [table, destination]) && columns[destination] == nil
      && columns[table]?.contains(column) != true
  }

  /// Whether it can be told if a condition for a stage is met.
  func tell(_ condition: Requirement.Condition, in layout: StoreLayout) -> Bool {
    let entities =
      switch condition {
      case .noObjects(let entity), .noValues(_, let entity), .valueEverywhere(_, let entity),
        .elementEverywhere(_, _, let entity):
        [entity]
      case .distinctIdentities(let entities): entities
      }
    return entities.allSatisfy { layout.table(of: $0).map(tables.contains) != true }
  }

  /// Whether it can be told what a check will find; views of the store's own read any table.
  func tell(_ check: MigrationDeclaration.Check, of script: StoreScript, in layout: StoreLayout)
    -> Bool
  {
    guard !isEmpty else { return true }
    switch check {
    case .count(let entity, _):
      return layout.table(of: entity).map(whole.contains) != true
    case .expect(let sql, _):
      let views = script.unmanagedAfter.filter { $0.id.kind == .view }.map(\.id.name)
      return !SQLTokens(layout.resolvingPaths(inQuery: sql))
        .mentions(names(in: layout).union(views))
    }
  }

  /// Whether it can be told which objects share the values of a key.
  func tell(key properties: [String], of entity: String, in layout: StoreLayout) -> Bool {
    guard let table = layout.table(of: entity), !whole.contains(table) else { return false }
    return !properties.contains { holds($0, of: entity, in: layout) }
  }

  /// Whether it can be told who does not meet a demand.
  func tell(_ demand: ContentDemand, in layout: StoreLayout) -> Bool {
    guard !whole.contains(demand.table) else { return false }
    switch demand.subject {
    case .entity: return true
    case .value(let property): return !holds(property, of: demand.entity, in: layout)
    case .rule(let properties, _):
      let names = layout.storedProperties(of: demand.entity).map(\.property)
      return !names.contains {
        properties.contains($0.asciiLowercased) && holds($0, of: demand.entity, in: layout)
      } && !SQLTokens(demand.text).mentions(self.names(in: layout))
    case .presence(let name), .membership(let name), .count(let name), .position(let name):
      return tellLinks(at: name, of: demand.entity, in: layout)
    }
  }

  private func tellLinks(at name: String, of entity: String, in layout: StoreLayout) -> Bool {
    guard let (owner, relationship) = layout.schema.relationship(named: name, of: entity) else {
      return false
    }
    let end = Association.End(entity: owner, relationship: relationship)
    guard
      let association = layout.associations.first(where: {
        $0.primary == end || $0.inverse == end
      })
    else { return false }
    let primary = association.primary
    let concerned = [
      layout.table(of: primary.entity), layout.table(of: primary.relationship.destination),
      layout.joinTable(of: association)?.name,
    ]
    return whole.isDisjoint(with: concerned.compactMap(\.self))
      && !holds(primary.relationship.name, of: primary.entity, in: layout)
  }

  /// Whether a property stands in one of the columns.
  private func holds(_ property: String, of entity: String, in layout: StoreLayout) -> Bool {
    guard let table = layout.table(of: entity), let changed = columns[table],
      let column = layout.column(of: property, in: entity)
    else { return false }
    return changed.contains(column)
  }

  /// The names by which SQL may ask for the tables.
  private func names(in layout: StoreLayout) -> Set<String> {
    tables.union(entities(in: layout))
  }
}
