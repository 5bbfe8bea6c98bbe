import StoreLayout
import Diagnostics
import Foundation
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// An existing database, from the first inspection to the second migration.
struct ExistingStoreTests {
  private static let database = """
    PRAGMA application_id = 1196444487;
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE book (
      isbn TEXT PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES author ON DELETE SET NULL,
      year TEXT);
    CREATE INDEX some ON book (year) WHERE year <> '';
    CREATE TRIGGER touched AFTER UPDATE ON book BEGIN
      UPDATE author SET name = name || '!' WHERE id = NEW.author_id;
    END;
    INSERT INTO author VALUES (1, 'Ann'), (2, 'Bob');
    INSERT INTO book VALUES ('x', 'X', 1, '1999'), ('y', 'Y', 2, ''), ('z', 'Z', NULL, NULL);
    """

  private static func text(
    _ version: String, year: String = "{type: string, optional: true, sqlType: TEXT}",
    table: String = "author", migration: String = ""
  ) -> String {
    """
    schema: Shelf
    version: \(version)
    entities:
      author:
        table: \(table)
        primaryKey: [id]
        attributes:
          id: {type: int, sqlType: INTEGER}
          name: {type: string, optional: true, sqlType: TEXT}
        relationships:
          books: {toMany: book, inverse: author, delete: nullify}
      book:
        table: book
        primaryKey: [isbn]
        attributes:
          isbn: {type: string, sqlType: TEXT}
          title: {type: string, optional: true, sqlType: TEXT}
          year: \(year)
        relationships:
          author: {toOne: author?, inverse: books, delete: nullify, column: author_id}
    \(migration)
    """
  }

  private static let first = text("1.0.0")

  /// In the second version the year is a number; in the third the authors' table has another name.
  private static func history() throws -> SchemaHistory {
    try SchemaHistory(
      first,
      text(
        "2.0.0", year: "int?",
        migration: """
          migration:
            before: [{count: book}]
            map: {book: {year: {using: "nullif(CAST(year AS INTEGER), 0)"}}}
            after: [{count: book}, {expect: SELECT max(year) FROM book, equals: 1999}]
          """),
      text(
        "3.0.0", year: "int?", table: "writers",
        migration: """
          migration:
            before: [{expect: SELECT count(*) FROM book WHERE year > 0, equals: 1}]
          """))
  }

  private func withDatabase(_ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Connection(path: "\(folder)/old.db", mode: .create).executeScript(Self.database)
    try body("\(folder)/old.db")
  }

