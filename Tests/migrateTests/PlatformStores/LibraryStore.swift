import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// A store of a small library as the platform leaves it, with the schema file of its version.
struct LibraryStore {
  let workshop: Workshop
  private let store: PlatformStore

  /// The schema file.
  static let model = """
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

  /// Two books, one of them a novel, with one value of each kind that the platform stores in its
  /// own form.
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
  func migrate(_ words: [String]) throws -> Run {
    let files = ["default.store", "default.store-wal"].filter(workshop.has)
    let before = try files.map { try workshop.bytes($0) }
    let run = try workshop.start([Workshop.tool] + words + ["--schemas", "Schemas"]).finish()
    #expect(try files.map { try workshop.bytes($0) } == before)
    return withExtendedLifetime(store) { run }
  }
}
