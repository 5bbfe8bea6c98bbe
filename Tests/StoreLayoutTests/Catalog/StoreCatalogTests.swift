import SQLite
import StoreLayout
import SchemaModel
import Testing

struct StoreCatalogTests {
  let identity = StoreIdentity(
    schema: "Library", version: Version(1, 2, 3), checksum: "abc=", definitionDigest: "00ff",
    model: "schema: Library\n", seed: "7")
  let layout = StoreLayout(
    of: Schema(name: "Library", version: Version(1, 2, 3), entities: [Entity("Book")]))

  @Test func `a new store has its identity`() throws {
    let connection = try Connection.inMemory()
    #expect(try connection.readIdentity() == nil)
    try connection.createStore(layout: layout, identity: identity)
    #expect(try connection.readIdentity() == identity)
    #expect(try connection.readHistory() == [])
    #expect(try connection.value("PRAGMA application_id") == .integer(0x6D67_7274))
    #expect(Set(try connection.schemaObjects().map(\.id)) == layout.managedObjects)
  }

  @Test func `the identity of a store can be changed, and its history grows`() throws {
    let connection = try Connection.inMemory()
    try connection.createStore(layout: layout, identity: identity)
    var next = identity
    (next.version, next.checksum, next.migrationDigest) = (Version(2), nil, "aa")
    try connection.writeIdentity(next)
    #expect(try connection.readIdentity() == next)
    let records = [nil, "store.v1.backup.json"].map {
      MigrationRecord(
        source: Version(1, 2, 3), target: Version(2), startedAt: 1.5, finishedAt: 2.5, duration: 1,
        toolVersion: "1.0.0", planDigest: "ff", backup: $0, rowsRewritten: 7, outcome: "migrated")
    }
    for record in records { try connection.appendHistory(record) }
    #expect(try connection.readHistory() == records)
  }

  @Test func `an inconsistent catalog is an error with its place`() throws {
    let connection = try Connection.inMemory()
    try connection.createStore(layout: layout, identity: identity)
    try connection.execute("UPDATE _migrate_schema SET version = 'two'")
    #expect(
      throws: StoreCatalogError.unreadable(
        .text("two"), column: "version", table: "_migrate_schema")
    ) {
      try connection.readIdentity()
    }
    try connection.execute("DELETE FROM _migrate_schema")
    #expect(throws: StoreCatalogError.identityCount(0)) { try connection.readIdentity() }
  }
}
