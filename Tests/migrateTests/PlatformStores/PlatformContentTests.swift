import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// What commands show of the objects in a store that the platform wrote.
struct PlatformContentTests {
  private let workshop: Workshop
  private let store: PlatformStore

  private static let model = """
    schema: Library
    version: 1.0.0
    entities:
      Author: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: author}}}
      Book:
        attributes:
          added: date
          cover: {type: data?, storage: external}
          isRead: bool
          key: uuid
          price: decimal?
          title: string
        relationships:
          author: {toOne: "Author?", inverse: books}
          notes: {toMany: Note, inverse: book, ordered: true, delete: cascade}
          tags: {toMany: Tag, inverse: books}
      Novel: {parent: Book, attributes: {mood: string?}}
      Note: {attributes: {text: string}, relationships: {book: {toOne: "Book?", inverse: notes}}}
      Tag: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: tags}}}

    """

  private static let file = "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"

  /// Two books, one of them a novel, with one of each thing that the platform keeps in its own way.
  private static let rows = """
    CREATE TABLE Z_PRIMARYKEY (
      Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES
      (1, 'Author', 0, 1), (2, 'Book', 0, 2), (3, 'Novel', 2, 0), (4, 'Note', 0, 3), (5, 'Tag', 0, 1);
    CREATE TABLE ZAUTHOR ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
    CREATE TABLE ZBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISREAD INTEGER,
      ZAUTHOR INTEGER, ZADDED TIMESTAMP, ZPRICE DECIMAL, ZTITLE VARCHAR, ZMOOD VARCHAR, ZKEY BLOB,
      ZCOVER BLOB );
    CREATE TABLE Z_2TAGS ( Z_2BOOKS INTEGER, Z_5TAGS INTEGER, PRIMARY KEY (Z_2BOOKS, Z_5TAGS) );
    CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOOK INTEGER,
      Z2_BOOK INTEGER, Z_FOK_BOOK INTEGER, ZTEXT VARCHAR );
    CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
    INSERT INTO ZAUTHOR VALUES (1, 1, 1, 'Jane Austen');
    INSERT INTO ZBOOK VALUES
      (1, 3, 1, 1, 1, 0.5, 9.5, 'Emma', 'bright', x'00112233445566778899AABBCCDDEEFF', x'01CAFE'),
      (2, 2, 1, 0, NULL, 86400, 12, 'Ulysses, 2', NULL, x'FFEEDDCCBBAA99887766554433221100',
        CAST(x'02' || CAST('\(file)' AS BLOB) || x'00' AS BLOB));
    INSERT INTO ZTAG VALUES (1, 5, 1, 'classic');
    INSERT INTO Z_2TAGS VALUES (1, 1);
    INSERT INTO ZNOTE VALUES
      (1, 4, 1, 1, 3, 2048, 'first'), (2, 4, 1, 1, 3, 3072, 'second'), (3, 4, 1, NULL, NULL, NULL, 'x');
    """

  init() throws {
    workshop = try Workshop()
    try workshop.write(Self.model, to: "Schemas/V1.yaml")
    try workshop.write("a cover", to: ".default_SUPPORT/_EXTERNAL_DATA/\(Self.file)")
    let schema = try SchemaReader.read(text: Self.model, name: "V1.yaml").schema
    store = try PlatformStore(
      path: workshop.path("default.store"), of: schema, label: "1", script: Self.rows)
  }

  /// Runs a command, and holds that neither the store nor its log is written.
  private func migrate(_ words: String...) throws -> Run {
    let files = ["default.store", "default.store-wal"]
    let before = try files.map { try workshop.bytes($0) }
    let run = try workshop.start([Workshop.tool] + words + ["--schemas", "Schemas"]).finish()
    #expect(try files.map { try workshop.bytes($0) } == before)
    return withExtendedLifetime(store) { run }
  }

