import Files
import StoreLayout
import StoreVerification
import TestSupport
import Testing

struct RepairFileTests {
  private static let covers = """
    schema: Covers
    version: 1.0.0
    entities:
      Shelf: {relationships: {books: {toMany: Book, inverse: shelf, delete: cascade}}}
      Book:
        attributes: {cover: {type: data, optional: true, storage: external}}
        relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}
    """

  private struct Shop {
    let store: TestStore
    let folder: ExternalFolder
    /// The covers of the books 1 and 2.
    let names: [String]

    init() throws {
      store = try TestStore(RepairFileTests.covers)
      folder = ExternalFolder(ofStoreAt: store.path)
      names = [try folder.write([1]), try folder.write([2])]
      try store.execute(
        """
        INSERT INTO Shelf VALUES (1);
        INSERT INTO Book (_id, cover, shelf) VALUES (1, '\(names[0])', 1), (2, '\(names[1])', 9);
        """)
    }

    func apply() throws -> RepairOutcome {
      try StoreRepairer.apply(storeAt: store.path, options: .deleting) { _ in "/backups/a.json" }
    }
  }

  @Test func `files that no object names any more are moved away, and keep their bytes`() throws {
    let shop = try Shop()
    let stray = try shop.folder.write([3, 3])
    let plan = try StoreRepairer.plan(storeAt: shop.store.path, options: .deleting)
    // The second book is deleted with its shelf, and leaves its cover behind.
    #expect(plan.steps.map(\.count) == [1])
    #expect(plan.strayFiles == [stray, shop.names[1]].sorted())
    #expect(plan.strayBytes == 3)
    #expect(try shop.folder.names().count == 3)
    let outcome = try shop.apply()
    #expect(outcome.plan.strayFiles == plan.strayFiles)
    let place = try #require(outcome.strayFolder)
    #expect(place == shop.folder.path + ".stray-1")
    #expect(try FileSystem.contents(of: place + "/" + stray) == [3, 3])
    #expect(try shop.folder.names() == [shop.names[0]])
    #expect(try shop.store.findings() == [])
    #expect(try StoreRepairer.plan(storeAt: shop.store.path, options: .deleting).isEmpty)
  }

  @Test func `a second folder is used where the first one exists`() throws {
    let shop = try Shop()
    _ = try shop.apply()
    _ = try shop.folder.write([4])
    #expect(try shop.apply().strayFolder == shop.folder.path + ".stray-2")
  }

  @Test func `an entry that is not a file stays, and is reported`() throws {
    let shop = try Shop()
    _ = try shop.apply()
    try FileSystem.makeFolders(shop.folder.path + "/folder")
    let plan = try StoreRepairer.plan(storeAt: shop.store.path, options: .deleting)
    #expect(plan.isEmpty)
    #expect(plan.unresolved == [Finding(.strayEntry(name: "folder"))])
  }

  @Test func `a missing file is reported, and the repair changes nothing`() throws {
    let shop = try Shop()
    _ = try shop.apply()
    try FileSystem.remove(shop.folder.path(of: shop.names[0]))
    let outcome = try shop.apply()
    #expect(outcome.plan.isEmpty)
    #expect(outcome.backup == nil)
    #expect(
      outcome.plan.unresolved == [
        Finding(.missingFile(PropertyName("Book", "cover")), count: 1, examples: [1])
      ])
  }

  @Test func `a file with other content is reported, and so is a name in another case`() throws {
    let shop = try Shop()
    _ = try shop.apply()
    try AtomicFile.write([7], to: shop.folder.path(of: shop.names[0]))
    let altered = Finding(.alteredFile(PropertyName("Book", "cover")), count: 1, examples: [1])
    #expect(
      try StoreRepairer.plan(storeAt: shop.store.path, options: .deleting).unresolved == [altered])
    #expect(try shop.apply().plan.unresolved == [altered])
    try AtomicFile.write([1], to: shop.folder.path(of: shop.names[0]))
    try shop.store.execute("UPDATE Book SET cover = upper(cover)")
    let outcome = try shop.apply()
    #expect(
      outcome.plan.unresolved == [
        Finding(.malformedFileName(PropertyName("Book", "cover")), count: 1, examples: [1])
      ])
    #expect(outcome.plan.strayFiles == [])
    #expect(try shop.folder.names() == [shop.names[0]])
  }

  @Test func `files are reported, too, if nothing is in external storage any more`() throws {
    let store = try TestStore("schema: A\nversion: 1.0.0\nentities: {A: {}}")
    let folder = ExternalFolder(ofStoreAt: store.path)
    let name = try folder.write([1])
    // A file with another kind of name belongs to another program.
    try FileSystem.copy(folder.path(of: name), to: folder.path(of: "notes.txt"))
    #expect(try store.findings() == [Finding(.strayFile(name: name))])
    #expect(try StoreRepairer.plan(storeAt: store.path, options: .deleting).strayFiles == [name])
  }
}
