import SQLite
@testable import StoreLayout
import SchemaModel
import Testing

struct StoreLayoutTests {
  let library = Schema(
    name: "Library", version: Version(1),
    entities: [
      Entity(
        "Book",
        attributes: [
          Attribute("id", .uuid, defaultValue: .newUUID),
          Attribute("title", .string, defaultValue: .literal(.string(""))),
          Attribute("isRead", .bool, defaultValue: .literal(.bool(false))),
          Attribute("cover", .data, isOptional: true, storage: .external),
          Attribute("shown", .bool, isTransient: true),
        ],
        relationships: [
          Relationship(
            "notes", .toMany, "Note", isOptional: true, inverse: "book", deleteRule: .cascade,
            isOrdered: true),
          Relationship(
            "tags", .toMany, "Tag", isOptional: true, inverse: "books", deleteRule: .cascade),
          Relationship("cardOf", .toOne, "Card", inverse: "book", deleteRule: .deny),
        ],
        uniquenessConstraints: [["id"]], indexes: [Index([.init("title", isAscending: false)])]),
      Entity(
        "Note", attributes: [Attribute("text", .string)],
        relationships: [
          Relationship(
            "book", .toOne, "Book", isOptional: true, inverse: "notes", deleteRule: .nullify),
          Relationship("related", .toMany, "Note", isOptional: true),
        ]),
      Entity(
        "Photo", parent: "Note",
        attributes: [
          Attribute("width", .int32, defaultValue: .literal(.int(1))), Attribute("name", .string),
        ],
        uniquenessConstraints: [["name"]]),
      Entity(
        "Voice", parent: "Note",
        attributes: [Attribute("width", .double), Attribute("name", .string)]),
      Entity(
        "Tag",
        relationships: [
          Relationship(
            "books", .toMany, "Book", isOptional: true, inverse: "tags", deleteRule: .deny)
        ]),
      Entity(
        "Card",
        relationships: [
          Relationship(
            "book", .toOne, "Book", isOptional: true, inverse: "cardOf", deleteRule: .noAction)
        ]),
    ])

  @Test func `a layout is these statements`() {
    let layout = StoreLayout(of: library)
    #expect(
      layout.definition.statements == [
        """
        CREATE TABLE "Book" (
          "_id" INTEGER PRIMARY KEY,
          "id" TEXT NOT NULL,
          "title" TEXT NOT NULL DEFAULT '',
          "isRead" INTEGER NOT NULL DEFAULT 0,
          "cover" TEXT,
          "cardOf" INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE "Book_tags" (
          "books" INTEGER NOT NULL REFERENCES "Book"("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
          "tags" INTEGER NOT NULL REFERENCES "Tag"("_id") ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
          PRIMARY KEY ("books", "tags")
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE "Card" (
          "_id" INTEGER PRIMARY KEY
        ) STRICT
        """,
        """
        CREATE TABLE "Note" (
          "_id" INTEGER PRIMARY KEY,
          "_entity" TEXT NOT NULL,
          "text" TEXT NOT NULL,
          "width" INTEGER,
          "name" TEXT,
          "Voice.width" REAL,
          "book" INTEGER REFERENCES "Book"("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
          "_order_book" INTEGER
        ) STRICT
        """,
        """
        CREATE TABLE "Note_related" (
          "_owner" INTEGER NOT NULL REFERENCES "Note"("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
          "related" INTEGER NOT NULL REFERENCES "Note"("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
          PRIMARY KEY ("_owner", "related")
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE "Tag" (
          "_id" INTEGER PRIMARY KEY
        ) STRICT
        """,
        #"CREATE UNIQUE INDEX "Book_cardOf_unique" ON "Book" ("cardOf")"#,
        #"CREATE UNIQUE INDEX "Book_id_unique" ON "Book" ("id")"#,
        #"CREATE INDEX "Book_tags_tags_fk" ON "Book_tags" ("tags")"#,
        #"CREATE INDEX "Book_title_index" ON "Book" ("title" DESC)"#,
        #"CREATE INDEX "Note_book_fk" ON "Note" ("book")"#,
        #"CREATE INDEX "Note_related_related_fk" ON "Note_related" ("related")"#,
        #"CREATE UNIQUE INDEX "Photo_name_unique" ON "Note" ("name") WHERE "_entity" = 'Photo'"#,
        """
        CREATE TRIGGER "_migrate_cascade_Book_tags" BEFORE DELETE ON "Book" FOR EACH ROW BEGIN \
        DELETE FROM "Tag" WHERE "_id" IN (SELECT "tags" FROM "Book_tags" WHERE "books" = OLD."_id"); END
        """,
        """
        CREATE TRIGGER "_migrate_deny_Book_cardOf" BEFORE DELETE ON "Book" FOR EACH ROW \
        WHEN OLD."cardOf" IS NOT NULL AND EXISTS (SELECT 1 FROM "Card" WHERE "_id" = OLD."cardOf") \
        BEGIN SELECT RAISE(ABORT, '''Book.cardOf'' denies the deletion'); END
        """,
      ])
  }

  @Test func `every property has its column or table`() throws {
    let layout = StoreLayout(of: library)
    #expect(layout.table(of: "Voice") == "Note")
    #expect(layout.column(of: "width", in: "Photo") == "width")
    #expect(layout.column(of: "width", in: "Voice") == "Voice.width")
    #expect(layout.column(of: "book", in: "Voice") == "book")
    #expect(layout.column(of: "shown", in: "Book") == nil)
    #expect(layout.column(of: "notes", in: "Book") == nil)
    #expect(layout.discriminator(of: "Photo") == "_entity")
    #expect(layout.discriminator(of: "Book") == nil)
    #expect(layout.rowCondition(of: "Note", includingDescendants: true) == nil)
    #expect(layout.rowCondition(of: "Note", includingDescendants: false) == #""_entity" = 'Note'"#)
    #expect(layout.rowCondition(of: "Voice", includingDescendants: true) == #""_entity" = 'Voice'"#)
    #expect(
      layout.externalAttributes == [
        StoreLayout.ExternalAttribute(
          entity: "Book", attribute: "cover", table: "Book", column: "cover")
      ])
    let associations = layout.associations
    #expect(associations.map(layout.orderColumn) == [nil, nil, "_order_book", nil])
    #expect(
      associations.map { layout.joinTable(of: $0)?.name } == [
        nil, "Book_tags", nil, "Note_related",
      ])
  }

  @Test func `colliding names are made distinct`() throws {
    let schema = Schema(
      name: "Clash", version: Version(1),
      entities: [
        Entity(
          "A",
          relationships: [
            Relationship("b", .toMany, "A", isOptional: true),
            Relationship("p", .toOne, "A", isOptional: true),
          ]),
        Entity("A_b"), Entity("a_P_fk"),
        Entity("a"),
        Entity("R", attributes: []),
        Entity("S1", parent: "R", attributes: [Attribute("x", .string)]),
        Entity("S2", parent: "R", attributes: [Attribute("X", .string)]),
      ])
    let layout = StoreLayout(of: schema)
    #expect(layout.definition.tables.map(\.name) == ["A", "A_b", "A_b_2", "R", "a_2", "a_P_fk"])
    #expect(layout.definition.indexes.map(\.name) == ["A_b_2_b_fk", "A_p_fk_2"])
    #expect(layout.column(of: "X", in: "S2") == "S2.X")
    let connection = try Connection.inMemory()
    for statement in layout.definition.statements { try connection.execute(SQL(raw: statement)) }
  }
}
