import Diagnostics
import SQLite
import StoreLayout
import SchemaLint
import SchemaModel
import SchemaYAML
import StoreLint
import TestSupport
import Testing

struct LintStoreTests {
  private static let model = """
    schema: Library
    version: 1.0.0
    entities:
      Thing:
        attributes: {title: string?}
      Book:
        parent: Thing
        attributes: {year: string, state: "enum(new, read)", pages: int}
        relationships:
          shelf: {toOne: Shelf?, inverse: books, delete: nullify}
          tags: {toMany: Tag, inverse: books, delete: nullify}
      Shelf:
        relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
      Tag:
        relationships: {books: {toMany: Book, inverse: tags, delete: nullify}}
    """

  private static let rows = """
    INSERT INTO Shelf(_id) VALUES (1), (2), (3);
    INSERT INTO Tag(_id) VALUES (1), (2);
    INSERT INTO Thing(_id, _entity, title) VALUES (1, 'Thing', NULL);
    INSERT INTO Thing(_id, _entity, title, year, state, pages, shelf) VALUES
      (2, 'Book', 'It''s', '1990', 'new', 7, 1), (3, 'Book', NULL, 'MCMXC', 'read', 7, 1),
      (4, 'Book', 'It''s', 'circa 1990', 'read', 9, 2), (5, 'Book', 'B', 'MCMXC', 'new', 8, NULL);
    """

  /// A store with these rows, for as long as the folder lives.
  private static func store(in folder: TemporaryFolder) throws -> LintStore {
    let schema = try SchemaReader.read(text: model, name: "model").schema
    let layout = StoreLayout(of: schema)
    let path = folder.path("library.store")
    let connection = try Connection(path: path, mode: .create)
    for statement in layout.definition.statements { try connection.executeScript(statement) }
    try connection.executeScript(rows)
    let tags = try #require(layout.joinTables.first)
    for (book, tag) in [(2, 1), (2, 2), (3, 1)] as [(Int64, Int64)] {
      let isOwner = tags.association.primary.entity == "Book"
      try connection.execute(
        """
        INSERT INTO \(name: tags.name) (\(names: [tags.ownerColumn, tags.destinationColumn]))
        VALUES (\(isOwner ? book : tag), \(isOwner ? tag : book))
        """)
    }
    return try LintStore(at: path, of: schema)
  }

  @Test func `a store that cannot be read to its end reports that, and counts nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("library.store")
    #expect(try Self.store(in: folder).failure == nil)
    let page = try StoreFile.open(path: path, for: .reading)
      .integer("SELECT rootpage FROM sqlite_schema WHERE name = 'Thing'")
    let end = Int(try #require(page)) * 4096
    var bytes = try folder.bytes(of: "library.store")
    for index in (end - 4096)..<end { bytes[index] = 0xEE }
    try folder.write(bytes, to: "library.store")
    let schema = try SchemaReader.read(text: Self.model, name: "model").schema
    let store = try LintStore(at: path, of: schema)
    let unreadable = StoreCondition.unconvertible(property: "year", entity: "Book", to: .int64)
    #expect(store.count(of: unreadable) == nil)
    #expect(store.failure == "database disk image is malformed")
    let report = Linter.report(on: [], context: LintContext(stores: [store]))
    #expect(
      report.problems.map(\.message) == [
        "the data of '\(path)' cannot be asked: database disk image is malformed"
      ])
  }

  @Test(
    arguments: [
      (.objects(entity: "Thing"), 5, []), (.objects(entity: "Book"), 4, []),
      (.having(property: "title", entity: "Book"), 3, ["'B'", "'It''s'"]),
      (.having(property: "shelf", entity: "Book"), 3, []),
      (.having(property: "books", entity: "Shelf"), 2, []),
      (.having(property: "tags", entity: "Book"), 2, []),
      (.having(property: "books", entity: "Tag"), 2, []),
      (.lacking(property: "title", entity: "Thing"), 2, ["1", "3"]),
      (.lacking(property: "shelf", entity: "Book"), 1, ["5"]),
      (.holding([.string("new")], property: "state", entity: "Book"), 2, ["'new'"]),
      (.holding([.string("lost")], property: "state", entity: "Book"), 0, []),
      (.sharing(["title"], entity: "Book"), 2, ["'It''s'"]),
      (.sharing(["year", "title"], entity: "Book"), 0, []),
      (.sharing(["pages", "shelf"], entity: "Book"), 2, ["7, 1"]),
      (.breaking(check: "pages > 7 -- more", entity: "Book"), 2, ["2", "3"]),
      (.breaking(check: "length(title) > 1", entity: "Book"), 1, ["5"]),
      (
        .unconvertible(property: "year", entity: "Book", to: .int64), 3,
        ["'MCMXC'", "'circa 1990'"]
      ),
      (.unconvertible(property: "pages", entity: "Book", to: .string), 0, []),
      (
        .unconvertible(property: "state", entity: "Book", to: .enumeration(.inline(["new"]))), 2,
        ["'read'"]
      ),
      (.linkedToSeveral(relationship: "tags", entity: "Book"), 1, ["2"]),
      (.linkedToSeveral(relationship: "books", entity: "Shelf"), 1, ["1"]),
    ] as [(StoreCondition, Int, [String])])
  func `a store counts the objects that meet a condition, and shows a few`(
    condition: StoreCondition, count: Int, samples: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let store = try Self.store(in: folder)
    #expect(store.count(of: condition) == count)
    #expect(store.samples(of: condition, limit: 3) == samples)
    #expect(store.samples(of: condition, limit: 1) == Array(samples.prefix(1)))
  }

  @Test(
    arguments: [
      .objects(entity: "Nothing"), .having(property: "nothing", entity: "Book"),
      .lacking(property: "tags", entity: "Book"), .breaking(check: "nothing > 1", entity: "Book"),
      .holding([.bool(true)], property: "state", entity: "Book"),
      .sharing(["title", "tags"], entity: "Book"),
      .unconvertible(property: "year", entity: "Book", to: .composite("Year")),
    ] as [StoreCondition])
  func `a condition that a store cannot answer is not guessed`(condition: StoreCondition) throws {
    let folder = try TemporaryFolder()
    let store = try Self.store(in: folder)
    #expect(store.count(of: condition) == nil)
    #expect(store.samples(of: condition, limit: 3) == [])
  }

  @Test func `a store reports its version, and is unchanged`() throws {
    let folder = try TemporaryFolder()
    let store = try Self.store(in: folder)
    #expect(store.schema == "Library")
    #expect(store.version == Version(1))
  }
}
