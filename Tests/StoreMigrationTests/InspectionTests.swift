import Diagnostics
import Foundation
import MigrationPlanner
import SQLite
import StoreLayout
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreCreation
import StoreMigration
import StoreVerification
import Testing

struct InspectionTests {
  @Test func `a store of a known version is sound, and looking at it changes no byte`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try Data(contentsOf: URL(filePath: store.path))
    let inspection = Migrator(history: history).inspect(store.path)
    #expect(inspection.state == .sound(Version(1)))
    #expect(inspection.diagnostics == [])
    #expect(inspection.unmanagedObjects == [])
    #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
    #expect(try store.files == ["library.store"])
  }

  @Test func `every file that is not a readable store has its own state and exit status`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let bytes = try Data(contentsOf: URL(filePath: store.path))
    func state(of content: Data?) throws -> StoreState {
      let path = store.folder + "/other.store"
      if let content { try content.write(to: URL(filePath: path)) }
      defer { try? FileManager.default.removeItem(atPath: path) }
      return Migrator(history: history).inspect(path).state
    }
    let path = store.folder + "/other.store"
    #expect(try state(of: nil) == .unopenable(.missing(path: path)))
    #expect(try state(of: Data()) == .unopenable(.empty(path: path)))
    #expect(try state(of: Data("{}".utf8)) == .unopenable(.notADatabase(path: path)))
    #expect(
      try state(of: bytes.prefix(5000))
        == .unopenable(
          .truncated(path: path, expectedBytes: Int64(bytes.count), actualBytes: 5000)))
    #expect(
      Migrator(history: history).inspect(store.folder).state
        == .unopenable(.isDirectory(path: store.folder)))
    #expect(try state(of: nil).exitStatus == 2)
  }

  @Test func `a database without a catalog is foreign`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest)
    let path = store.folder + "/foreign.db"
    try Connection(path: path, mode: .create).executeScript("CREATE TABLE Book (title)")
    #expect(Migrator(history: history).inspect(path).state == .foreign)
  }

  @Test func `a store of another schema is reported with its name`() throws {
    let history = try Library.withPages()
    let other = try SchemaHistory(
      "schema: Garden\nversion: 1.0.0\nentities:\n  Plant:\n    attributes: {name: string}\n")
    let store = try TestStore(other.oldest)
    #expect(
      Migrator(history: history).inspect(store.path).state
        == .otherSchema(found: "Garden", expected: "Library"))
  }

  @Test func `a newer or unknown version is reported with the known versions`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.versions[1])
    let first = SchemaHistory([history.oldest])
    #expect(
      Migrator(history: first).inspect(store.path).state == .newer(Version(2), newest: Version(1)))

    let gap = SchemaHistory(
      [history.oldest, try SchemaReader.read(text: Self.third, name: "V3.yaml")])
    #expect(
      Migrator(history: gap).inspect(store.path).state
        == .unknownVersion(Version(2), known: [Version(1), Version(3)]))
  }

  private static let third = Library.first.replacing("version: 1.0.0", with: "version: 3.0.0")

  @Test func `an edited released version is reported with its edits`() throws {
    let history = try SchemaHistory(Library.first)
    let store = try TestStore(history.oldest)
    let edited = try SchemaHistory(
      Library.first.replacing(
        "      isbn: string?", with: "      isbn: string?\n      pages: int = 0"))
    let inspection = Migrator(history: edited).inspect(store.path)
    #expect(
      inspection.state
        == .editedVersion(
          Version(1),
          changes: [
            .addAttribute(
              Attribute("pages", .int64, defaultValue: .literal(.int(0))), entity: "Book")
          ]))
    #expect(
      inspection.diagnostics.map(\.message) == [
        "the schema file of version 1.0.0 is not the one that '\(store.path)' was made with"
      ])
    #expect(
      inspection.diagnostics.first?.notes.map(\.message) == [
        "changed since: attribute Book.pages: int = 0",
        "put the released version back, and make the change in a new one",
      ])
    #expect(inspection.state.exitStatus == 3)
  }

  @Test func `documentation that was edited afterwards changes nothing`() throws {
    let history = try SchemaHistory(Library.first)
    let store = try TestStore(history.oldest)
    let edited = try SchemaHistory(
      Library.first.replacing("  Book:\n", with: "  Book:\n    doc: A printed work.\n"))
    #expect(Migrator(history: edited).inspect(store.path).state == .sound(Version(1)))
  }

  @Test func `every difference of a drifted store is reported`() throws {
    let history = try Library.withPages()
    let store = try TestStore(
      history.oldest,
      filledBy: "DROP INDEX Note_book_fk; ALTER TABLE Book ADD COLUMN extra TEXT;")
    let inspection = Migrator(history: history).inspect(store.path)
    #expect(
      inspection.state
        == .drifted(
          Version(1),
          differences: [
            .unexpectedColumn("extra", table: "Book"), .missing(.init(.index, "Note_book_fk")),
          ]))
    #expect(
      inspection.diagnostics.first?.notes.map(\.message) == [
        "the column 'Book.extra' should not be there", "the index 'Note_book_fk' is missing",
        "undo what was done to the store by hand, or restore the last backup: migrate restore BACKUP "
          + "\(store.path) --replace",
      ])
    #expect(inspection.state.exitStatus == 1)
  }

  @Test func `an inconsistent catalog is reported as illegible`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: "DELETE FROM _migrate_schema")
    #expect(
      Migrator(history: history).inspect(store.path).state
        == .illegible(reason: "'_migrate_schema' has 0 rows instead of one"))
  }

  @Test func `objects outside the model are listed, and are not drift`() throws {
    let history = try Library.withPages()
    let store = try TestStore(
      history.oldest,
      filledBy: "CREATE VIEW titles AS SELECT title FROM Book; CREATE TABLE mine (a);")
    let inspection = Migrator(history: history).inspect(store.path)
    #expect(inspection.state == .sound(Version(1)))
    #expect(
      inspection.unmanagedObjects.map(\.id) == [.init(.table, "mine"), .init(.view, "titles")])
  }

  @Test(arguments: [
    "UPDATE _migrate_schema SET version = '9.0.0'",
    "DROP INDEX Note_book_fk",
    "DELETE FROM _migrate_schema",
  ])
  func `a store that is not sound is refused and stays unchanged`(change: String) throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content + change)
    let before = try Data(contentsOf: URL(filePath: store.path))
    let state = Migrator(history: history).inspect(store.path).state
    #expect(state != .sound(Version(1)))
    #expect(failure(of: store, history) == .refused([.state(state)]))
    #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
    #expect(try store.files == ["library.store"])
  }
}
