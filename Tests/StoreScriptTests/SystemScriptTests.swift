import MigrationPlanner
import SQLite
import StoreLayout
import StoreScript
import SchemaModel
import TestSupport
import Testing

/// The object models of real apps, from their first version to their last.
struct SystemScriptTests {
  private func stages(_ system: String) throws -> [Mapping] {
    let history = try RepositorySchemas.history(of: system)
    let versions = history.versions.map(\.schema.version)
    return try Planner.plan(history: history, from: versions[0], to: versions[versions.count - 1])
      .stages.map(\.mapping)
  }

  private func ways(_ mapping: Mapping) throws -> [String] {
    let migrated = try Migrated(mapping, filledBy: "")
    return migrated.script.steps.filter { $0.way != .none }.map { "\($0.way) \($0.table)" }
  }

  @Test func `Epilogue migrates from its first version to its last without touching a row`() throws
  {
    let stages = try stages("Epilogue")
    #expect(stages.count == 1)
    let script = try StoreScript(stages[0]).estimating { _ in 1000 }
    let rewriting = script.statements.filter(\.touchesRows).map(\.sql)
    #expect(script.steps.filter { [.rebuild, .create].contains($0.way) } == [])
    #expect(rewriting.filter { !$0.hasPrefix("CREATE") } == [])
    #expect(try ways(stages[0]).contains("alter BookModel"))
  }

  @Test(arguments: ["Epilogue", "TwinMind", "Study", "BooksTracker"])
  func `stores of every system can be migrated from version to version`(system: String) throws {
    for mapping in try stages(system) {
      let connection = try Connection.inMemory()
      let layout = StoreLayout(of: mapping.source)
      for statement in layout.definition.statements { try connection.execute(SQL(raw: statement)) }
      try connection.fill(layout, seed: 1, rowsPerEntity: 20)
      try connection.register(MigrationFunctions(seed: "s", now: 0))
      let script = try StoreScript(mapping)
      let before = try script.conservation.map { try connection.checksum(of: SQL(raw: $0.source)) }
      for statement in script.statements { try connection.execute(SQL(raw: statement.sql)) }
      let after = try script.conservation.map { try connection.checksum(of: SQL(raw: $0.target)) }
      #expect(before == after)
      #expect(before.contains { $0.rows > 0 })
    }
  }
}
