import StoreLayout
import SchemaModel
import TestSupport
import Testing

/// The apps of the repository, each with hostile sample data, from their first version to their
/// last and back.
struct JourneyTests {
  @Test func `every folder of schemas is an app that is tried here`() throws {
    #expect(try RepositorySchemas.names() == System.all.map(\.name))
  }

  @Test(arguments: System.all)
  func `a store migrates through all versions, step by step and at once, and loses nothing`(
    system: System
  ) throws {
    let stores = try stores(of: system)
    try stores.create("first", stores.history.versions[0])
    try stores.copy("first", as: "stepwise")
    for version in stores.history.versions.map(\.schema.version) {
      try stores.migrate("stepwise", to: version)
      #expect(try stores.identity("stepwise")?.version == version)
      #expect(try stores.findings("stepwise") == [])
    }
    try stores.copy("first", as: "direct")
    try stores.migrate("direct")
    #expect(try stores.findings("direct") == [])

    #expect(try stores.comparison("stepwise", "direct").differences() == [])
    #expect(
      try stores.comparison("first", "direct").differencesInSharedColumns() == system.changed)
    #expect(try stores.externalFiles("direct") == stores.externalFiles("first"))
    #expect(try stores.externalFiles("stepwise") == stores.externalFiles("first"))
  }

  @Test(arguments: System.all)
  func `a store is restored from its backup, in its own and in the newest version`(
    system: System
  ) throws {
    let stores = try stores(of: system)
    try stores.create("first", stores.history.versions[0])
    try stores.backUp("first")
    try stores.restore("first", as: "again")
    #expect(try stores.comparison("first", "again").isSame())
    #expect(try stores.externalFiles("again") == stores.externalFiles("first"))

    try stores.restoreInNewestVersion("first", as: "newest")
    #expect(try stores.findings("newest") == [])
    #expect(try stores.externalFiles("newest") == stores.externalFiles("first"))
    try stores.migrate("first")
    #expect(try stores.comparison("first", "newest").differences() == [])

    try stores.backUp("newest")
    try stores.restore("newest", as: "newest again")
    #expect(try stores.comparison("newest", "newest again").isSame())
  }

  @Test(arguments: System.all)
  func `sample data of every version is sound by every check`(system: System) throws {
    let stores = try stores(of: system)
    for document in stores.history.versions {
      let name = "\(document.schema.version)"
      try stores.create(name, document, objects: 40)
      #expect(try stores.findings(name) == [])
    }
  }

  private func stores(of system: System) throws -> Stores {
    try Stores(RepositorySchemas.history(of: system.name), losses: system.losses)
  }
}
