import SQLiteStore
import SchemaModel
import StoreArchive
import StoreCreation
import StoreTesting
import TestSupport
import Testing

struct StoreFixtureTests {
  @Test func `fixtures are found by what they are, in folders below, too`() throws {
    let library = try Library()
    let document = try #require(library.history[Version(1)])
    try library.folder.write("A readme", to: "Fixtures/README.md")
    try library.folder.write("x", to: "Fixtures/deep/none.store")
    let store = library.folder.path("Fixtures/deep/a.store")
    try SampleStore.create(at: store, of: document, objects: 9, seed: 1)
    let backup = library.folder.path("Fixtures/b.json")
    _ = try BackupWriter.write(
      try StoreFile.open(path: store, for: .reading), to: backup,
      externalFolder: ExternalFolder(ofStoreAt: store).path)
    let found = try StoreFixture.all(in: library.folder.path("Fixtures"))
    #expect(
      found.map { library.shortened($0.path) } == ["Fixtures/b.json", "Fixtures/deep/a.store"])
    #expect(found.map(\.kind) == [.backup, .store])
    for (number, fixture) in found.enumerated() {
      let copy = library.folder.path("copy\(number).store")
      try fixture.make(at: copy)
      #expect(try MigrationTrial(library.history).faults(of: copy) == [])
      #expect(try MigrationTrial(library.history).problems(migrating: copy, to: Version(2)) == [])
    }
    #expect(try StoreFixture.all(in: library.folder.path("none")) == [])
  }
}
