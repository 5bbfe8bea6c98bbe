import MigrationPlanner
import SQLite
import StoreLayout
import StoreScript
import SchemaModel
import Testing

/// Rows that move between tables, and links that change their form.
struct InheritanceAndLinkTests {
  // MARK: Inheritance

  let note = Entity("Note", attributes: [Attribute("text", .string)])
  let photo = Entity("Photo", parent: "Note", attributes: [Attribute("width", .int64)])
  let voice = Entity(
    "Voice", parent: "Note", attributes: [Attribute("width", .int64), Attribute("length", .double)])
  let rows = """
    INSERT INTO Note VALUES (1, 'Note', 'a', NULL, NULL), (2, 'Photo', 'b', 5, NULL), (3, 'Voice', 'c', 6, 1.5)
    """

  @Test func `sub-entities that do not change cost nothing`() throws {
    let migrated = try Migrated(
      .same(schema(1, note, photo, voice), schema(2, note, photo, voice)), filledBy: rows)
    #expect(migrated.sql == [])
  }

  @Test func `a sub-entity that becomes an entity of its own keeps its rows`() throws {
    let alone = Entity(
      "Photo", attributes: [Attribute("text", .string), Attribute("width", .int64)])
    let migrated = try Migrated(
      .same(schema(1, note, photo, voice), schema(2, note, alone, voice)), filledBy: rows)
    #expect(migrated.ways == ["Note": .rebuild, "Photo": .create])
    #expect(try migrated.rows("SELECT * FROM Photo") == ["2 'b' 5"])
    #expect(
      try migrated.rows("SELECT * FROM Note") == ["1 'Note' 'a' NULL NULL", "3 'Voice' 'c' 6 1.5"])
  }

  @Test func `an entity that gets a parent joins its table`() throws {
    let alone = Entity(
      "Photo", attributes: [Attribute("text", .string), Attribute("width", .int64)])
    let migrated = try Migrated(
      .same(schema(1, note, alone), schema(2, note, photo)),
      filledBy: "INSERT INTO Note VALUES (1, 'a'); INSERT INTO Photo VALUES (2, 'b', 5)")
    #expect(migrated.ways == ["Note": .rebuild, "Photo": .drop])
    #expect(try migrated.rows("SELECT * FROM Note") == ["1 'Note' 'a' NULL", "2 'Photo' 'b' 5"])
    #expect(migrated.script.estimatedRows == 2)
  }

  @Test func `a renamed or dropped sub-entity, and one that no longer has an attribute`() throws {
    var sound = voice
    (sound.name, sound.attributes) = ("Sound", [Attribute("length", .double)])
    let migrated = try Migrated(
      .same(schema(1, note, photo, voice), schema(2, note, sound), renamed: ["Sound": "Voice"]),
      filledBy: rows)
    #expect(try migrated.rows("SELECT * FROM Note") == ["1 'Note' 'a' NULL", "3 'Sound' 'c' 1.5"])
    // What Voice leaves in the shared column must go, though Photo still uses the column.
    let narrow = Entity("Voice", parent: "Note", attributes: [Attribute("length", .double)])
    let shared = try Migrated(
      .same(schema(1, note, photo, voice), schema(2, note, photo, narrow)), filledBy: rows)
    #expect(shared.ways == ["Note": .rebuild])
    #expect(
      try shared.rows("SELECT * FROM Note")
        == ["1 'Note' 'a' NULL NULL", "2 'Photo' 'b' 5 NULL", "3 'Voice' 'c' NULL 1.5"])
  }

  @Test func `rows of an entity that the model does not know are found before anything runs`()
    throws
  {
    let optional = Entity("Note", attributes: [Attribute("text", .string, isOptional: true)])
    let script = try StoreScript(.same(schema(1, note, photo), schema(2, optional, photo)))
    #expect(
      script.strays == [
        StrayCheck(
          table: "Note",
          count: #"SELECT count(*) FROM "Note" WHERE "_entity" NOT IN ('Note', 'Photo')"#)
      ])
    #expect(
      script.statements[1].sql
        == #"INSERT INTO "_migrate_new_Note" ("_id", "_entity", "text", "width") SELECT "_id", "_entity", "text", NULL FROM "Note" WHERE "_entity" = 'Note'"#
    )
  }

  // MARK: Links

  private func library(
    _ version: Int, tags: Relationship, books: Relationship
  ) -> Schema {
    schema(version, Entity("Book", relationships: [tags]), Entity("Tag", relationships: [books]))
  }

  private let manyTags = Relationship("tags", .toMany, "Tag", inverse: "books")
  private let manyBooks = Relationship("books", .toMany, "Book", inverse: "tags")
  private let manyRows = """
    INSERT INTO Book VALUES (1), (2); INSERT INTO Tag VALUES (5), (6);
    INSERT INTO Book_tags VALUES (1, 5), (1, 6), (2, 5)
    """

  @Test func `renamed ends rename the columns and the table of the links`() throws {
    var labels = manyTags
    (labels.name, labels.inverse) = ("labels", "holders")
    var holders = manyBooks
    (holders.name, holders.inverse) = ("holders", "labels")
    let (old, new) = (
      library(1, tags: manyTags, books: manyBooks), library(2, tags: labels, books: holders)
    )
    let links = [LinkMapping(new.associations[0], sources: [CarriedLinks(old.associations[0])])]
    let migrated = try Migrated(.same(old, new, links: links), filledBy: manyRows)
    #expect(migrated.ways == ["Book": .none, "Book_labels": .alter, "Tag": .none])
    #expect(
      try migrated.rows("SELECT holders, labels FROM Book_labels ORDER BY 1, 2") == [
        "1 5", "1 6", "2 5",
      ])
  }

  @Test func `a to-one that becomes to-many fills the table of the links`() throws {
    let toOne = Relationship("tags", .toOne, "Tag", isOptional: true, inverse: "books")
    let (old, new) = (
      library(1, tags: toOne, books: manyBooks), library(2, tags: manyTags, books: manyBooks)
    )
    let links = [LinkMapping(new.associations[0], sources: [CarriedLinks(old.associations[0])])]
    let migrated = try Migrated(
      .same(old, new, links: links),
      filledBy: "INSERT INTO Tag VALUES (5); INSERT INTO Book VALUES (1, 5), (2, NULL)")
    #expect(migrated.ways == ["Book": .rebuild, "Book_tags": .create, "Tag": .none])
    #expect(try migrated.rows("SELECT * FROM Book_tags") == ["1 5"])
    #expect(try migrated.rows("SELECT * FROM Book") == ["1", "2"])
  }

  @Test(arguments: [false, true])
  func `links become a to-one where each object has one link, and fail where it has two`(
    hasTwo: Bool
  )
    throws
  {
    let toOne = Relationship("books", .toOne, "Book", isOptional: true, inverse: "tags")
    let (old, new) = (
      library(1, tags: manyTags, books: manyBooks), library(2, tags: manyTags, books: toOne)
    )
    let value = ValueSource.linked([CarriedLinks(old.associations[0], isReversed: true)])
    let mapping = Mapping.same(old, new, values: ["Tag": ["books": value]], links: [])
    let content = manyRows + (hasTwo ? "" : "; DELETE FROM Book_tags WHERE books = 2")
    guard hasTwo else {
      let migrated = try Migrated(mapping, filledBy: content)
      #expect(migrated.ways == ["Book": .none, "Tag": .rebuild, "Book_tags": .drop])
      #expect(try migrated.rows("SELECT * FROM Tag") == ["5 1", "6 1"])
      return
    }
    do {
      _ = try Migrated(mapping, filledBy: content)
      Issue.record("it did not fail")
    } catch let error as SQLiteError {
      #expect(error.message == "'1, 2' in 'Tag.books' of the object 5: it leads to several objects")
    }
  }

  @Test func `two sets of links are combined`() throws {
    let second = Relationship("marks", .toMany, "Tag", isOptional: true)
    let old = schema(
      1, Entity("Book", relationships: [manyTags, second]),
      Entity("Tag", relationships: [manyBooks]))
    let new = library(2, tags: manyTags, books: manyBooks)
    let links = [
      LinkMapping(new.associations[0], sources: old.associations.map { CarriedLinks($0) })
    ]
    let migrated = try Migrated(
      .same(old, new, links: links),
      filledBy: manyRows + "; INSERT INTO Book_marks VALUES (1, 5), (2, 6)")
    #expect(
      try migrated.rows("SELECT * FROM Book_tags ORDER BY 1, 2") == ["1 5", "1 6", "2 5", "2 6"])
  }

  @Test func `an order is carried with its links, and a new order follows the identities`() throws {
    func library(_ version: Int, isOrdered: Bool, text: AttributeType) -> Schema {
      schema(
        version,
        Entity(
          "Book",
          relationships: [
            Relationship("notes", .toMany, "Note", inverse: "book", isOrdered: isOrdered)
          ]),
        Entity(
          "Note", attributes: [Attribute("text", text)],
          relationships: [Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes")])
      )
    }
    let rows = "INSERT INTO Book VALUES (1); INSERT INTO Note VALUES (1, 'a', 1, 9), (2, 'b', 1, 8)"
    let kept = try Migrated(
      .same(
        library(1, isOrdered: true, text: .string), library(2, isOrdered: true, text: .data),
        values: ["Note": ["text": .converted(.copied("text"), from: .string, to: .data)]]),
      filledBy: rows)
    #expect(try kept.rows("SELECT * FROM Note") == ["1 x'61' 1 9", "2 x'62' 1 8"])
    let added = try Migrated(
      .same(
        library(1, isOrdered: false, text: .string), library(2, isOrdered: true, text: .string)),
      filledBy: """
        INSERT INTO Book VALUES (1);
        INSERT INTO Note VALUES (1, 'a', 1), (2, 'b', NULL), (7, 'c', 1)
        """)
    #expect(try added.rows("SELECT * FROM Note") == ["1 'a' 1 1", "2 'b' NULL NULL", "7 'c' 1 7"])
    #expect(
      added.script.steps.filter { $0.table == "Note" }.flatMap(\.reasons) == [
        "linked objects get positions in '_order_book', by their _id"
      ])
    let dropped = try Migrated(
      .same(
        library(1, isOrdered: true, text: .string), library(2, isOrdered: false, text: .string)),
      filledBy: rows)
    #expect(dropped.sql == [#"ALTER TABLE "Note" DROP COLUMN "_order_book""#])
  }

  @Test func `a delete rule that is kept by triggers changes with them alone`() throws {
    var cascading = manyTags
    cascading.declaredDeleteRule = .cascade
    let migrated = try Migrated(
      .same(
        library(1, tags: manyTags, books: manyBooks), library(2, tags: cascading, books: manyBooks)),
      filledBy: manyRows)
    #expect(
      migrated.sql.map { String($0.prefix(46)) } == [
        #"CREATE TRIGGER "_migrate_cascade_Book_tags" BE"#
      ])
    #expect(migrated.ways == ["Book": .alter, "Book_tags": .none, "Tag": .none])
    let back = try Migrated(
      .same(
        library(1, tags: cascading, books: manyBooks), library(2, tags: manyTags, books: manyBooks)),
      filledBy: manyRows)
    #expect(back.sql == [#"DROP TRIGGER "_migrate_cascade_Book_tags""#])
  }
}
