import Foundation
import SQLite
import StoreLayout
import SchemaModel
import StoreArchive
import StoreCreation
import StoreTesting
import TestSupport
import Testing

struct StoreFixtureTests {
  @Test func `fixtures are found by their content, also in subfolders`() throws {
    let library = try Library()
    let document = try #require(library.history[Version(1)])
    try library.folder.write("A readme", to: "Fixtures/README.md")
    try library.folder.write("x", to: "Fixtures/deep/none.txt")
    let store = library.folder.path("Fixtures/deep/a.store")
    try SampleStore.create(at: store, of: document, objects: 9, seed: 1)
    let backup = library.folder.path("Fixtures/b.json")
    _ = try BackupWriter.write(
      try StoreFile.open(path: store, for: .reading), to: backup,
      externalFolder: ExternalFolder(ofStoreAt: store).path)
    let folder = try #require(FixtureFolder(library.folder.path("Fixtures")))
    let found = folder.fixtures
    #expect(
      found.map { library.shortened($0.path) } == ["Fixtures/b.json", "Fixtures/deep/a.store"])
    #expect(found.map(\.kind) == [.backup, .store])
    for (number, fixture) in found.enumerated() {
      let copy = library.folder.path("copy\(number).store")
      try fixture.make(at: copy)
      #expect(try MigrationTrial(library.history).faults(of: copy) == [])
      #expect(
        try MigrationTrial(library.history).ending(
          migrating: copy, to: Version(2), likePlatform: false) == .tried([]))
    }
    #expect(FixtureFolder(library.folder.path("none")) == nil)
  }

  @Test func `a file that looks like a fixture but is none is reported`() throws {
    let library = try Library()
    try library.folder.write("", to: "Fixtures/README.md")
    try library.folder.write("", to: "Fixtures/empty.store")
    try library.folder.write("x", to: "Fixtures/text.sqlite")
    try library.folder.write("{}", to: "Fixtures/notes.json")
    try library.folder.write("{}", to: "Fixtures/old.backup.json")
    try library.folder.write(
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", to: "Fixtures/large.bin"
    )
    for (name, target) in [("gone.store", "nowhere"), ("up", "../.."), ("self", ".")] {
      try FileManager.default.createSymbolicLink(
        atPath: library.folder.path("Fixtures/\(name)"), withDestinationPath: target)
    }
    let folder = try #require(FixtureFolder(library.folder.path("Fixtures")))
    #expect(folder.fixtures == [])
    #expect(
      folder.problems.map { "\(library.shortened($0.path)): \($0.reason)" } == [
        "Fixtures/empty.store: it is empty",
        "Fixtures/gone.store: the link leads nowhere",
        "Fixtures/large.bin: it stands for a file that Git LFS keeps; 'git lfs pull' fetches it",
        "Fixtures/old.backup.json: it is neither a store nor a backup",
        "Fixtures/text.sqlite: it is neither a store nor a backup",
      ])
  }

  @Test func `a folder that two links lead to is searched once`() throws {
    let library = try Library()
    let document = try #require(library.history[Version(1)])
    try library.folder.write("", to: "Elsewhere/README.md")
    try library.folder.write("", to: "Fixtures/README.md")
    try SampleStore.create(
      at: library.folder.path("Elsewhere/a.store"), of: document, objects: 1, seed: 1)
    for name in ["one", "two"] {
      try FileManager.default.createSymbolicLink(
        atPath: library.folder.path("Fixtures/\(name)"), withDestinationPath: "../Elsewhere")
    }
    let folder = try #require(FixtureFolder(library.folder.path("Fixtures")))
    #expect(folder.fixtures.map { library.shortened($0.path) } == ["Fixtures/one/a.store"])
  }
}
