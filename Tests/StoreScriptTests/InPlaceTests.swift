import StoreScript
import MigrationPlanner
import SchemaModel
import Testing

/// Changes that SQLite makes where a table stands.
struct InPlaceTests {
  let book = Entity(
    "Book",
    attributes: [
      Attribute("title", .string), Attribute("year", .int64, isOptional: true),
      Attribute("pages", .int16, isOptional: true),
    ], indexes: [Index(on: "title")])
  let rows = "INSERT INTO Book VALUES (3, 'a', 1990, 5), (7, 'b', NULL, 6)"

  private func changed(_ change: (inout Entity) -> Void) -> Entity {
    var entity = book
    change(&entity)
    return entity
  }

  @Test func `a table that does not change is left alone`() throws {
    let migrated = try Migrated(.same(schema(1, book), schema(2, book)), filledBy: rows)
    #expect(migrated.sql == [])
    #expect(migrated.ways == ["Book": .none])
    #expect(migrated.script.isEmpty)
  }

  @Test func `new columns are added with their defaults, and no row is written`() throws {
    let next = changed {
      $0.attributes += [
        Attribute("note", .string, isOptional: true),
        Attribute("count", .int64, defaultValue: .literal(.int(-1))),
      ]
    }
    let values: [String: ValueSource] = [
      "note": .none, "count": .defaulted(.literal(.int(-1)), .int64),
    ]
    let migrated = try Migrated(
      .same(schema(1, book), schema(2, next), values: ["Book": values]), filledBy: rows)
    #expect(
      migrated.sql == [
        #"ALTER TABLE "Book" ADD COLUMN "note" TEXT"#,
        #"ALTER TABLE "Book" ADD COLUMN "count" INTEGER NOT NULL DEFAULT -1"#,
      ])
    #expect(migrated.ways == ["Book": .alter])
    #expect(migrated.script.estimatedRows == 0)
    #expect(
      try migrated.rows("SELECT _id, title, note, count FROM Book") == [
        "3 'a' NULL -1", "7 'b' NULL -1",
      ])
  }

  @Test func `a new to-one is a column with its foreign key and its index`() throws {
    let next = changed {
      $0.relationships = [
        Relationship("shelf", .toOne, "Shelf", isOptional: true, inverse: "books")
      ]
    }
    let shelf = Entity(
      "Shelf",
      relationships: [
        Relationship("books", .toMany, "Book", inverse: "shelf", deleteRule: .cascade)
      ])
    let migrated = try Migrated(
      .same(schema(1, book), schema(2, next, shelf), values: ["Book": ["shelf": .none]]),
      filledBy: rows)
    #expect(
      migrated.sql == [
        "CREATE TABLE \"Shelf\" (\n  \"_id\" INTEGER PRIMARY KEY\n) STRICT",
        #"ALTER TABLE "Book" ADD COLUMN "shelf" INTEGER REFERENCES "Shelf"("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"#,
        #"CREATE INDEX "Book_shelf_fk" ON "Book" ("shelf")"#,
      ])
  }

  @Test func `columns are renamed, also where they exchange or pass on their names`() throws {
    let next = changed {
      $0.attributes = [
        Attribute("title", .string), Attribute("pages", .int64, isOptional: true),
        Attribute("leaves", .int64, isOptional: true),
      ]
    }
    let values: [String: ValueSource] = [
      "pages": .copied("year"), "leaves": .converted(.copied("pages"), from: .int16, to: .int64),
    ]
    let migrated = try Migrated(
      .same(schema(1, book), schema(2, next), values: ["Book": values]), filledBy: rows)
    #expect(migrated.ways == ["Book": .alter])
    #expect(
      migrated.sql == [
        #"ALTER TABLE "Book" RENAME COLUMN "pages" TO "leaves""#,
        #"ALTER TABLE "Book" RENAME COLUMN "year" TO "_migrate_old_year""#,
        #"ALTER TABLE "Book" RENAME COLUMN "_migrate_old_year" TO "pages""#,
      ])
    #expect(
      try migrated.rows("SELECT _id, title, pages, leaves FROM Book") == [
        "3 'a' 1990 5", "7 'b' NULL 6",
      ])

    let swapped: [String: ValueSource] = ["year": .copied("pages"), "pages": .copied("year")]
    let exchanged = changed { $0.attributes[2].type = .int64 }
    let swap = try Migrated(
      .same(schema(1, book), schema(2, exchanged), values: ["Book": swapped]), filledBy: rows)
    #expect(swap.ways == ["Book": .alter])
    #expect(
      try swap.rows("SELECT _id, title, year, pages FROM Book") == ["3 'a' 5 1990", "7 'b' 6 NULL"])
  }

  @Test func `a single column is dropped in place, several in one rebuild`() throws {
    let one = changed { $0.attributes.removeLast() }
    let migrated = try Migrated(.same(schema(1, book), schema(2, one)), filledBy: rows)
    #expect(migrated.sql == [#"ALTER TABLE "Book" DROP COLUMN "pages""#])
    #expect(migrated.script.estimatedRows == 2)
    let two = changed { $0.attributes.removeLast(2) }
    #expect(
      try Migrated(.same(schema(1, book), schema(2, two)), filledBy: rows).ways == [
        "Book": .rebuild
      ])
  }

  @Test func `a column that an index uses is dropped after the index`() throws {
    let indexed = changed { $0.indexes = [Index(on: "pages"), Index(on: "year", "title")] }
    let next = changed {
      $0.attributes.removeLast()
      $0.indexes = [Index(on: "year", "title"), Index([.init("title", isAscending: false)])]
    }
    let migrated = try Migrated(.same(schema(1, indexed), schema(2, next)), filledBy: rows)
    #expect(
      migrated.sql == [
        #"DROP INDEX "Book_pages_index""#, #"ALTER TABLE "Book" DROP COLUMN "pages""#,
        #"CREATE INDEX "Book_title_index" ON "Book" ("title" DESC)"#,
      ])
  }

  @Test func `an index or a unique key alone rewrites nothing`() throws {
    let next = changed {
      $0.indexes = []
      $0.uniquenessConstraints = [["title", "year"]]
    }
    let migrated = try Migrated(.same(schema(1, book), schema(2, next)), filledBy: rows)
    #expect(
      migrated.sql == [
        #"DROP INDEX "Book_title_index""#,
        #"CREATE UNIQUE INDEX "Book_title_year_unique" ON "Book" ("title", "year")"#,
      ])
    #expect(migrated.script.estimatedRows == 0)
  }

  @Test func `a renamed entity keeps its rows, and references follow`() throws {
    let note = { (book: String) in
      Entity(
        "Note",
        relationships: [Relationship("book", .toOne, book, isOptional: true, inverse: "notes")])
    }
    let notes = Relationship("notes", .toMany, "Note", inverse: "book", deleteRule: .cascade)
    let old = changed { $0.relationships = [notes] }
    let new = changed {
      $0.name = "Volume"
      $0.relationships = [notes]
    }
    let migrated = try Migrated(
      .same(
        schema(1, old, note("Book")), schema(2, new, note("Volume")), renamed: ["Volume": "Book"]),
      filledBy: rows + "; INSERT INTO Note VALUES (1, 3)")
    #expect(migrated.ways == ["Volume": .alter, "Note": .none])
    #expect(
      migrated.sql == [
        #"ALTER TABLE "Book" RENAME TO "Volume""#, #"DROP INDEX "Book_title_index""#,
        #"CREATE INDEX "Volume_title_index" ON "Volume" ("title")"#,
      ])
    #expect(try migrated.rows("SELECT * FROM Note") == ["1 3"])
  }

  @Test func `two entities exchange their names`() throws {
    let a = Entity(
      "A", attributes: [Attribute("x", .string)],
      relationships: [Relationship("b", .toOne, "B", isOptional: true)])
    let b = Entity("B", attributes: [Attribute("y", .int64)])
    let newA = Entity("A", attributes: [Attribute("y", .int64)])
    let newB = Entity(
      "B", attributes: [Attribute("x", .string)],
      relationships: [Relationship("b", .toOne, "A", isOptional: true)])
    let migrated = try Migrated(
      .same(schema(1, a, b), schema(2, newA, newB), renamed: ["A": "B", "B": "A"]),
      filledBy: "INSERT INTO A VALUES (1, 'a', 5); INSERT INTO B VALUES (5, 9)")
    #expect(migrated.ways == ["A": .alter, "B": .alter])
    #expect(try migrated.rows("SELECT * FROM B") == ["1 'a' 5"])
    #expect(try migrated.rows("SELECT * FROM A") == ["5 9"])
  }

  @Test func `an expression reads tables by the names that they exchange`() throws {
    let a = Entity("A", attributes: [Attribute("x", .string)])
    let b = Entity("B", attributes: [Attribute("y", .int64)])
    let newA = Entity(
      "A", attributes: [Attribute("y", .int64), Attribute("first", .string, isOptional: true)])
    let newB = Entity("B", attributes: [Attribute("x", .string)])
    let migrated = try Migrated(
      .same(
        schema(1, a, b), schema(2, newA, newB), renamed: ["A": "B", "B": "A"],
        values: ["A": ["first": .expression("SELECT x FROM A WHERE A.rowid = B.y")]]),
      filledBy: "INSERT INTO A VALUES (1, 'a'), (2, 'b'); INSERT INTO B VALUES (5, 2), (6, 3)")
    #expect(migrated.ways == ["A": .rebuild, "B": .alter])
    #expect(
      migrated.sql.filter { $0.hasPrefix("INSERT") } == [
        """
        INSERT INTO "_migrate_new_A" ("_id", "y", "first") WITH \
        "A" AS NOT MATERIALIZED (SELECT rowid AS rowid, * FROM "_migrate_old_A"), \
        "B" AS NOT MATERIALIZED (SELECT rowid AS rowid, * FROM "_migrate_old_B") \
        SELECT "_id", "y", (SELECT x FROM A WHERE A.rowid = B.y) \
        FROM (SELECT "_id", "y" FROM "B") AS "B"
        """
      ])
    #expect(try migrated.rows("SELECT * FROM A") == ["5 2 'b'", "6 3 NULL"])
    #expect(try migrated.rows("SELECT * FROM B") == ["1 'a'", "2 'b'"])
  }

  @Test func `a column takes the name of a dropped column`() throws {
    let next = changed {
      $0.attributes = [Attribute("title", .string), Attribute("year", .int16, isOptional: true)]
    }
    let migrated = try Migrated(
      .same(schema(1, book), schema(2, next), values: ["Book": ["year": .copied("pages")]]),
      filledBy: rows)
    #expect(migrated.ways == ["Book": .alter])
    #expect(try migrated.rows("SELECT _id, title, year FROM Book") == ["3 'a' 5", "7 'b' 6"])
  }

  @Test func `the table of a removed entity is dropped, and a new entity's table is created`()
    throws
  {
    let shelf = Entity("Shelf", attributes: [Attribute("name", .string)])
    let migrated = try Migrated(
      .same(schema(1, book, shelf), schema(2, book, Entity("Room"))),
      filledBy: "INSERT INTO Shelf VALUES (1, 'x')")
    #expect(migrated.ways == ["Book": .none, "Room": .create, "Shelf": .drop])
    #expect(
      migrated.sql == [
        "CREATE TABLE \"Room\" (\n  \"_id\" INTEGER PRIMARY KEY\n) STRICT", #"DROP TABLE "Shelf""#,
      ])
  }
}
