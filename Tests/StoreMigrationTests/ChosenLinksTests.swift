import Diagnostics
import MigrateKit
import StoreLayout
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import StoreVerification
import TestSupport
import Testing

/// The object that 'keep' chooses to stay linked where a to-many becomes a to-one.
struct ChosenLinksTests {
  private static let first = """
    schema: Shelf
    version: 1.0.0
    entities:
      Author:
        attributes: {name: string, born: date?}
        relationships: {books: {toMany: Book, inverse: authors, ordered: true}}
      Writer: {parent: Author}
      Book:
        attributes: {title: string}
        relationships:
          authors: {toMany: Author, inverse: books}
          shelves: {toMany: Shelf, ordered: true}
          sequels: {toMany: Book}
      Novel: {parent: Book}
      Shelf: {attributes: {label: string}}

    """

  private static func next(_ map: String, version: Int = 2) -> String {
    first.replacing("version: 1.0.0", with: "version: \(version).0.0")
      .replacing("inverse: authors", with: "inverse: author")
      .replacing(
        "authors: {toMany: Author, inverse: books}",
        with: "author: {toOne: Author?, inverse: books, renamedFrom: authors}"
      )
      .replacing(
        "shelves: {toMany: Shelf, ordered: true}",
        with: "shelf: {toOne: Shelf?, renamedFrom: shelves}"
      )
      .replacing("sequels: {toMany: Book}", with: "sequel: {toOne: Book?, renamedFrom: sequels}")
      + "migration:\n  kind: custom\n  map:\n    Book: {\(map)}\n"
  }

  private static let all = "shelf: {keep: first}, sequel: {keep: first}"

  private static let content = """
    INSERT INTO Author (_id, _entity, name, born) VALUES
      (1, 'Author', 'Jane', 300), (2, 'Writer', 'Ann', NULL), (3, 'Author', 'Mary', 100);
    INSERT INTO Shelf (_id, label) VALUES (1, 'a'), (2, 'b');
    INSERT INTO Book (_id, _entity, title) VALUES
      (1, 'Book', 'Emma'), (2, 'Novel', 'Mathilda'), (3, 'Book', 'Sanditon'), (4, 'Book', 'Lodore');
    """

