import MigrationPlanner
import SQLite
import StoreLayout
import StoreScript
import SchemaModel
import Testing

/// A store in memory that went through a script, with everything proved that can be.
struct Migrated {
  let connection: Connection
  let script: StoreScript

  /// Makes a store, fills it, carries the mapping out, and checks the proofs.
  init(
    _ mapping: Mapping, filledBy content: String = "", unmanaged: String = "",
    functions: MigrationFunctions = MigrationFunctions(seed: "7", now: 100),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    connection = try Connection.inMemory()
    let source = StoreLayout(of: mapping.source)
    for statement in source.definition.statements { try connection.execute(SQL(raw: statement)) }
    try connection.executeScript(content)
    try connection.executeScript(unmanaged)
    script = try StoreScript(
      mapping, unmanaged: try connection.unmanagedObjects(of: source)
    ).estimating { [connection] in try connection.rowCount(of: $0) }
    try connection.register(functions)
    try run(sourceLocation)
  }

  private func run(_ sourceLocation: SourceLocation) throws {
    for stray in script.strays {
      #expect(try connection.integer(SQL(raw: stray.count)) == 0, sourceLocation: sourceLocation)
    }
    let before = try script.conservation.map { try connection.checksum(of: SQL(raw: $0.source)) }
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.transaction(.immediate) {
      for statement in script.statements { try connection.execute(SQL(raw: statement.sql)) }
    }
    let after = try script.conservation.map { try connection.checksum(of: SQL(raw: $0.target)) }
    #expect(before == after, sourceLocation: sourceLocation)
    let rowsByTable = Dictionary(
      zip(script.conservation.map(\.table), after.map(\.rows)), uniquingKeysWith: +)
    for table in script.target.definition.tables {
      let rows = try connection.rowCount(of: table.name)
      #expect(rows == rowsByTable[table.name] ?? 0, sourceLocation: sourceLocation)
    }
    let found = try connection.readDefinition()
    #expect(script.target.definition.differences(from: found) == [], sourceLocation: sourceLocation)
    #expect(
      try connection.unmanagedObjects(of: script.target).filter { $0.id.name.contains("_migrate_") }
        == [],
      sourceLocation: sourceLocation)
    #expect(try connection.rows("PRAGMA foreign_key_check") == [], sourceLocation: sourceLocation)
    #expect(
      try connection.value("PRAGMA integrity_check") == .text("ok"), sourceLocation: sourceLocation)
    #expect(
      try connection.integer("PRAGMA legacy_alter_table") == 0, sourceLocation: sourceLocation)
  }

  /// The step that made each table.
  var ways: [String: MigrationStep.Way] {
    Dictionary(script.steps.map { ($0.table, $0.way) }, uniquingKeysWith: { first, _ in first })
  }

  var sql: [String] { script.statements.map(\.sql) }

  /// The rows of a query, each as one text.
  func rows(_ sql: String) throws -> [String] {
    try connection.rows(SQL(raw: sql)).map { $0.map(\.literal).joined(separator: " ") }
  }
}

extension Mapping {
  /// A mapping in which everything keeps its name and its value, to be changed as a test needs.
  static func same(
    _ source: Schema, _ target: Schema, renamed: [String: String] = [:],
    values: [String: [String: ValueSource]] = [:], filters: [String: String] = [:],
    links: [LinkMapping]? = nil
  ) -> Mapping {
    let targetLayout = StoreLayout(of: target)
    let entities = target.entities.map { entity -> EntityMapping in
      let before = renamed[entity.name] ?? entity.name
      guard source.entity(named: before) != nil else {
        return EntityMapping(entity.name, source: nil, layers: [])
      }
      let names = target.lineage(of: entity.name).reversed().flatMap { owner in
        owner.attributes.filter { !$0.isTransient }.map(\.name) + owner.relationships.map(\.name)
      }
      let values = names.filter { targetLayout.column(of: $0, in: entity.name) != nil }.map {
        PropertyMapping($0, values[entity.name]?[$0] ?? .copied($0))
      }
      return EntityMapping(
        entity.name, source: before,
        layers: [
          MappingLayer(
            version: target.version, entity: entity.name, values: values,
            filter: filters[entity.name])
        ])
    }
    let carried = target.associations.filter { $0.kind == .manyToMany }.map { association in
      LinkMapping(
        association,
        sources: source.associations.filter {
          $0.primary.description == association.primary.description
        }.map {
          CarriedLinks($0)
        })
    }
    return Mapping(source: source, target: target, entities: entities, links: links ?? carried)
  }
}

/// A schema of one version.
func schema(_ version: Int, _ entities: Entity...) -> Schema {
  Schema(name: "Library", version: Version(version), entities: entities)
}
