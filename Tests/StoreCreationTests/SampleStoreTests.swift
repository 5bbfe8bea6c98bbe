import SQLite
import StoreLayout
import SchemaModel
import StoreCreation
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct SampleStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `each owner has its parts, and every other entity has the requested number`() throws {
    let (counts, store) = try sample(of: library, objects: 30, seed: 1)
    #expect(counts == ["Author": 30, "Book": 300, "Chapter": 3000, "Cover": 300, "Tag": 30])
    for (entity, count) in counts {
      #expect(try store.integer("SELECT count(*) FROM \(name: entity)") == Int64(count))
    }
    #expect(try store.rows("PRAGMA foreign_key_check") == [])
    #expect(try store.value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test func `the same seed gives the same content, and another seed another`() throws {
    func content(seed: UInt64) throws -> [[SQLValue]] {
      let store = try sample(of: library, objects: 5, seed: seed).store
      return try store.rows("SELECT * FROM Book ORDER BY _id")
        + store.rows("SELECT * FROM Chapter ORDER BY _id")
        + store.rows("SELECT * FROM Book_tags ORDER BY 1, 2")
    }
    #expect(try content(seed: 7) == content(seed: 7))
    #expect(try content(seed: 7) != content(seed: 8))
  }

  @Test(arguments: [2, 3, 20])
  func `of two or more objects one has each optional property, and one has none`(
    objects: Int
  ) throws {
    let schema = Schema(
      name: "Small", version: Version(1),
      entities: [
        Entity(
          "Note",
          attributes: [
            Attribute("text", .string, isOptional: true), Attribute("id", .uuid, isOptional: true),
            Attribute("key", .int64, isOptional: true),
            Attribute("isRead", .bool, isOptional: true),
          ],
          relationships: [
            Relationship("shelf", .toOne, "Shelf", isOptional: true),
            Relationship("next", .toOne, "Note", isOptional: true),
          ], uniquenessConstraints: [["key"]]),
        Entity("Shelf", attributes: [Attribute("label", .string)]),
      ])
    for seed in UInt64(1)...20 {
      let store = try sample(of: schema, objects: objects, seed: seed).store
      for name in ["text", "id", "key", "isRead", "shelf", "next"] {
        let count = try store.integer("SELECT count(\(name: name)) FROM Note") ?? 0
        #expect(count > 0 && count < Int64(objects), "\(name), seed \(seed)")
      }
    }
  }

  @Test func `an entity and its sub-entities share a unique key, and the partners of a link`()
    throws
  {
    let schema = Schema(
      name: "Small", version: Version(1),
      entities: [
        Entity(
          "Slot",
          attributes: [
            Attribute("day", .enumeration(.inline(["mon", "tue", "wed"]))),
            Attribute("isLate", .bool), Attribute("name", .string),
          ],
          relationships: [
            Relationship("room", .toOne, "Room", isOptional: true, inverse: "slot")
          ], uniquenessConstraints: [["day", "isLate"], ["name"]]),
        Entity("LongSlot", parent: "Slot", attributes: [Attribute("length", .int64)]),
        Entity("FreeSlot", parent: "LongSlot"),
        Entity(
          "Room",
          relationships: [
            Relationship("slot", .toOne, "Slot", isOptional: true, inverse: "room")
          ]),
      ])
    for (objects, slots) in [(2, [2, 2, 2]), (100, [6, 0, 0])] {
      let (counts, store) = try sample(of: schema, objects: objects, seed: 1)
      #expect(["Slot", "LongSlot", "FreeSlot"].map { counts[$0] } == slots)
      // The unique indexes hold, or there would be no store.
      #expect(try store.integer("SELECT count(DISTINCT name) FROM Slot") == 6)
    }
  }

  @Test func `rules hold for every object, and hostile values are among the rest`() throws {
    let store = try sample(of: library, objects: 30, seed: 3).store
    #expect(
      try store.integer("SELECT count(*) FROM Book WHERE NOT (pages > 0 AND title <> '')") == 0)
    #expect(try store.integer("SELECT count(*) FROM Chapter WHERE instr(text, char(0)) > 0") != 0)
    #expect(try store.integer("SELECT max(length(text)) FROM Chapter") == 100_000)
  }

  @Test func `a chapter's parent is an earlier chapter of the same book`() throws {
    let store = try sample(of: library, objects: 4, seed: 3).store
    let strays: SQL = """
      SELECT count(*) FROM Chapter AS c JOIN Chapter AS p ON c.parent = p._id
      WHERE p._id >= c._id OR (p.book <> c.book)
      """
    #expect(try store.integer(strays) == 0)
    #expect(try store.integer("SELECT count(*) FROM Chapter WHERE parent IS NOT NULL") == 360)
  }

  @Test func `values in external storage are files named by their content`() throws {
    let store = try sample(of: library, objects: 4, seed: 3).store
    let names = try store.texts("SELECT image FROM Cover WHERE image IS NOT NULL ORDER BY image")
    #expect(names.count == 5)
    #expect(try ExternalFolder(ofStoreAt: store.path).names() == names)
  }

  @Test func `a unique key of few values limits the number of objects`() throws {
    let schema = Schema(
      name: "Small", version: Version(1),
      entities: [
        Entity(
          "Slot",
          attributes: [
            Attribute("day", .enumeration(.inline(["mon", "tue", "wed"]))),
            Attribute("isLate", .bool),
          ], uniquenessConstraints: [["day", "isLate"]])
      ])
    #expect(try sample(of: schema, objects: 100, seed: 1).counts == ["Slot": 6])
  }

  @Test func `a circle of a hundred owners has sample data, and not too much`() throws {
    let entities = (0..<100).map { index in
      Entity(
        "E\(index)",
        relationships: [
          Relationship(
            "owner", .toOne, "E\((index + 1) % 100)", isOptional: true, inverse: "parts"),
          Relationship("parts", .toMany, "E\((index + 99) % 100)", inverse: "owner"),
        ])
    }
    let schema = Schema(name: "Circle", version: Version(1), entities: entities)
    let counts = try sample(of: schema, objects: 1, seed: 1).counts
    #expect(counts.values.reduce(0, +) == 100)
  }

  @Test func `a rule that nothing satisfies is named, and no file is left`() throws {
    let rule = ValidationRule(name: "never", check: "title IS NULL")
    let schema = Schema(
      name: "Small", version: Version(1),
      entities: [Entity("Book", attributes: [Attribute("title", .string)], rules: [rule])])
    let path = newPath()
    #expect(throws: StoreCreationError.unsatisfiable(rule: "never", entity: "Book")) {
      try SampleStore.create(at: path, of: SchemaDocument(schema: schema), objects: 1, seed: 1)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `an existing file is never overwritten`() throws {
    let path = newPath()
    try Data("precious".utf8).write(to: URL(filePath: path))
    #expect(throws: StoreCreationError.exists(path: path)) {
      try StoreCreator.create(at: path, of: SchemaDocument(schema: library))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
  }

  /// A store with sample data, and the number of objects of each entity.
  private func sample(
    of schema: Schema, objects: Int, seed: UInt64
  ) throws -> (counts: [String: Int], store: Connection) {
    let path = newPath()
    let counts = try SampleStore.create(
      at: path, of: SchemaDocument(schema: schema), objects: objects, seed: seed)
    return (counts, try Connection(path: path, mode: .readOnly))
  }

  /// A path in the folder that nothing has yet.
  private func newPath() -> String { folder.path("\(UUID()).store") }

  private var library: Schema {
    Schema(
      name: "Library", version: Version(1),
      entities: [
        Entity(
          "Author", attributes: [Attribute("name", .string)],
          relationships: [
            Relationship("books", .toMany, "Book", inverse: "author", deleteRule: .cascade)
          ], uniquenessConstraints: [["name"]]),
        Entity(
          "Book",
          attributes: [
            Attribute("title", .string), Attribute("pages", .int32),
            Attribute("isbn", .string, pattern: #"97[89]-\d{10}"#),
          ],
          relationships: [
            Relationship("author", .toOne, "Author", inverse: "books", deleteRule: .nullify),
            Relationship("chapters", .toMany, "Chapter", inverse: "book", deleteRule: .cascade),
            Relationship(
              "cover", .toOne, "Cover", isOptional: true, inverse: "book", deleteRule: .cascade),
            Relationship("tags", .toMany, "Tag", inverse: "books", deleteRule: .nullify),
          ],
          rules: [
            ValidationRule(name: "has pages", check: "pages > 0"),
            ValidationRule(name: "has a title", check: "title <> ''"),
          ]),
        Entity(
          "Chapter", attributes: [Attribute("text", .string)],
          relationships: [
            Relationship(
              "book", .toOne, "Book", isOptional: true, inverse: "chapters", deleteRule: .nullify),
            Relationship(
              "parent", .toOne, "Chapter", isOptional: true, inverse: "parts",
              deleteRule: .nullify),
            Relationship("parts", .toMany, "Chapter", inverse: "parent", deleteRule: .nullify),
          ]),
        Entity(
          "Cover", attributes: [Attribute("image", .data, isOptional: true, storage: .external)],
          relationships: [
            Relationship("book", .toOne, "Book", inverse: "cover", deleteRule: .nullify)
          ]),
        Entity(
          "Tag", attributes: [Attribute("name", .string)],
          relationships: [
            Relationship("books", .toMany, "Book", inverse: "tags", deleteRule: .nullify)
          ]),
      ])
  }
}