  /// The links of before, by the store's own names for where they stand.
  private func store(_ map: String) throws -> (TestStore, SchemaHistory) {
    let history = try SchemaHistory(Self.first, Self.next(map))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let layout = StoreLayout(of: history.oldest.schema)
    for links in layout.joinTables {
      let pairs: [(Int, Int, Int)]
      switch links.association.primary.description {
      case "Author.books":
        pairs = [(1, 1, 5), (2, 1, 1), (3, 1, 2), (1, 2, 4), (3, 2, 1), (2, 3, 0)]
      case "Book.shelves": pairs = [(1, 1, 2), (1, 2, 1), (2, 1, 0)]
      default: pairs = [(1, 2, 0), (1, 1, 0), (2, 4, 0)]
      }
      for (owner, destination, place) in pairs {
        let order = [links.ownerOrderColumn, links.destinationOrderColumn].compactMap(\.self)
        let columns = [links.ownerColumn, links.destinationColumn] + order
        let values = ["\(owner)", "\(destination)"] + order.map { _ in "\(place)" }
        try store.execute(
          "INSERT INTO \"\(links.name)\" (\(columns.map { "\"\($0)\"" }.joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", ")))")
      }
    }
    return (store, history)
  }

  @Test(arguments: [
    ("first", ["1 1", "2 1", "3 2", "4 NULL"]), ("newest(born)", ["1 1", "2 1", "3 2", "4 NULL"]),
    ("oldest(born)", ["1 3", "2 3", "3 2", "4 NULL"]),
    ("prefer(name = 'Ann')", ["1 2", "2 1", "3 2", "4 NULL"]),
    ("[prefer(born IS NULL), oldest(born)]", ["1 2", "2 3", "3 2", "4 NULL"]),
    ("\"prefer(name IN (SELECT max(name) FROM Author)) \"", ["1 3", "2 3", "3 2", "4 NULL"]),
  ])
  func `an object stays linked to the chosen object`(_ keep: String, _ expected: [String]) throws {
    let (store, history) = try store(
      "author: {keep: \(keep.replacing(") \"", with: ")\""))}, \(Self.all)")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.migration.hops.map(\.risk) == [.possible])
    #expect(plan.losses == [])
    let counted = [
      "Book.author 3",
      "Book.sequel 1",
      "Book.shelf 1",
    ]
    #expect(plan.effects.named("chosen").counts == counted)
    #expect(try migrated(store, history).effects.named("chosen").counts == counted)
    #expect(try store.lines("SELECT _id, author FROM Book ORDER BY _id") == expected)
    // The first of an ordered relationship; the object itself is one like any other.
    #expect(
      try store.lines("SELECT shelf, sequel FROM Book ORDER BY _id") == [
        "2 1", "1 4", "NULL NULL", "NULL NULL",
      ])
  }

  @Test func `a link that stays keeps its position at the other end`() throws {
    let (store, history) = try store("author: {keep: oldest(born)}, \(Self.all)")
    _ = try migrated(store, history)
    let layout = StoreLayout(of: history.newest?.schema ?? history.oldest.schema)
    let order = try #require(layout.associations.compactMap { layout.orderColumn(of: $0) }.first)
    #expect(
      try store.lines("SELECT _id, author, \"\(order)\" FROM Book WHERE author IS NOT NULL") == [
        "1 3 2", "2 3 1", "3 2 0",
      ])
  }

  @Test func `without a choice an object with several undoes the migration`() throws {
    let (store, history) = try store(Self.all)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).map(\.code).contains("inconvertible-value"))
    #expect(try store.dump() == before)
  }

  @Test(arguments: [
    (
      "author: {keep: newest(died)}, \(all)",
      "unknown-property: entity 'Author' of version 1.0.0 has no attribute 'died'"
    ),
    (
      "author: {keep: prefer(age > 3)}, \(all)",
      "unusable-expression: the preference among the objects of 'Author' cannot be used: "
        + "no such column: age"
    ),
    (
      "author: {keep: prefer(title > '')}, \(all)",
      "unusable-expression: the preference among the objects of 'Author' cannot be used: "
        + "no such column: title"
    ),
    (
      "author: {keep: prefer(random() > 3)}, \(all)",
      "volatile-condition: the condition for the objects of 'Author' has another answer each time, "
        + "for it asks 'random()'"
    ),
    (
      "title: {keep: first}, author: {keep: first}, \(all)",
      "unworkable-choice: attribute 'Book.title' has no links to choose from"
    ),
  ])
  func `a choice that cannot be made is reported at its place`(
    _ map: String, _ message: String
  ) throws {
    let (store, history) = try store(map)
    let error = try #require(failure(of: store, history))
    let diagnostics = error.diagnostics(of: store.path)
    #expect(diagnostics.map { "\($0.code): \($0.message)" } == [message])
    #expect(diagnostics.allSatisfy { $0.location?.line == 19 })
  }

  @Test func `a later version gets the link that was chosen`() throws {
    let second = Self.next("author: {keep: oldest(born)}, \(Self.all)")
    let third =
      Self.next("title: {using: \"coalesce(author.name, title)\"}", version: 3)
      .replacing(", renamedFrom: authors", with: "").replacing(", renamedFrom: shelves", with: "")
      .replacing(", renamedFrom: sequels", with: "")
    let (store, _) = try store("author: {keep: oldest(born)}, \(Self.all)")
    let history = try SchemaHistory(Self.first, second, third)
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["rewrite-attribute:Book.title"] })
    #expect(
      try store.lines("SELECT title, author FROM Book WHERE author IS NOT NULL ORDER BY _id") == [
        "Mary 3", "Mary 3", "Ann 2",
      ])
  }

  private static let notes = """
    schema: Diary
    version: 1
    entities:
      Day:
        attributes: {title: string}
        relationships: {notes: {toMany: Note, inverse: day, delete: cascade}}
      Note:
        attributes: {text: string, at: date?}
        relationships: {day: {toOne: Day?, inverse: notes}}
      Draft: {parent: Note}

    """

  private static func oneNote(_ keep: String, day: String = "Day?") -> String {
    notes.replacing("version: 1", with: "version: 2")
      .replacing("notes: {toMany: Note,", with: "note: {toOne: Note?, renamedFrom: notes,")
      .replacing("toOne: Day?, inverse: notes", with: "toOne: \(day), inverse: note")
      + "migration:\n  kind: custom\n  map:\n    Day: {note: {keep: \(keep)}}\n"
  }

  @Test(arguments: [
    ("first", ["1 1", "2 NULL", "3 NULL", "4 2", "5 NULL"]),
    ("newest(at)", ["1 NULL", "2 1", "3 NULL", "4 2", "5 NULL"]),
    ("prefer(text = 'c')", ["1 NULL", "2 NULL", "3 1", "4 2", "5 NULL"]),
  ])
  func `of several objects that held their links, the others stay without one`(
    _ keep: String, _ expected: [String]
  ) throws {
    let history = try SchemaHistory(Self.notes, Self.oneNote(keep))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Day (_id, title) VALUES (1, 'x'), (2, 'y'), (3, 'z');
        INSERT INTO Note (_id, _entity, text, at, day) VALUES (1, 'Note', 'a', 1, 1),
          (2, 'Draft', 'b', 9, 1), (3, 'Note', 'c', NULL, 1), (4, 'Note', 'd', 1, 2),
          (5, 'Draft', 'e', 1, NULL);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let counted = ["Day.note 2"]
    #expect(plan.effects.named("chosen").counts == counted)
    #expect(plan.losses == [])
    #expect(try migrated(store, history).effects.named("chosen").counts == counted)
    #expect(try store.lines("SELECT _id, day FROM Note ORDER BY _id") == expected)
  }

  @Test func `a later condition on the objects that held the links is no obstacle`() throws {
    let first = Self.notes.replacing(
      "notes: {toMany: Note,", with: "notes: {toMany: Note, ordered: true,"
    )
    .replacing("  Day:\n", with: "  Time: {attributes: {zone: int?}}\n  Day:\n    parent: Time\n")
    let second =
      Self.oneNote("first")
      .replacing("  Day:\n", with: "  Time: {attributes: {zone: int?}}\n  Day:\n    parent: Time\n")
    let third =
      second.replacing("version: 2", with: "version: 3").replacing(", renamedFrom: notes", with: "")
      .replacing("Day: {note: {keep: first}}", with: "Note: {where: \"text <> 'c'\"}")
    let history = try SchemaHistory(first, second, third)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Time (_id, _entity, title) VALUES (1, 'Day', 'x'), (2, 'Day', 'y');
        INSERT INTO Note (_id, _entity, text, day, _order_day) VALUES (1, 'Note', 'a', 1, 2),
          (2, 'Draft', 'b', 1, 1), (3, 'Note', 'c', NULL, NULL), (4, 'Note', 'd', 2, 1);
        """)
    #expect(
      try migrated(store, history).effects.named("chosen").counts == [
        "Day.note 1"
      ])
    #expect(
      try store.lines("SELECT _id, day FROM Note ORDER BY _id") == ["1 NULL", "2 1", "4 2"])
  }

  @Test(arguments: [
    (
      "prefer(title > '')", "Day?",
      "unusable-expression: the preference among the objects of 'Note' cannot be used: "
        + "no such column: title"
    ),
    (
      "first", "Day",
      "unworkable-choice: 'keep' leaves objects over that 'Note.day' requires to be linked to one"
    ),
  ])
  func `a choice that leaves objects without a required link is reported at its place`(
    _ keep: String, _ day: String, _ message: String
  ) throws {
    let history = try SchemaHistory(Self.notes, Self.oneNote(keep, day: day))
    let store = try TestStore(history.oldest)
    let error = try #require(failure(of: store, history))
    let diagnostics = error.diagnostics(of: store.path)
    #expect(diagnostics.map { "\($0.code): \($0.message)" } == [message])
    #expect(diagnostics.allSatisfy { $0.location?.line == 14 })
  }

  // MARK: One to one

  private static func pairs(_ map: String) throws -> SchemaHistory {
    try SchemaHistory(
      """
      schema: Pairs
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string}
          relationships: {shelves: {toMany: Shelf, inverse: books}}
        Shelf:
          attributes: {built: int}
          relationships: {books: {toMany: Book, inverse: shelves}}
      """,
      """
      schema: Pairs
      version: 2.0.0
      entities:
        Book:
          attributes: {title: string}
          relationships: {shelf: {toOne: Shelf?, inverse: book, renamedFrom: shelves}}
        Shelf:
          attributes: {built: int}
          relationships: {book: {toOne: Book?, inverse: shelf, renamedFrom: books}}
      migration: {map: {\(map)}}
      """)
  }

  private func pairs(_ history: SchemaHistory) throws -> TestStore {
    try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Shelf (_id, built) VALUES (1, 10), (2, 20), (3, 30), (4, 40);
        INSERT INTO Book (_id, title) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd');
        INSERT INTO Book_shelves (books, shelves) VALUES (1, 1), (1, 2), (2, 1), (2, 2), (3, 3), (4, 3);
        """)
  }

  @Test(arguments: [
    "Book: {shelf: {keep: newest(built)}}, Shelf: {book: {keep: prefer(title > 'a')}}",
    "Shelf: {book: {keep: prefer(title > 'a')}}, Book: {shelf: {keep: newest(built)}}",
  ])
  func `of many-to-many links, those that both ends choose stay`(map: String) throws {
    let history = try Self.pairs(map)
    let store = try pairs(history)
    let counted = ["Book.shelf 4"]
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.effects.named("chosen").counts == counted)
    #expect(plan.obstacles == [])
    #expect(try migrated(store, history).effects.named("chosen").counts == counted)
    #expect(
      try store.lines("SELECT _id, shelf FROM Book ORDER BY _id") == [
        "1 NULL", "2 2", "3 3", "4 NULL",
      ])
  }

  @Test func `where one end's choice leaves one link at the other, both ends have one`() throws {
    let history = try Self.pairs("Book: {shelf: {keep: newest(built)}}")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Shelf (_id, built) VALUES (1, 10), (2, 20);
        INSERT INTO Book (_id, title) VALUES (1, 'a'), (2, 'b');
        INSERT INTO Book_shelves (books, shelves) VALUES (1, 1), (1, 2), (2, 1);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.obstacles == [])
    #expect(plan.trialGap == nil)
    #expect(plan.effects.named("chosen").counts == ["Book.shelf 1"])
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT _id, shelf FROM Book ORDER BY _id") == ["1 2", "2 1"])
  }

  @Test func `the end at which links are not stored may choose alone`() throws {
    let history = try Self.pairs("Shelf: {book: {keep: prefer(title > 'a')}}")
    let content = """
      INSERT INTO Shelf (_id, built) VALUES (1, 10), (2, 20), (3, 30);
      INSERT INTO Book (_id, title) VALUES (1, 'a'), (2, 'b'), (3, 'c');
      INSERT INTO Book_shelves (books, shelves) VALUES (1, 1), (2, 1), (3, 2), (1, 3);
      """
    let store = try TestStore(history.oldest, filledBy: content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.obstacles == [])
    #expect(plan.effects.named("chosen").counts == ["Book.shelf 1"])
    let summary = try migrated(store, history)
    #expect(summary.effects.named("chosen") == plan.effects.named("chosen"))
    #expect(
      try store.lines("SELECT _id, shelf FROM Book ORDER BY _id") == ["1 3", "2 1", "3 2"])
    let other = try TestStore(history.oldest, filledBy: content)
    try other.execute("INSERT INTO Book_shelves (books, shelves) VALUES (3, 3)")
    #expect(failure(of: other, history)?.exitStatus == 4)
  }

  @Test func `a choice at one end that leaves several links at the other is refused`() throws {
    let history = try Self.pairs("Book: {shelf: {keep: newest(built)}}")
    let store = try pairs(history)
    #expect(failure(of: store, history)?.exitStatus == 4)
    let wrong = try Self.pairs(
      "Book: {shelf: {keep: prefer(biult > 1)}}, Shelf: {book: {keep: prefer(titel > '')}}")
    let error = try #require(failure(of: store, wrong))
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "the preference among the objects of 'Shelf' cannot be used: no such column: biult",
        "the preference among the objects of 'Book' cannot be used: no such column: titel",
      ])
  }

  private static func ends(_ authors: String, _ books: String, _ migration: String, _ number: Int)
    -> String
  {
    """
    schema: Ends
    version: \(number).0.0
    entities:
      Book: {attributes: {k: int?}, relationships: {authors: {\(books), inverse: book}}}
      Author: {attributes: {age: int?}, relationships: {book: {\(authors), inverse: authors}}}
    \(migration)

    """
  }

  @Test func `without a choice, all objects that one would lead to are reported`() throws {
    let history = try SchemaHistory(
      Self.ends("toMany: Book", "toMany: Author", "", 1),
      Self.ends("toMany: Book", "toOne: Author?", "", 2))
    let store = try TestStore(
      history.oldest,
      filledBy: "INSERT INTO Book (_id) VALUES (1); INSERT INTO Author (_id) VALUES (1), (2), (3); "
        + "INSERT INTO Author_book (authors, book) SELECT _id, 1 FROM Author;")
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).flatMap(\.notes).map(\.message) == [
        "_id 1: 'authors' is '1, 2, 3'",
        "correct the objects before, or say which one stays: 'authors: {keep: first}' under "
          + "'migration: map: Book:'",
      ])
  }

  @Test func `a choice together with an expression for the other end is refused`() throws {
    let history = try SchemaHistory(
      Self.ends("toOne: Book?", "toMany: Author", "", 1),
      Self.ends(
        "toOne: Book?", "toOne: Author?",
        "migration: {kind: custom, map: {Book: {authors: {keep: newest(age)}}, "
          + "Author: {book: {using: \"CASE WHEN age = 1 THEN book END\"}}}}", 2))
    let store = try TestStore(history.oldest)
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).map { "\($0.code): \($0.message)" } == [
        "unworkable-choice: 'keep' chooses nothing where the expression for 'Author.book' says which "
          + "links there are"
      ])
  }
}