  @Test func `an existing database goes through stages with checks, and no trigger fires`() throws {
    try withDatabase { path in
      let options = MigrationOptions.testing {
        $0.allowedLosses = ["change-attribute-type:book.year"]
      }
      let migrator = Migrator(history: try Self.history(), options: options)
      #expect(migrator.inspect(path).state == .sound(Version(1)))
      #expect(migrator.inspect(path).identity == nil)
      let outcome = try migrator.apply(to: path)
      guard case .migrated(let summary) = outcome else {
        Issue.record("not migrated: \(outcome)")
        return
      }
      #expect(summary.target == Version(3))
      #expect(migrator.inspect(path).identity?.version == Version(3))
      let connection = try Connection(path: path, mode: .readOnly)
      #expect(try connection.texts("SELECT name FROM writers") == ["Ann", "Bob"])
      #expect(
        try connection.rows("SELECT rowid, isbn, year FROM book") == [
          [.integer(1), .text("x"), .integer(1999)], [.integer(2), .text("y"), .null],
          [.integer(3), .text("z"), .null],
        ])
      #expect(try connection.integer("PRAGMA application_id") == 1_196_444_487)
      #expect(
        try connection.texts("SELECT sql FROM sqlite_schema WHERE name IN ('some', 'touched')") == [
          "CREATE INDEX some ON book (year) WHERE year <> ''",
          """
          CREATE TRIGGER touched AFTER UPDATE ON book BEGIN
            UPDATE "writers" SET name = name || '!' WHERE id = NEW.author_id;
          END
          """,
        ])
    }
  }

  @Test func `values that cannot be converted are named before anything is begun, by their keys`()
    throws
  {
    let history = try SchemaHistory(Self.first, Self.text("2.0.0", year: "int?"))
    let told = [
      """
      V2.yaml:18:7: the value of 1 object for 'book.year' cannot be converted: string cannot be held \
      exactly as int [inconvertible-value]
      - isbn 'y': 'year' is ''
      - correct the objects before, or say what becomes of such values: \
      'year: {using: "CASE WHEN year IS NULL THEN NULL WHEN \
      CAST(CAST(year AS INTEGER) AS TEXT) = year THEN CAST(year AS INTEGER) ELSE … END"}' under 'migration: map: book:'
      """
    ]
    try withDatabase { path in
      let migrator = Migrator(history: history, options: .testing { $0.source = Version(1) })
      let plan = try migrator.plan(for: path)
      #expect(
        plan.obstacles.flatMap { MigrationError.refused([$0]).diagnostics(of: path) }.map(
          \.rendered) == told)
      let error = #expect(throws: MigrationError.self) { _ = try migrator.apply(to: path) }
      #expect(error?.diagnostics(of: path).map(\.rendered) == told)
    }
  }

  @Test func `values that a column would change are named, too`() throws {
    let history = try SchemaHistory(
      Self.first,
      Self.text("2.0.0", year: "{type: string, optional: true, sqlType: INTEGER}"))
    let told = """
      V2.yaml:18:7: the value of 1 object for 'book.year' cannot be converted: a column declared \
      INTEGER holds another value instead [inconvertible-value]
      - isbn 'x': 'year' is '1999'
      - correct the objects before, or say what becomes of such values: \
      'year: {using: "CASE WHEN … THEN … END"}' under 'migration: map: book:'
      """
    try withDatabase { path in
      let migrator = Migrator(history: history, options: .testing { $0.source = Version(1) })
      let obstacles = try migrator.plan(for: path).obstacles
      #expect(
        obstacles.flatMap { MigrationError.refused([$0]).diagnostics(of: path) }.map(\.rendered)
          == [told])
      let error = #expect(throws: MigrationError.self) { _ = try migrator.apply(to: path) }
      #expect(error?.diagnostics(of: path).map(\.rendered) == [told])
    }
  }

  @Test func `a column's default must be declared once the version can express it`() throws {
    let year = "{type: string, optional: true, sqlType: TEXT}"
    let number = { (more: String) in "{type: int, optional: true\(more), sqlType: INTEGER}" }
    func history(_ second: String) throws -> SchemaHistory {
      try SchemaHistory(Self.text("1.0.0", year: year), Self.text("2.0.0", year: second))
    }
    try withDatabase { path in
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.executeScript(
        """
        DROP TABLE book;
        CREATE TABLE book (isbn TEXT PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES author
          ON DELETE SET NULL, year TEXT DEFAULT 0);
        INSERT INTO book (isbn) VALUES ('x');
        """)
      let error = #expect(throws: MigrationError.self) {
        _ = try Migrator(history: try history(number("")), options: .testing()).plan(for: path)
      }
      #expect(
        error?.diagnostics(of: path).map(\.rendered) == [
          """
          V2.yaml:18:7: the column of 'book.year' has the default 0, of which the new version says \
          nothing [unsaid-default]
          - say it, 'year: {…, default: 0}' under 'book'
          - to have none, let a version say it first, and take the store there with '--to'
          """
        ])
      let migrator = Migrator(history: try history(number(", default: 0")), options: .testing())
      _ = try migrator.apply(to: path)
      #expect(try connection.rows("SELECT isbn, year FROM book") == [[.text("x"), .integer(0)]])
      #expect(migrator.inspect(path).state == .sound(Version(2)))
    }
  }

  @Test func `references to rows that a condition leaves behind are reported by the plan`() throws {
    let second = Self.text(
      "2.0.0", migration: "migration: {map: {author: {where: \"id <> 1\"}}}")
    let told = """
      V2.yaml:21:35: 1 row of 'book' (rowid 1) refers by 'author_id' to rows of 'author' that are not \
      there [broken-reference]
      - say what becomes of such links, 'author: {using: "CASE WHEN … THEN author END"}', or leave \
      their objects behind too, 'where: "…"', under 'migration: map: book:'
      """
    try withDatabase { path in
      let history = try SchemaHistory(Self.first, second)
      let migrator = Migrator(history: history, options: .testing { $0.source = Version(1) })
      let obstacles = try migrator.plan(for: path).obstacles
      #expect(
        obstacles.flatMap { MigrationError.refused([$0]).diagnostics(of: path) }.map(\.rendered)
          == [told])
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute("UPDATE book SET author_id = 2 WHERE author_id = 1")
      #expect(try migrator.plan(for: path).obstacles == [])
      _ = try migrator.apply(to: path)
      #expect(try connection.rows("SELECT id FROM author") == [[.integer(2)]])
    }
  }

  @Test func `losses of a later version are counted in what earlier versions would leave`() throws {
    let history = try SchemaHistory(
      Self.text("1.0.0"),
      Self.text(
        "2.0.0", migration: "migration: {map: {book: {year: {using: \"coalesce(year, 'new')\"}}}}"),
      Self.text(
        "3.0.0",
        migration: """
          migration:
            map: {book: {year: {using: "nullif(year, 'new')"}, title: {using: "author.name"}}}
          """))
    try withDatabase { path in
      var options = MigrationOptions.testing { $0.source = Version(1) }
      let plan = try Migrator(history: history, options: options).plan(for: path)
      #expect(
        plan.losses.map(\.message) == [
          "lost: 3 values of book.title, of the objects with isbn 'x', 'y', 'z'",
          "lost: 1 value of book.year, of the object with isbn 'z'",
        ])
      #expect(
        plan.effects.named("rewritten").map(\.message) == [
          "'using' changes 'book.year' of 1 of 3 objects",
          "'using' changes 'book.title' of 3 of 3 objects",
          "'using' changes 'book.year' of 1 of 3 objects",
        ])
      options.allowedLosses = Set(plan.losses.compactMap(\.approval))
      guard
        case .migrated(let summary) = try Migrator(history: history, options: options)
          .apply(to: path)
      else {
        Issue.record("not migrated")
        return
      }
      #expect(summary.losses.map(\.count) == [3, 1])
      let connection = try Connection(path: path, mode: .readOnly)
      #expect(
        try connection.rows("SELECT isbn, title, year FROM book") == [
          [.text("x"), .text("Ann"), .text("1999")], [.text("y"), .text("Bob"), .text("")],
          [.text("z"), .null, .null],
        ])
    }
  }

  @Test func `a database that fits several versions counts as the oldest`() throws {
    let history = try SchemaHistory(
      Self.first, Self.text("1.1.0", migration: "migration: {before: [{count: book}]}"))
    try withDatabase { path in
      let migrator = Migrator(history: history, options: .testing())
      let inspection = migrator.inspect(path)
      #expect(inspection.state == .sound(Version(1)))
      #expect(
        inspection.remarks == [
          "the database does not name its version: its tables are those that version 1.0.0 describes, "
            + "and 1.1.0 too; nothing was applied, so it is the oldest"
        ])
      // Another program may have changed the data in between.
      let refusal = MigrationError.refused([.state(.ambiguous([Version(1), Version(1, 1)]))])
      #expect(throws: refusal) { try migrator.apply(to: path) }
      let options = MigrationOptions.testing { $0.source = Version(1) }
      let outcome = try Migrator(history: history, options: options).apply(to: path)
      guard case .migrated(let summary) = outcome else {
        Issue.record("not migrated: \(outcome)")
        return
      }
      #expect(summary.source == Version(1))
      #expect(migrator.inspect(path).state == .sound(Version(1, 1)))
    }
  }

  @Test func `where versions differ only by their numbers, a database counts as the oldest`() throws
  {
    let history = try SchemaHistory(Self.first, Self.text("1.1.0"), Self.text("1.2.0"))
    try withDatabase { path in
      let migrator = Migrator(history: history, options: .testing())
      #expect(migrator.inspect(path).state == .sound(Version(1)))
      guard case .migrated(let summary) = try migrator.apply(to: path) else {
        Issue.record("not migrated")
        return
      }
      #expect(summary.source == Version(1))
      #expect(summary.rowsRewritten == 0)
      #expect(migrator.inspect(path).state == .sound(Version(1, 2)))
    }
  }

  @Test func `differences from every version are reported for the nearest, without a change`()
    throws
  {
    try withDatabase { path in
      try Connection(path: path, mode: .readWrite).executeScript(
        "ALTER TABLE book RENAME COLUMN title TO heading")
      let state = Migrator(history: try Self.history()).inspect(path).state
      #expect(
        state
          == .undescribed(
            nearest: Version(1), differences: [.missingColumn("title", table: "book")]))
    }
  }
}