  @Test func `objects are shown by the names of their properties`() throws {
    #expect(
      try migrate("rows", "default.store", "Book", "--format", "csv").output == """
        _id,_entity,added,cover,isRead,key,price,title,author
        1,Novel,2001-01-01T00:00:00.5Z,yv4=,true,00112233-4455-6677-8899-AABBCCDDEEFF,9.5,Emma,1
        2,Book,2001-01-02,YSBjb3Zlcg==,false,FFEEDDCC-BBAA-9988-7766-554433221100,12,"Ulysses, 2",

        """)
    #expect(
      try migrate("rows", "default.store", "Novel").output == """
        _id  _entity  added                 cover    isRead  key                                   \
        price  title  mood    author
        1    Novel    2001-01-01T00:00:00Z  2 bytes  true    00112233-4455-6677-8899-AABBCCDDEEFF  \
        9.5    Emma   bright  1

        """)
  }

  @Test func `conditions follow relationships, and an order is kept`() throws {
    let run = try migrate(
      "rows", "default.store", "Note", "--where", "book.author.name LIKE 'Jane%'", "--order",
      "text DESC", "--format", "csv")
    #expect(run.output == "_id,text,book\n2,second,1\n1,first,1\n")
    #expect(
      try migrate("rows", "default.store", "Tag", "--where", "1 IN (SELECT _id FROM Novel)").output
        == "_id  name\n1    classic\n")
  }

  @Test func `an entity or a property that does not exist is named`() throws {
    #expect(
      try migrate("rows", "default.store", "Boook").error == """
        error: the model has no entity 'Boook'; did you mean 'Book'? [unknown-entity]
          note: it has Author, Book, Note, Novel, Tag

        """)
    let run = try migrate("rows", "default.store", "Book", "--where", "titel = 1")
    #expect(run.status == 64)
    #expect(
      run.error
        == "error: the expression cannot be read: no such column: titel [invalid-expression]\n")
  }

  @Test func `a sound store is sound`() throws {
    let run = try migrate("verify", "default.store")
    #expect(
      run
        == Run(
          output: "'default.store' is sound: Library, 7 objects of 5 entities\n", error: "",
          status: 0))
  }

  /// Damage that the platform or an app did, and what is reported.
  static let damages: [(sql: String, line: String)] = [
    (
      "UPDATE ZNOTE SET ZBOOK = 9 WHERE Z_PK = 1",
      "warning: 1 link of 'Note.book' leads to a 'Book' that is gone [dangling-link]"
    ),
    (
      "UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 2",
      "warning: 1 object has no value for 'Book.title', which is required [missing-value]"
    ),
    (
      "UPDATE ZBOOK SET ZISREAD = 7",
      "error: 2 objects have a value for 'Book.isRead' that is no bool [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET ZKEY = x'00' WHERE Z_PK = 1",
      "error: 1 object has a value for 'Book.key' that is no uuid in capital letters [malformed-value]"
    ),
    (
      "UPDATE ZBOOK SET ZADDED = 'today' WHERE Z_PK = 1",
      "error: 1 object has a value for 'Book.added' that is no date [malformed-value]"
    ),
    (
      "UPDATE ZTAG SET Z_ENT = 4",
      "error: 1 row of 'ZTAG' has a number in Z_ENT that no entity of the table has [platform-row]"
    ),
    (
      "UPDATE ZAUTHOR SET Z_OPT = 0",
      "error: 1 row of 'ZAUTHOR' has a Z_PK or Z_OPT below 1 [platform-row]"
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 2",
      "error: Z_PRIMARYKEY counts fewer objects of 'ZBOOK' than exist, so that the next object gets a "
        + "Z_PK that is taken [platform-counter]"
    ),
    (
      "UPDATE ZNOTE SET Z2_BOOK = 2 WHERE Z_PK = 2",
      "error: 1 link of 'Note.book' has the number of another entity than the object has "
        + "[platform-link]"
    ),
    (
      "UPDATE ZBOOK SET ZCOVER = x'07' WHERE Z_PK = 1",
      "error: 1 object has data for 'Book.cover' that begins with neither 1 nor 2 [platform-data]"
    ),
  ]

  @Test(arguments: damages)
  func `what is wrong in it is reported`(sql: String, line: String) throws {
    _ = try workshop.sqlite("default.store", sql)
    let run = try migrate("verify", "default.store")
    #expect(run.output.split(separator: "\n").contains { $0 == line }, "\(run)")
    #expect(run.status == (line.hasPrefix("error") ? 1 : 0))
  }
}
