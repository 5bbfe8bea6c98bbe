import StoreLayout
import MigrationPlanner
import SQLite
import StoreScript
import SchemaModel
import Testing

/// Changes for which a table is written anew, once.
struct RebuildTests {
  let book = Entity(
    "Book",
    attributes: [Attribute("title", .string), Attribute("year", .string, isOptional: true)],
    relationships: [Relationship("notes", .toMany, "Note", inverse: "book", deleteRule: .cascade)])
  let note = Entity(
    "Note", attributes: [Attribute("text", .string)],
    relationships: [Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes")])
  let rows = """
    INSERT INTO Book VALUES (3, 'a', '1990'), (7, 'b', NULL);
    INSERT INTO Note VALUES (1, 'x', 3), (2, 'y', 3), (3, 'z', 7);
    """

  private func changed(_ entity: Entity, _ change: (inout Entity) -> Void) -> Entity {
    var entity = entity
    change(&entity)
    return entity
  }

  @Test func `a rebuilt table keeps its rows, its identities and its children`() throws {
    let next = changed(book) { $0.attributes[1].type = .int64 }
    let migrated = try Migrated(
      .same(
        schema(1, book, note), schema(2, next, note),
        values: ["Book": ["year": .converted(.copied("year"), from: .string, to: .int64)]]),
      filledBy: rows)
    #expect(
      migrated.sql == [
        """
        CREATE TABLE "_migrate_new_Book" (
          "_id" INTEGER PRIMARY KEY,
          "title" TEXT NOT NULL,
          "year" INTEGER
        ) STRICT
        """,
        """
        INSERT INTO "_migrate_new_Book" ("_id", "title", "year") SELECT "_id", "title", \
        migrate_convert("year", 'string', 'int', 'Book.year', "Book"."_id") FROM "Book"
        """,
        #"DROP TABLE "Book""#, "PRAGMA legacy_alter_table = ON",
        #"ALTER TABLE "_migrate_new_Book" RENAME TO "Book""#, "PRAGMA legacy_alter_table = OFF",
      ])
    #expect(try migrated.rows("SELECT * FROM Book") == ["3 'a' 1990", "7 'b' NULL"])
    #expect(try migrated.rows("SELECT * FROM Note") == ["1 'x' 3", "2 'y' 3", "3 'z' 7"])
    #expect(migrated.ways == ["Book": .rebuild, "Note": .none])
    #expect(
      migrated.script.steps[0].reasons == [
        "'year' is declared as INTEGER", "values of 'year' are computed",
      ])
    #expect(migrated.script.estimatedRows == 2)
    #expect(
      migrated.script.conservation.map(\.source) == [
        #"SELECT "_id", "title" FROM "Book""#, #"SELECT "_id", "text", "book" FROM "Note""#,
      ])
  }

  @Test func `a value that the new type cannot hold fails with its place`() throws {
    let next = changed(book) { $0.attributes[1].type = .int64 }
    do {
      _ = try Migrated(
        .same(
          schema(1, book, note), schema(2, next, note),
          values: ["Book": ["year": .converted(.copied("year"), from: .string, to: .int64)]]),
        filledBy: "INSERT INTO Book VALUES (3, 'a', '1990'), (7, 'b', 'MCM')")
      Issue.record("it did not fail")
    } catch let error as SQLiteError {
      #expect(
        error.message
          == "'MCM' in 'Book.year' of the object 7: string cannot be held exactly as int")
    }
  }

  typealias Change = (
    name: String, new: Attribute, value: ValueSource, reason: String, result: [String]
  )

  static let changes: [Change] = [
    (
      "required, with a default", Attribute("year", .string, defaultValue: .literal(.string("?"))),
      .filled(.copied("year"), with: .literal(.string("?")), .string),
      "values of 'year' are computed",
      ["3 'a' '1990'", "7 'b' '?'"]
    ),
    (
      "another default",
      Attribute("year", .string, isOptional: true, defaultValue: .literal(.string("?"))),
      .copied("year"), "the default of 'year' changes", ["3 'a' '1990'", "7 'b' NULL"]
    ),
    (
      "fresh identifiers", Attribute("year", .uuid, defaultValue: .newUUID),
      .defaulted(.newUUID, .uuid),
      "values of 'year' are computed",
      [
        "3 'a' '209FD473-0636-820D-80A0-88518B32D931'",
        "7 'b' '2DE0C6BD-3D53-845B-A85B-FAC16AE0FE08'",
      ]
    ),
    (
      "the instant of the run", Attribute("year", .date, defaultValue: .now),
      .defaulted(.now, .date),
      "values of 'year' are computed", ["3 'a' 100.0", "7 'b' 100.0"]
    ),
    (
      "an expression", Attribute("year", .int64),
      .expression("length(title) + coalesce(year, 0) -- sum"),
      "values of 'year' are computed", ["3 'a' 1991", "7 'b' 1"]
    ),
    (
      "other stored cases", Attribute("year", .int64, isOptional: true),
      .recoded(.copied("year"), [Recoding(.string("1990"), as: .int(1))]),
      "values of 'year' are computed",
      ["3 'a' 1", "7 'b' NULL"]
    ),
  ]

  @Test(arguments: changes.indices)
  func `a value is converted as the mapping says`(index: Int) throws {
    let change = Self.changes[index]
    let next = changed(book) { $0.attributes[1] = change.new }
    let migrated = try Migrated(
      .same(schema(1, book, note), schema(2, next, note), values: ["Book": ["year": change.value]]),
      filledBy: rows)
    #expect(migrated.script.steps[0].reasons.last == change.reason, "\(change.name)")
    #expect(try migrated.rows("SELECT * FROM Book") == change.result, "\(change.name)")
    #expect(try migrated.rows("SELECT count(book) FROM Note") == ["3"])
  }

  @Test func `a column that becomes optional, and another delete rule, are rebuilds too`() throws {
    let optional = changed(note) { $0.attributes[0].isOptional = true }
    let first = try Migrated(
      .same(schema(1, book, note), schema(2, book, optional)), filledBy: rows)
    #expect(first.script.steps.map(\.reasons) == [[], ["'text' becomes optional"]])
    let denying = changed(book) { $0.relationships[0].declaredDeleteRule = .deny }
    let second = try Migrated(
      .same(schema(1, book, note), schema(2, denying, note)), filledBy: rows)
    #expect(second.script.steps.map(\.reasons) == [[], ["the foreign key of 'book' changes"]])
    #expect(try second.rows("SELECT * FROM Note") == ["1 'x' 3", "2 'y' 3", "3 'z' 7"])
  }

  @Test func `a filter leaves objects behind, and links to them are not carried`() throws {
    let tagged = changed(book) {
      $0.relationships = [Relationship("tags", .toMany, "Tag", inverse: "books")]
    }
    let tag = Entity(
      "Tag", relationships: [Relationship("books", .toMany, "Book", inverse: "tags")])
    let migrated = try Migrated(
      .same(schema(1, tagged, tag), schema(2, tagged, tag), filters: ["Book": "year > '1950'"]),
      filledBy: """
        INSERT INTO Book VALUES (3, 'a', '1990'), (7, 'b', NULL), (9, 'c', '1900');
        INSERT INTO Tag VALUES (1); INSERT INTO Book_tags VALUES (3, 1), (7, 1), (9, 1)
        """)
    #expect(
      migrated.sql.filter { $0.hasPrefix("INSERT") } == [
        """
        INSERT INTO "_migrate_new_Book" ("_id", "title", "year") SELECT "_id", "title", "year" \
        FROM (SELECT "_id", "title", "year" FROM "Book") AS "Book" WHERE (year > '1950')
        """,
        """
        INSERT INTO "_migrate_new_Book_tags" ("books", "tags") SELECT "books", "tags" FROM "Book_tags" \
        WHERE "books" IN (SELECT "Book"."_id" FROM (SELECT "_id", "title", "year" FROM "Book") AS "Book" \
        WHERE (year > '1950'))
        """,
      ])
    #expect(try migrated.rows("SELECT * FROM Book") == ["3 'a' '1990'"])
    #expect(try migrated.rows("SELECT * FROM Book_tags") == ["3 1"])
    #expect(migrated.script.conservation.map(\.subject) == ["Book", "Book.tags", "Tag"])
  }

  @Test func `several steps compose, each seeing the properties of the one below`() throws {
    let next = changed(book) {
      $0.attributes = [
        Attribute("name", .string), Attribute("age", .int64), Attribute("id", .uuid),
      ]
    }
    let (first, second) = (schema(1, book, note), schema(3, next, note))
    var mapping = Mapping.same(first, second)
    mapping.entities[0].layers = [
      MappingLayer(
        version: Version(2), entity: "Tome",
        values: [
          PropertyMapping("label", .copied("title")),
          PropertyMapping("century", .expression("year / 100")),
          PropertyMapping("id", .defaulted(.newUUID, .uuid)),
        ], filter: "Book.year IS NOT NULL"),
      MappingLayer(
        version: Version(3), entity: "Book",
        values: [
          PropertyMapping("name", .copied("label")),
          PropertyMapping("age", .expression("21 - century")), PropertyMapping("id", .copied("id")),
        ]),
    ]
    let migrated = try Migrated(
      mapping, filledBy: "INSERT INTO Book VALUES (3, 'a', '1990'), (7, 'b', NULL)")
    #expect(
      migrated.sql[1] == """
        INSERT INTO "_migrate_new_Book" ("_id", "name", "age", "id") SELECT "_id", "label", (21 - century), "id" \
        FROM (WITH "_migrate_step_1" AS (SELECT "_id", "title", "year" FROM "Book") \
        SELECT "_id", "title" AS "label", (year / 100) AS "century", \
        migrate_uuid('2.0.0 Tome.id', "Book"."_id") AS "id" FROM "_migrate_step_1" AS "Book" \
        WHERE (Book.year IS NOT NULL) LIMIT -1 OFFSET 0) AS "Tome"
        """)
    #expect(try migrated.rows("SELECT _id, name, age FROM Book") == ["3 'a' 2"])
    #expect(migrated.script.conservation[0].columns == ["_id", "name"])
  }

  @Test func `an expression may read other tables as they were`() throws {
    let next = changed(book) { $0.attributes.append(Attribute("noteCount", .int64)) }
    let text = changed(note) {
      $0.name = "Remark"
      $0.attributes[0].type = .int64
    }
    let other = changed(next) { $0.relationships[0].destination = "Remark" }
    let migrated = try Migrated(
      .same(
        schema(1, book, note), schema(2, other, text), renamed: ["Remark": "Note"],
        values: [
          "Book": [
            "noteCount": .expression("SELECT count(*) FROM Note WHERE Note.book = Book._id")
          ],
          "Remark": ["text": .expression("(SELECT count(*) FROM Book)")],
        ]), filledBy: rows)
    #expect(try migrated.rows("SELECT _id, noteCount FROM Book") == ["3 2", "7 1"])
    #expect(try migrated.rows("SELECT * FROM Remark") == ["1 2 3", "2 2 3", "3 2 7"])
  }

  @Test func `an expression that SQLite does not understand is refused before anything runs`()
    throws
  {
    let next = changed(book) { $0.attributes[1].type = .int64 }
    let mapping = Mapping.same(
      schema(1, book, note), schema(2, next, note),
      values: ["Book": ["year": .expression("yaer + 1")]])
    do {
      _ = try StoreScript(mapping)
      Issue.record("it was accepted")
    } catch let StoreScriptError.failingStatement(statement, error) {
      #expect(statement.reason == "the rows of 'Book'")
      #expect(error.message == "no such column: yaer")
    }
  }
}
