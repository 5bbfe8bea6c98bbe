import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import TestSupport
import Testing

/// The destinations of one-to-one relationships are read from either end.
struct LinkBackTests {
  private static let first = """
    schema: Library
    version: 1.0.0
    entities:
      Book:
        attributes: {title: string}
        relationships: {cover: {toOne: Cover?, inverse: book}}
      Cover:
        attributes: {url: string}
        relationships: {book: {toOne: Book?, inverse: cover}, scan: {toOne: Scan?, inverse: cover}}
      Scan:
        attributes: {size: int}
        relationships: {cover: {toOne: Cover?, inverse: scan}, shelves: {toMany: Shelf, inverse: scans}}
      Shelf:
        attributes: {name: string}
        relationships: {scans: {toMany: Scan, inverse: shelves}}

    """
  private static let content = """
    INSERT INTO Shelf (_id, name) VALUES (1, 'a'), (2, 'b');
    INSERT INTO Scan (_id, size) VALUES (1, 100), (2, 200), (3, 300);
    INSERT INTO Cover (_id, url, scan) VALUES (1, 'u1', 2), (2, 'u2', 1), (3, 'u3', NULL);
    INSERT INTO Book (_id, title, cover) VALUES (1, 'Emma', 2), (2, 'Dune', NULL), (3, 'Zed', 1);
    INSERT INTO Scan_shelves (scans, shelves) VALUES (1, 1), (2, 1);
    """

  private func next(_ edits: [(String, String)], _ maps: String) -> String {
    edits.reduce(Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")) {
      $0.replacing($1.0, with: $1.1)
    } + "migration:\n  kind: custom\n  map:\n" + maps
  }

  @Test func `values and conditions follow one-to-ones of either end, over two steps, too`() throws
  {
    let history = try SchemaHistory(
      Self.first,
      next(
        [
          ("{title: string}", "{title: string, image: string?, size: int?}"),
          ("{url: string}", "{url: string, title: string?, isUsed: bool = false}"),
          ("{size: int}", "{size: int, title: string?}"),
        ],
        """
            Book: {image: {using: cover.url}, size: {using: cover.scan.size}}
            Cover: {title: {using: book.title}, isUsed: {using: book IS NOT NULL}}
            Scan: {title: {using: upper(cover.book.title)}, where: cover IS NOT NULL}
        """))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let summary = try migrated(store, history, .testing())
    #expect(
      try store.lines("SELECT title, image, size FROM Book ORDER BY _id") == [
        "Emma u2 100", "Dune NULL NULL", "Zed u1 200",
      ])
    #expect(
      try store.lines("SELECT url, title, isUsed FROM Cover ORDER BY _id") == [
        "u1 Zed 1", "u2 Emma 1", "u3 NULL 0",
      ])
    #expect(
      try store.lines("SELECT size, title FROM Scan ORDER BY _id") == ["100 EMMA", "200 ZED"])
    #expect(summary.effects.named("left-behind").map(\.count) == [1])
  }

  @Test func `values of the previous version are read, whatever later versions do`() throws {
    let second = Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
    let history = try SchemaHistory(
      Self.first,
      second.replacing("{url: string}", with: "{url: string, n: int = 1}")
        + "migration: {map: {Book: {title: {using: upper(title)}}}}\n",
      second.replacing("version: 2.0.0", with: "version: 3.0.0")
        .replacing("{url: string}", with: "{url: string, n: int = 1, isUsed: bool = false}")
        + "migration: {map: {Cover: {url: {using: \"url || coalesce(book.title, '')\"}, isUsed: {using: book IS NOT NULL}}}}\n"
    )
    let store = try TestStore(history.oldest, filledBy: Self.content)
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["rewrite-attribute:Book.title"] })
    #expect(
      try store.lines("SELECT url, isUsed FROM Cover WHERE _id < 3 ORDER BY _id") == [
        "u1ZED 1", "u2EMMA 1",
      ])
  }

  @Test func `which object stays is decided by what either end leads to`() throws {
    let history = try SchemaHistory(
      Self.first,
      next(
        [
          ("shelves: {toMany: Shelf, inverse: scans}", "x: y"),
          (", x: y", ""),
          (
            "scans: {toMany: Scan, inverse: shelves}", "scan: {toOne: Scan?, renamedFrom: scans}"
          ),
        ],
        """
            Shelf: {scan: {keep: prefer(cover.book.title = 'Zed')}}
            Cover: {dedupe: {by: [url], keep: prefer(book.title = 'Emma')}}
        """))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    try store.execute("UPDATE Cover SET url = 'u'")
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-relationship:Scan.shelves"] })
    #expect(try store.lines("SELECT _id, scan FROM Shelf ORDER BY _id") == ["1 2", "2 NULL"])
    #expect(try store.lines("SELECT _id FROM Cover") == ["2"])
  }

  @Test func `a preference applies to objects of sub-entities, too`() throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Shelf:
          attributes: {name: string?}
          relationships: {items: {toMany: Item, inverse: shelf}}
        Item:
          attributes: {title: string}
          relationships: {shelf: {toOne: Shelf?, inverse: items}}
        Book: {parent: Item, attributes: {pages: int?}}

      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0") + """
        migration:
          kind: custom
          map:
            Item: {dedupe: {by: [title], keep: [prefer(shelf.name IS NOT NULL), first]}}
        """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Shelf (_id, name) VALUES (1, NULL), (2, 'a');
        INSERT INTO Item (_id, _entity, title, shelf, pages) VALUES
          (1, 'Book', 't', 1, 7), (2, 'Book', 't', 2, NULL);
        """)
    let summary = try migrated(store, history, .testing())
    #expect(try store.lines("SELECT _id, shelf FROM Item") == ["2 2"])
    #expect(summary.effects.named("lost-by-merging").map { "\($0)" }.count == 2)
  }
}
