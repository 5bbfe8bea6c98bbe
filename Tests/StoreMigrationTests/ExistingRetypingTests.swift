import Diagnostics
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreCreation
import StoreMigration
import Testing
import TestSupport

/// Columns of an existing database that are declared with another type.
struct ExistingRetypingTests {
  private func model(_ version: Int, _ key: String?, _ attributes: String...) -> String {
    """
    schema: Shelf
    version: \(version).0.0
    entities:
      book:
        table: book
        \(key.map { "primaryKey: [\($0)]" } ?? "{}")
        attributes:
    \(attributes.map { "      \($0)" }.joined(separator: "\n"))

    """
  }

  private func database(_ folder: TemporaryFolder, _ script: String) throws -> String {
    let path = "\(folder.path)/shelf.db"
    try Connection(path: path, mode: .create).executeScript(script)
    return path
  }

  private func migrator(_ first: String, _ second: String) throws -> Migrator {
    Migrator(
      history: try SchemaHistory(first, second), options: .testing { $0.source = Version(1) })
  }

  private func rows(_ path: String, _ sql: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(SQL(raw: sql)).map { row in
      row.map { if case .text(let text) = $0 { text } else { $0.literal } }
        .joined(separator: " ")
    }
  }

  private func codes(_ plan: StorePlan, _ path: String) -> [String] {
    MigrationError.refused(plan.obstacles).diagnostics(of: path).map(\.code)
  }

