import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import TestSupport
import Testing

/// Values and links that stay the same where objects are merged or made are no loss.
struct IdleLossTests {
  private func plan(_ store: TestStore, _ history: SchemaHistory) throws -> StorePlan {
    try Migrator(history: history, options: .testing()).plan(for: store.path)
  }

  @Test func `links to two objects that are merged become one link`() throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Author: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: author}}}
        Book:
          attributes: {isbn: string}
          relationships:
            author: {toOne: Author?, inverse: books}
            cover: {toOne: Cover?, inverse: book}
        Cover: {attributes: {url: string}, relationships: {book: {toOne: Book?, inverse: cover}}}

      """
    for order in [["Author", "Book", "Cover"], ["Cover", "Book", "Author"]] {
      let keys = ["Author": "name", "Book": "isbn", "Cover": "url"]
      let maps = order.map { "    \($0): {dedupe: {by: [\(keys[$0] ?? "")], keep: first}}\n" }
      let history = try SchemaHistory(
        first,
        first.replacing("version: 1.0.0", with: "version: 2.0.0")
          + "migration:\n  map:\n\(maps.joined())")
      let store = try TestStore(
        history.oldest,
        filledBy: """
          INSERT INTO Author (_id, name) VALUES (1, 'a'), (2, 'a'), (3, 'b');
          INSERT INTO Cover (_id, url) VALUES (1, 'u'), (2, 'u'), (3, 'v'), (4, 'v');
          INSERT INTO Book (_id, isbn, author, cover) VALUES (1, 'x', 1, 1), (2, 'x', 2, 2),
            (3, 'y', 2, 3), (4, 'y', 3, NULL), (5, 'z', NULL, 4);
          """)
      #expect(
        try plan(store, history).effects.named("lost-by-merging").counts.sorted() == [
          "Book.author 1", "Book.cover 1",
        ], "\(order)")
      let summary = try migrated(store, history)
      #expect(summary.effects.named("merged").map(\.count).compactMap(\.self).reduce(0, +) == 5)
      #expect(
        try store.lines("SELECT _id, author, cover FROM Book ORDER BY _id") == [
          "1 1 1", "3 1 3", "5 NULL NULL",
        ])
    }
  }

  @Test(arguments: ["author", "author._id"])
  func `a link whose number an attribute takes is not lost`(expression: String) throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Author: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: author}}}
        Book: {attributes: {isbn: string}, relationships: {author: {toOne: Author?, inverse: books}}}

      """
    let second = """
      schema: Library
      version: 2.0.0
      entities:
        Author: {attributes: {name: string}}
        Book: {attributes: {isbn: string, authorId: int?}}
      migration: {kind: custom, map: {Book: {authorId: {using: \(expression)}}}}
      """
    let history = try SchemaHistory(first, second)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Author (_id, name) VALUES (1, 'a'), (2, 'b');
        INSERT INTO Book (_id, isbn, author) VALUES (1, 'x', 2), (2, 'y', NULL);
        """)
    #expect(try plan(store, history).losses == [])
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT _id, authorId FROM Book ORDER BY _id") == ["1 2", "2 NULL"])
  }

  @Test func `an order is lost of lists of two and more`() throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          relationships:
            notes: {toMany: Note, inverse: book, ordered: true}
            tags: {toMany: Tag, ordered: true}
        Note: {relationships: {book: {toOne: Book?, inverse: notes}}}
        Tag: {}

      """
    let next = first.replacing(", ordered: true", with: "")
      .replacing("version: 1.0.0", with: "version: 2.0.0")
    let history = try SchemaHistory(first, next)
    let single = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Book (_id) VALUES (1), (2), (3); INSERT INTO Tag (_id) VALUES (1), (2);
        INSERT INTO Note (_id, book, _order_book) VALUES (1, 1, 0), (2, 2, 0), (3, NULL, NULL);
        INSERT INTO Book_tags VALUES (1, 1, 0), (2, 1, 0);
        """)
    #expect(try plan(single, history).losses == [])
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Book (_id) VALUES (1), (2), (3); INSERT INTO Tag (_id) VALUES (1), (2);
        INSERT INTO Note (_id, book, _order_book) VALUES (1, 1, 0), (2, 1, 1), (3, 2, 0);
        INSERT INTO Book_tags VALUES (1, 1, 0), (1, 2, 1), (2, 1, 0);
        """)
    #expect(
      try plan(store, history).losses.map(\.diagnostic.message) == [
        "version 2.0.0 may lose 2 positions: relationship Book.notes: no longer ordered",
        "version 2.0.0 may lose 2 positions: relationship Book.tags: no longer ordered",
      ])
  }

  @Test func `links that lead elsewhere are one loss, and their other end is one loss`() throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Author: {relationships: {books: {toMany: Book, inverse: author}}}
        Book: {relationships: {author: {toOne: Author?, inverse: books}}}
        Genre: {}

      """
    let next = """
      schema: Library
      version: 2.0.0
      entities:
        Author: {}
        Book: {relationships: {author: {toOne: Genre?, inverse: books}}}
        Genre: {relationships: {books: {toMany: Book, inverse: author}}}

      """
    let history = try SchemaHistory(first, next)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Author (_id) VALUES (1); INSERT INTO Book (_id, author) VALUES (1, 1), (2, 1);
        """)
    #expect(
      try plan(store, history).losses.map(\.diagnostic.message) == [
        "version 2.0.0 loses 2 links: relationship Book.author: leads to 'Genre' instead of 'Author'"
      ])
  }

  @Test func `two links to objects that become one are no loss`() throws {
    let history = try SchemaHistory(
      """
      schema: Studio
      version: 1.0.0
      entities:
        Person:
          attributes: {name: string}
          relationships: {recordings: {toMany: Recording, inverse: person}}
        Company:
          attributes: {name: string}
          relationships: {recordings: {toMany: Recording, inverse: company}}
        Recording:
          attributes: {title: string}
          relationships:
            person: {toOne: Person?, inverse: recordings}
            company: {toOne: Company?, inverse: recordings}
      """,
      """
      schema: Studio
      version: 2.0.0
      entities:
        Party:
          attributes: {name: string}
          relationships: {recordings: {toMany: Recording, inverse: party}}
        Recording:
          attributes: {title: string}
          relationships: {party: {toOne: Party?, inverse: recordings}}
      migration:
        map:
          Party: {from: {Person: {}, Company: {}}, dedupe: {by: [name], keep: first}}
          Recording: {party: {using: "coalesce(person, company)"}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Person (_id, name) VALUES (1, 'a'), (2, 'b');
        INSERT INTO Company (_id, name) VALUES (1, 'b'), (2, 'a'), (3, 'c');
        INSERT INTO Recording (_id, title, person, company) VALUES (1, 'x', 1, 2), (2, 'y', 2, 1),
          (3, 'z', 1, NULL), (4, 'w', NULL, 3);
        """)
    #expect(try plan(store, history).losses.map(\.message) == [])
    try store.execute("UPDATE Recording SET company = 3 WHERE _id = 2")
    #expect(
      try plan(store, history).losses.map(\.message) == [
        "lost: 1 link of Recording.party, of the object with _id 2"
      ])
    try store.execute("UPDATE Recording SET company = 1 WHERE _id = 2")
    _ = try migrated(store, history)
    #expect(
      try store.lines(
        "SELECT title, name FROM Recording JOIN Party ON party = Party._id ORDER BY 1")
        == ["w c", "x a", "y b", "z a"])
  }

  private static let items = """
    schema: Stock
    version: 1.0.0
    entities:
      Item:
        attributes: {title: string, place: string?}
        relationships: {shelf: {toOne: Shelf?, inverse: items}}
      Shelf: {attributes: {name: string}, relationships: {items: {toMany: Item, inverse: shelf}}}

    """

  @Test(arguments: [10, 1])
  func `a link to a new object that is merged into its old destination stays`(first: Int) throws {
    let history = try SchemaHistory(
      Self.items,
      Self.items.replacing("version: 1.0.0", with: "version: 2.0.0") + """
        migration:
          map:
            Shelf:
              from: {Item: {name: {using: place}, where: place IS NOT NULL, link: Item.shelf}}
              dedupe: {by: [name], keep: first}
        """)
    let (p, q) = (first, first + 1)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Shelf (_id, name) VALUES (\(p), 'p'), (\(q), 'q');
        INSERT INTO Item (_id, title, place, shelf) VALUES (1, 'a', 'p', \(p)), (2, 'b', 'q', \(q)),
          (3, 'c', 'z', \(p)), (4, 'd', 'y', \(q)), (5, 'e', NULL, \(q)), (6, 'f', 'p', NULL);
        """)
    let losses = try plan(store, history).losses
    #expect(
      losses.map { "\($0.approval ?? "") \($0.count ?? 0)" } == [
        "rewrite-relationship:Item.shelf 2"
      ])
    #expect(losses.map(\.numbers) == [[3, 4]])
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["rewrite-relationship:Item.shelf"] })
    #expect(
      try store.lines("SELECT title, name FROM Item JOIN Shelf ON shelf = Shelf._id ORDER BY 1")
        == ["a p", "b q", "c z", "d y", "e q", "f p"])
  }

  @Test(
    arguments: [
      ("{}", "", 0), ("{owner: {using: owner}}", "", 0), ("{owner: {using: '\"OWNER\"'}}", "", 0),
      ("{owner: {using: 'nullif(owner, 1)'}}", "certain", 1),
      ("{owner: {using: 1}}", "certain", 1),
    ])
  func `links live on in the objects that are made of their holders`(
    origin: String, risk: String, count: Int
  ) throws {
    let people = """
      schema: Media
      version: 1.0.0
      entities:
        Person:
          attributes: {name: string}
          relationships:
            books: {toMany: Book, inverse: owner}
            films: {toMany: Film, inverse: owner}
        Book: {attributes: {title: string}, relationships: {owner: {toOne: Person?, inverse: books}}}
        Film: {attributes: {title: string}, relationships: {owner: {toOne: Person?, inverse: films}}}
      """
    let history = try SchemaHistory(
      people,
      """
      schema: Media
      version: 2.0.0
      entities:
        Person: {attributes: {name: string}, relationships: {works: {toMany: Work, inverse: owner}}}
        Work: {attributes: {title: string}, relationships: {owner: {toOne: Person?, inverse: works}}}
      migration: {map: {Work: {from: {Book: \(origin), Film: {}}}}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Person (_id, name) VALUES (1, 'a');
        INSERT INTO Book (_id, title, owner) VALUES (1, 'x', 1), (2, 'z', NULL);
        INSERT INTO Film (_id, title, owner) VALUES (3, 'y', 1);
        """)
    let plan = try plan(store, history)
    #expect(
      plan.losses.filter { $0.approval?.hasPrefix("drop-relationship:") == true }.map {
        "\($0.approval ?? "") \($0.risk) \($0.count ?? 0)"
      } == (count == 0 ? [] : ["drop-relationship:Person.books \(risk) \(count)"]))
    guard count == 0 else { return }
    _ = try migrated(store, history)
    #expect(
      try store.lines("SELECT title, owner FROM Work ORDER BY 1") == ["x 1", "y 1", "z NULL"])
  }
}
