import MigrationPlanner
import SQLite
import StoreLayout
import StoreScript
import SchemaModel
import TestSupport
import Testing

/// Laws that hold for any schemas and any data, tried on many made by chance from a seed.
struct MigrationLawTests {
  private func document(_ schema: Schema) -> SchemaDocument { SchemaDocument(schema: schema) }

  private func stages(_ schemas: [Schema]) throws -> [Mapping] {
    try Planner.plan(from: document(schemas[0]), through: schemas.dropFirst().map(document))
      .stages.map(\.mapping)
  }

  private func newStore(_ schema: Schema, seed: UInt64) throws -> Connection {
    let layout = StoreLayout(of: schema)
    let connection = try Connection.inMemory()
    for statement in layout.definition.statements { try connection.execute(SQL(raw: statement)) }
    try connection.fill(layout, seed: seed)
    return connection
  }

  /// Carries mappings out, one after another, each with all its proofs.
  private func migrate(_ connection: Connection, _ mappings: [Mapping]) throws {
    var files: [String: [UInt8]] = [:]
    try connection.register(
      MigrationFunctions(
        seed: "s", now: 1,
        storeFile: { bytes in
          let name = "file of \(bytes)"
          files[name] = bytes
          return name
        }, loadFile: { files[$0] ?? Array($0.utf8) }))
    for mapping in mappings {
      let script = try StoreScript(mapping)
      for stray in script.strays { #expect(try connection.integer(SQL(raw: stray.count)) == 0) }
      let before = try script.conservation.map { try connection.checksum(of: SQL(raw: $0.source)) }
      try connection.transaction {
        for statement in script.statements { try connection.execute(SQL(raw: statement.sql)) }
      }
      let after = try script.conservation.map { try connection.checksum(of: SQL(raw: $0.target)) }
      #expect(before == after)
      #expect(script.target.definition.differences(from: try connection.readDefinition()) == [])
    }
  }

  /// The content of every table, by the names of columns, without regard to any order.
  private func content(_ connection: Connection, _ schema: Schema) throws -> [String:
    ContentChecksum]
  {
    var result: [String: ContentChecksum] = [:]
    for table in StoreLayout(of: schema).definition.tables {
      let columns = table.columns.map(\.name).sorted()
      result[table.name] = try connection.checksum(ofTable: table.name, columns: columns)
    }
    return result
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `a store gets the same content directly and step by step, without losing rows`(
    seed: UInt64
  ) throws {
    let first = randomSchema(seed: seed)
    let second = successor(of: first, seed: seed &+ 1000)
    let third = successor(of: second, seed: seed &+ 2000)
    let direct = try newStore(first, seed: seed)
    let count = try StoreLayout(of: first).definition.tables.reduce(0) {
      try $0 + direct.rowCount(of: $1.name)
    }
    #expect(count > 0)
    let violations = try direct.rows("PRAGMA foreign_key_check").count
    try migrate(direct, try stages([first, second, third]))
    let stepwise = try newStore(first, seed: seed)
    try migrate(stepwise, try stages([first, second]) + stages([second, third]))
    #expect(try content(direct, third) == content(stepwise, third))
    #expect(try direct.rows("PRAGMA foreign_key_check").count <= violations)
    let after = try StoreLayout(of: third).definition.tables.reduce(0) {
      try $0 + direct.rowCount(of: $1.name)
    }
    #expect(after == count)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a version that is another only by its number changes nothing`(seed: UInt64) throws {
    let schema = randomSchema(seed: seed)
    var next = schema
    next.version = Version(2)
    for mapping in try stages([schema, next]) { #expect(try StoreScript(mapping).statements == []) }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a script that is not tried has the statements of one that is`(seed: UInt64) throws {
    let first = randomSchema(seed: seed)
    // A view that 'migrate' did not make may read any table, so the statements are tried with it.
    let view = SchemaObject(.view, "one", sql: "CREATE VIEW one AS SELECT 1")
    for mapping in try stages([first, successor(of: first, seed: seed &+ 1000)]) {
      let known = try StoreScript(mapping).statements
      let tried = try StoreScript(mapping, unmanaged: [view]).statements.filter {
        // Views follow a column's new name only if the old table gets it, too.
        known.contains($0) || !$0.sql.contains(" RENAME COLUMN ")
      }
      #expect(known == tried)
    }
  }
}