  @Test(arguments: [("DATETIME", "REAL", "real"), ("REAL", "DATETIME", "integer")])
  func `a whole number keeps its value in a column of other numbers`(
    before: String, after: String, kind: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, read \(before));
      INSERT INTO book VALUES (1, 1000), (2, 5.5), (3, NULL), (4, -9007199254740992), (5, 'soon');
      """)
    let id = "id: {type: int, sqlType: INTEGER}"
    let migrator = try migrator(
      model(1, "id", id, "read: {type: date, optional: true, sqlType: \(before)}"),
      model(2, "id", id, "read: {type: date, optional: true, sqlType: \(after)}"))
    #expect(codes(try migrator.plan(for: path), path) == [])
    _ = try migrator.apply(to: path)
    #expect(
      try rows(path, "SELECT id, typeof(read), read = 1000 OR read = 5.5 FROM book") == [
        "1 \(kind) 1", "2 real 1", "3 null NULL", "4 \(kind) 0", "5 text 0",
      ])
  }

  @Test(arguments: ["9007199254740993", "9223372036854775807"])
  func `a whole number that REAL cannot hold is refused`(number: String) throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, read DATETIME);
      INSERT INTO book VALUES (1, \(number));
      """)
    let id = "id: {type: int, sqlType: INTEGER}"
    let migrator = try migrator(
      model(1, "id", id, "read: {type: date, optional: true, sqlType: DATETIME}"),
      model(2, "id", id, "read: {type: date, optional: true, sqlType: REAL}"))
    #expect(codes(try migrator.plan(for: path), path) == ["inconvertible-value"])
    #expect(throws: MigrationError.self) { _ = try migrator.apply(to: path) }
    #expect(try rows(path, "SELECT typeof(read), read FROM book") == ["integer \(number)"])
  }

  /// The types of numbers in between, which an expression or a condition reads behind them.
  @Test(arguments: ["{type: decimal, sqlType: NUMERIC}", "{type: string, sqlType: INTEGER}"])
  func `columns in between make their own kind of values, at once and step by step`(
    middle: String
  ) throws {
    let id = "id: {type: int, sqlType: INTEGER}"
    let (size, middle) = ("size: {type: string, optional: true, sqlType: TEXT}", "pages: \(middle)")
    let history = try SchemaHistory(
      model(1, "id", id, size, "pages: {type: int, sqlType: INT}"),
      model(2, "id", id, size, middle),
      model(3, "id", id, size, middle)
        + """
        migration:
          map:
            book:
              where: pages > 8
              size: {using: "CASE WHEN pages > 100 THEN 'big' ELSE typeof(pages) END"}

        """)
    for ways in [[Version(3)], [Version(2), Version(3)]] {
      let folder = try TemporaryFolder()
      let path = try database(
        folder,
        """
        CREATE TABLE book (id INTEGER PRIMARY KEY, size TEXT, pages INT NOT NULL);
        INSERT INTO book VALUES (1, NULL, 15), (2, NULL, 200), (3, NULL, 7);
        """)
      for target in ways {
        let options = MigrationOptions.testing {
          $0.source = target == ways[0] ? Version(1) : nil
          $0.target = target
        }
        _ = try Migrator(history: history, options: options).apply(to: path)
      }
      #expect(
        try rows(path, "SELECT id, size, pages, typeof(pages) FROM book") == [
          "1 integer 15 integer", "2 big 200 integer",
        ])
    }
  }

  @Test func `a value that a version in between refuses is refused in one migration, too`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, price DECIMAL(10,2));
      INSERT INTO book VALUES (1, 1), (2, 9.5), (3, NULL);
      """)
    let id = "id: {type: int, sqlType: INTEGER}"
    let history = try SchemaHistory(
      model(1, "id", id, "price: {type: decimal, optional: true, sqlType: 'DECIMAL(10,2)'}"),
      model(2, "id", id, "price: {type: decimal, optional: true, sqlType: TEXT}"),
      model(3, "id", id, "price: {type: double, optional: true, sqlType: REAL}"))
    let migrator = Migrator(history: history, options: .testing { $0.source = Version(1) })
    #expect(codes(try migrator.plan(for: path), path) == ["inconvertible-value"])
    #expect(throws: MigrationError.self) { _ = try migrator.apply(to: path) }
    #expect(
      try rows(path, "SELECT id, typeof(price) FROM book") == ["1 integer", "2 real", "3 null"])
  }

  @Test func `a type that is no longer declared is the usual one, at once and step by step`() throws
  {
    let id = "id: {type: int, sqlType: INTEGER}"
    let history = try SchemaHistory(
      model(1, "id", id, "price: {type: decimal, optional: true, sqlType: 'DECIMAL(10,2)'}"),
      model(2, "id", id, "price: {type: int, optional: true, sqlType: INT}"),
      model(3, "id", id, "price: {type: string, optional: true}"))
    var found: [[String]] = []
    for ways in [[Version(3)], [Version(2), Version(3)]] {
      let folder = try TemporaryFolder()
      let path = try database(
        folder,
        """
        CREATE TABLE book (id INTEGER PRIMARY KEY, price DECIMAL(10,2));
        INSERT INTO book VALUES (1, 1), (2, 9), (3, NULL);
        """)
      for target in ways {
        let options = MigrationOptions.testing {
          $0.source = target == ways[0] ? Version(1) : nil
          $0.target = target
        }
        _ = try Migrator(history: history, options: options).apply(to: path)
      }
      found.append(
        try rows(path, "SELECT sql FROM sqlite_schema WHERE name = 'book'")
          + rows(path, "SELECT id, price, typeof(price) FROM book"))
    }
    #expect(
      found[0] == [
        "CREATE TABLE \"book\" (id INTEGER PRIMARY KEY, price TEXT)",
        "1 1 text", "2 9 text", "3 NULL null",
      ])
    #expect(found[1] == found[0])
  }

  @Test func `numbers in a column of texts are refused under another type, by plan and apply`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, read BOOLEAN);
      INSERT INTO book VALUES (1, 1), (2, 9), (3, NULL);
      """)
    let id = "id: {type: int, sqlType: INTEGER}"
    let migrator = try migrator(
      model(1, "id", id, "read: {type: bool, optional: true, sqlType: BOOLEAN}"),
      model(2, "id", id, "read: {type: int, optional: true, sqlType: TEXT}"))
    #expect(codes(try migrator.plan(for: path), path) == ["inconvertible-value"])
    #expect(throws: MigrationError.self) { _ = try migrator.apply(to: path) }
    #expect(
      try rows(path, "SELECT id, typeof(read) FROM book") == ["1 integer", "2 integer", "3 null"])
  }

  private let textKey = "isbn: {type: string, sqlType: TEXT}"
  private let numberKey = "isbn: {type: int, sqlType: INTEGER}"
  private let pages = "pages: {type: int, optional: true, sqlType: INT}"

  @Test func `a key that becomes a whole number is the rowid from then on`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (isbn TEXT PRIMARY KEY, pages INT);
      INSERT INTO book VALUES ('1', 10), ('30', 11), ('2', NULL);
      """)
    let migrator = try migrator(
      model(1, "isbn", textKey, pages), model(2, "isbn", numberKey, pages))
    let plan = try migrator.plan(for: path)
    #expect(codes(plan, path) == [])
    #expect(plan.trialGap == nil)
    _ = try migrator.apply(to: path)
    #expect(
      try rows(path, "SELECT rowid, isbn, pages FROM book") == ["1 1 10", "2 2 NULL", "30 30 11"])
  }

  @Test(arguments: ["('a', 1), ('x', 2)", "('12', 1), ('1.5', 2)", "(x'41', 1), ('3.5', 2)"])
  func `a key that is not a whole number is reported before it becomes the rowid`(rows: String)
    throws
  {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      "CREATE TABLE book (isbn TEXT NOT NULL PRIMARY KEY, pages INT); INSERT INTO book VALUES \(rows)"
    )
    let migrator = try migrator(
      model(1, "isbn", textKey, pages),
      model(2, "isbn", "isbn: {type: string, sqlType: INTEGER}", pages))
    #expect(codes(try migrator.plan(for: path), path).allSatisfy { $0 == "inconvertible-value" })
    #expect(codes(try migrator.plan(for: path), path) != [])
    let error = #expect(throws: MigrationError.self) { _ = try migrator.apply(to: path) }
    #expect(
      error?.diagnostics(of: path).map(\.code).allSatisfy { $0 == "inconvertible-value" } == true)
  }

  @Test func `a row gets no automatic number where an expression gives none`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      "CREATE TABLE book (isbn INTEGER PRIMARY KEY, pages INT); INSERT INTO book VALUES (5, 1), (7, 2)"
    )
    let migrator = try migrator(
      model(1, "isbn", numberKey, pages),
      model(2, "isbn", numberKey, pages)
        + "migration: {map: {book: {isbn: {using: 'nullif(isbn, 5)'}}}}\n")
    #expect(codes(try migrator.plan(for: path), path).contains("missing-value"))
  }

  @Test func `keys that become the same number are reported before the migration`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (isbn TEXT PRIMARY KEY, pages INT);
      INSERT INTO book VALUES ('1', 10), ('+1', 11), ('2', NULL);
      """)
    let migrator = try migrator(
      model(1, "isbn", textKey, pages),
      model(2, "isbn", numberKey, pages)
        + "migration: {map: {book: {isbn: {using: 'CAST(isbn AS INTEGER)'}}}}\n")
    #expect(codes(try migrator.plan(for: path), path).contains("duplicates"))
  }

  @Test func `a key that may be missing gets no automatic number`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (isbn TEXT PRIMARY KEY, pages INT);
      INSERT INTO book VALUES ('1', 10), (NULL, 11);
      """)
    let optional = { (key: String) in key.replacing("sqlType", with: "optional: true, sqlType") }
    let migrator = try migrator(
      model(1, "isbn", optional(textKey), pages), model(2, "isbn", optional(numberKey), pages))
    let error = #expect(throws: MigrationError.self) { _ = try migrator.plan(for: path) }
    #expect(
      error?.diagnostics(of: path).map(\.message) == [
        "the table 'book' needs a value for 'isbn' in every row: as INTEGER it is the rowid; declare "
          + "'book.isbn' as required"
      ])
  }

  @Test func `a search index that knows rows by their rowid prevents new rowids`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (isbn TEXT PRIMARY KEY, pages INT);
      CREATE VIRTUAL TABLE search USING fts5(pages, content='book');
      INSERT INTO book VALUES ('7', 10);
      INSERT INTO search (search) VALUES ('rebuild');
      """)
    let migrator = try migrator(
      model(1, "isbn", textKey, pages), model(2, "isbn", numberKey, pages))
    let error = #expect(throws: MigrationError.self) { _ = try migrator.plan(for: path) }
    #expect(error?.diagnostics(of: path).map(\.code) == ["unmanaged-object"])
  }

  @Test func `rows that share a value that becomes unique are counted, with their rowids`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (title TEXT, pages INT);
      INSERT INTO book VALUES ('a', 1), ('b', 1), ('c', 2), ('d', NULL), ('e', 1);
      DELETE FROM book WHERE title = 'b';
      """)
    let title = "title: {type: string, optional: true, sqlType: TEXT}"
    for rest in ["", "migration: {map: {book: {title: {using: \"title || '!'\"}}}}\n"] {
      let migrator = try migrator(
        model(1, nil, title, pages).replacing("    {}\n", with: ""),
        model(2, nil, title, pages).replacing("    {}\n", with: "")
          .replacing("INT}\n", with: "INT}\n    unique: [[pages]]\n") + rest)
      let plan = try migrator.plan(for: path)
      #expect(plan.trialGap == nil)
      let told = MigrationError.refused(plan.obstacles).diagnostics(of: path)
      #expect(told.map(\.code) == ["duplicates"])
      #expect(told.first?.notes.first?.message == "rowid 1, 5: 'pages' is 1")
    }
  }

  @Test func `values are alike as their column compares them`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      """
      CREATE TABLE book (isbn INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE UNIQUE);
      INSERT INTO book VALUES (1, 'A '), (2, 'a'), (3, 'B');
      """)
    let title = "title: {type: string, optional: true, sqlType: TEXT}"
    let unique = "    unique: [[title]]\n"
    let migrator = Migrator(
      history: try SchemaHistory(
        model(1, "isbn", numberKey, title) + unique,
        model(2, "isbn", numberKey, title) + unique
          + "migration: {map: {book: {title: {using: rtrim(title)}}}}\n"),
      options: .testing {
        $0.source = Version(1)
        $0.allowedLosses = ["rewrite-attribute:book.title"]
      })
    #expect(codes(try migrator.plan(for: path), path) == ["duplicates"])
  }
}
