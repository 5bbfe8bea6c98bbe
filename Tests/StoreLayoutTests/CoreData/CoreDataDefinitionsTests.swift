import SQLite
import SchemaModel
import SchemaYAML
import StoreLayout
import TestSupport
import Testing

/// The definitions of a store that Core Data would make.
struct CoreDataDefinitionsTests {
  private static func schema(_ text: String) throws -> Schema {
    try SchemaReader.read(text: "schema: Test\nversion: 1.0.0\n" + text, name: "V1.yaml").schema
  }

  /// All statements, which SQLite is given first.
  private static func statements(_ text: String) throws -> String {
    let definitions = try CoreDataDefinitions(of: schema(text))
    let statements = definitions.tables + definitions.indexes + definitions.triggers
    let connection = try Connection.inMemory()
    for statement in statements { try connection.execute(SQL(raw: statement)) }
    return statements.map { $0 + "\n" }.joined()
  }

  @Test func `columns stand in groups of types, and in each by the bytes of their names`() throws {
    #expect(
      try Self.statements(
        """
        platform: coredata
        entities:
          Item:
            attributes:
              any: transformable?
              blob: data?
              flag: bool
              key: uuid
              name: string
              price: decimal?
              rate: double?
              ratio: float?
              short: int16?
              since: date?
              site: url?
              tsID: int
              ts_content: int32?
              unseen: {type: string?, transient: true}
        """) == """
          CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG INTEGER, \
          ZSHORT INTEGER, ZTSID INTEGER, ZTS_CONTENT INTEGER, ZRATE FLOAT, ZRATIO FLOAT, ZSINCE TIMESTAMP, \
          ZPRICE DECIMAL, ZNAME VARCHAR, ZSITE VARCHAR, ZKEY BLOB, ZANY BLOB, ZBLOB BLOB )

          """)
  }

  @Test func `entities of a family share a table, with numbers where names meet`() throws {
    #expect(
      try Self.statements(
        """
        platform: coredata
        entities:
          Note: {attributes: {text: string?}, relationships: {about: {toOne: "Work?"}}}
          Song: {parent: Work, attributes: {length: double?}}
          Text: {parent: Work, attributes: {length: int?}, indexes: [[length]]}
          Work:
            abstract: true
            attributes: {name: string}
            unique: [[name]]
        """) == """
          CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZABOUT INTEGER, \
          Z2_ABOUT INTEGER, ZTEXT VARCHAR )
          CREATE TABLE ZWORK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLENGTH1 INTEGER, \
          ZLENGTH FLOAT, ZNAME VARCHAR )
          CREATE INDEX ZNOTE_ZABOUT_INDEX ON ZNOTE (ZABOUT)
          CREATE INDEX ZWORK_Z_ENT_INDEX ON ZWORK (Z_ENT)
          CREATE UNIQUE INDEX Z_Work_UNIQUE_name ON ZWORK (ZNAME COLLATE BINARY ASC)
          CREATE INDEX Z_Text_length ON ZWORK (ZLENGTH1 COLLATE BINARY ASC)

          """)
  }

  @Test func `links have keys, positions, and tables of their own`() throws {
    #expect(
      try Self.statements(
        """
        platform: coredata
        entities:
          Album:
            relationships:
              cover: {toOne: "Cover?", inverse: album}
              photos: {toMany: Photo, inverse: album, ordered: true}
              guests: {toMany: Guest, ordered: true}
              tags: {toMany: Tag, inverse: albums, ordered: true}
          Cover: {relationships: {album: {toOne: "Album?", inverse: cover}}}
          Guest: {attributes: {name: string}}
          Photo:
            attributes: {day: date?}
            relationships: {album: {toOne: "Album?", inverse: photos}}
            indexes: [[album], [album, day]]
          Tag: {relationships: {albums: {toMany: Album, inverse: tags}}}
        """) == """
          CREATE TABLE ZALBUM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOVER INTEGER )
          CREATE TABLE Z_1TAGS ( Z_1ALBUMS INTEGER, Z_5TAGS INTEGER, Z_FOK_5TAGS INTEGER, \
          PRIMARY KEY (Z_1ALBUMS, Z_5TAGS) )
          CREATE TABLE ZCOVER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZALBUM INTEGER )
          CREATE TABLE ZGUEST ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1GUESTS INTEGER, \
          Z_FOK_1GUESTS INTEGER, ZNAME VARCHAR )
          CREATE TABLE ZPHOTO ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZALBUM INTEGER, \
          Z_FOK_ALBUM INTEGER, ZDAY TIMESTAMP )
          CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )
          CREATE INDEX ZALBUM_ZCOVER_INDEX ON ZALBUM (ZCOVER)
          CREATE INDEX Z_1TAGS_Z_5TAGS_INDEX ON Z_1TAGS (Z_5TAGS, Z_1ALBUMS)
          CREATE INDEX ZCOVER_ZALBUM_INDEX ON ZCOVER (ZALBUM)
          CREATE INDEX ZGUEST_Z1GUESTS_INDEX ON ZGUEST (Z1GUESTS)
          CREATE INDEX ZPHOTO_ZALBUM_INDEX ON ZPHOTO (ZALBUM)
          CREATE INDEX Z_Photo_album_day ON ZPHOTO (ZALBUM COLLATE BINARY ASC, ZDAY COLLATE BINARY ASC)

          """)
  }

  @Test func `columns of join tables have names that are unique over all`() throws {
    let text = try Self.statements(
      """
      platform: coredata
      entities:
        Option: {relationships: {voters: {toMany: User, inverse: options}}}
        Poll: {relationships: {voters: {toMany: User, inverse: polls}}}
        User:
          relationships:
            options: {toMany: Option, inverse: voters}
            polls: {toMany: Poll, inverse: voters}
      """)
    let joins = text.split(separator: "\n").filter { $0.hasPrefix("CREATE TABLE Z_") }
    #expect(
      joins.joined(separator: "\n") == """
        CREATE TABLE Z_1VOTERS ( Z_1OPTIONS INTEGER, Z_3VOTERS INTEGER, \
        PRIMARY KEY (Z_1OPTIONS, Z_3VOTERS) )
        CREATE TABLE Z_2VOTERS ( Z_2POLLS INTEGER, Z_3VOTERS1 INTEGER, \
        PRIMARY KEY (Z_2POLLS, Z_3VOTERS1) )
        """)
  }

  @Test func `structs and enumerations have a column for each part`() throws {
    #expect(
      try Self.statements(
        """
        platform: swiftdata
        enums:
          Mood: {raw: string, cases: [good, bad]}
          Shape: {raw: none, cases: [round, flat]}
        composites:
          Place: {attributes: {town: string, code: int, id: uuid, tags: "[string]"}}
        entities:
          Visit:
            attributes: {home: Place, id: uuid, mood: Mood, shape: Shape, title: string}
            indexes: [[title, id]]
        """) == """
          CREATE TABLE ZVISIT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCODE INTEGER, \
          ZTOWN VARCHAR, ZMOOD VARCHAR, ZROUND VARCHAR, ZFLAT VARCHAR, ZTITLE VARCHAR, ZID BLOB, ZID1 BLOB, \
          ZTAGS BLOB )
          CREATE INDEX Z_Visit_SwiftDataIndexOnBinarytitleid ON ZVISIT \
          (ZTITLE COLLATE BINARY ASC, ZID1 COLLATE BINARY ASC)

          """)
  }

  @Test func `a count is kept by triggers`() throws {
    let text = try Self.statements(
      """
      platform: coredata
      entities:
        Book:
          attributes: {count: {type: int?, derived: pages.@count}}
          relationships: {pages: {toMany: Page, inverse: book}}
        Page: {relationships: {book: {toOne: "Book?", inverse: pages}}}
      """)
    let triggers = text.split(separator: "\n").filter { $0.hasPrefix("CREATE TRIGGER") }
    #expect(triggers.count == 5)
    #expect(
      triggers.first == """
        CREATE TRIGGER Z_DA_ZPAGE_Book_count_PARAMETER_INSERT AFTER INSERT ON ZPAGE FOR EACH ROW \
        WHEN (NEW.ZBOOK NOT NULL) BEGIN UPDATE ZBOOK SET ZCOUNT = IFNULL(ZCOUNT, 0) + 1 \
        WHERE Z_PK = NEW.ZBOOK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, \
        Z_PK, 'count', ZCOUNT) FROM ZBOOK WHERE Z_PK = NEW.ZBOOK; END
        """)
  }

  // MARK: - Refusals

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var entities: String
    var reasons: [String]
  }

  static let refusals = [
    Refusal(
      testDescription: "a many-to-many to itself",
      entities: """
        Person:
            relationships:
              fans: {toMany: Person, inverse: idols}
              idols: {toMany: Person, inverse: fans}
        """,
      reasons: ["fans", "idols"].map {
        "'Person.\($0)' is a many-to-many from an entity to itself, and which relationship names its "
          + "table is not known"
      }),
    Refusal(
      testDescription: "a many-to-many with a family",
      entities: """
        Book: {relationships: {tags: {toMany: Tag, inverse: books}}}
          Novel: {parent: Book}
          Tag: {relationships: {books: {toMany: Book, inverse: tags}}}
        """,
      reasons: ["Book.tags", "Tag.books"].map {
        "'\($0)' has 'Book' at one end, which has sub-entities, and no known store has such a link"
      }),
    Refusal(
      testDescription: "a to-many without an inverse in a family",
      entities: """
        Book: {}
          Novel: {parent: Book}
          Shelf: {relationships: {books: {toMany: Book}}}
        """,
      reasons: [
        "'Shelf.books' has 'Book' at one end, which has sub-entities, and no known store has such a link"
      ]),
    Refusal(
      testDescription: "a derived attribute of another kind",
      entities: """
        Book: {attributes: {place: {type: "string?", derived: shelf.name}},
            relationships: {shelf: {toOne: "Shelf?", inverse: books}}}
          Shelf: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: shelf}}}
        """,
      reasons: [
        "'Book.place' is derived by something else than the count of a one-to-many, and the triggers for "
          + "that are not known"
      ]),
    Refusal(
      testDescription: "a list",
      entities: #"Book: {attributes: {tags: "[string]"}}"#,
      reasons: ["'Book.tags' is a list, and no known store shows its form"]),
    Refusal(
      testDescription: "an index in descending order",
      entities: #"Book: {attributes: {year: int}, indexes: [["-year"]]}"#,
      reasons: [
        "an index of 'Book' has 'year' in descending order, and no known store has such an index"
      ]),
    Refusal(
      testDescription: "several unique keys",
      entities: "Book: {attributes: {year: int, name: string}, unique: [[year], [name]]}",
      reasons: [
        "the version hash of 'Book' cannot be computed: 'Book' has several uniqueness constraints, and "
          + "how they are joined is not known"
      ]),
    Refusal(
      testDescription: "a unique key with an enumeration",
      entities: #"Book: {attributes: {kind: "enum(a, b)"}, unique: [[kind]]}"#,
      reasons: ["an index or a unique key of 'Book' has 'kind', which is no single column"]),
    Refusal(
      testDescription: "names beyond ASCII",
      entities: "Book: {attributes: {größe: int}}",
      reasons: ["'größe' has letters outside ASCII, and no known store has such a name"]),
    Refusal(
      testDescription: "a table of the app's own",
      entities: "Book: {table: books, primaryKey: [id], attributes: {id: int}}",
      reasons: ["'Book' is in a table of the app's own, which Core Data does not open"]),
  ]

  @Test(arguments: refusals)
  func `a model part that no known store shows is refused by name`(_ refusal: Refusal) throws {
    let schema = try Self.schema("entities:\n  " + refusal.entities)
    let error = #expect(throws: CoreDataObstacles.self) { try CoreDataDefinitions(of: schema) }
    #expect(error?.reasons.map { "\($0)" } == refusal.reasons)
  }
}
