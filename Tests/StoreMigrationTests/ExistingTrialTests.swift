import Diagnostics
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreLayout
import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// The plan for an existing database reports the problems at which the migration would fail.
struct ExistingTrialTests {
  private static func model(_ version: Int, _ entity: String = "", _ rest: String = "") -> String {
    """
    schema: Shelf
    version: \(version).0.0
    entities:
      book:
        table: book
        primaryKey: [id]
        attributes:
          id: {type: int, sqlType: INTEGER}
          title: {type: string, optional: true, sqlType: TEXT\(version == 2 ? entity : "")}
          pages: {type: int, optional: true, sqlType: INT}
    \(rest)
    """
  }

  private static let content = """
    INSERT INTO book VALUES (1, 'x', 1), (2, 'y', 1), (3, 'z', 2);
    """

  private func migrator(_ second: String, allowing losses: [String] = []) throws -> Migrator {
    let options = MigrationOptions.testing {
      $0.source = Version(1)
      $0.allowedLosses = Set(losses)
    }
    return Migrator(history: try SchemaHistory(Self.model(1), second), options: options)
  }

  private func database(
    _ folder: TemporaryFolder, _ columns: String = "title TEXT, pages INT", _ more: String = ""
  ) throws -> String {
    let path = "\(folder.path)/shelf.db"
    try Connection(path: path, mode: .create).executeScript(
      "CREATE TABLE book (id INTEGER PRIMARY KEY, \(columns)); \(Self.content) \(more)")
    return path
  }

  private func codes(_ error: MigrationError?, _ path: String) -> [String] {
    error?.diagnostics(of: path).map(\.code) ?? []
  }

  @Test(arguments: [
    (", max: 0", "", "out-of-bounds"), (", pattern: '[xy]'", "", "pattern-mismatch"),
    ("", "    rules: [{name: few, check: 'pages <> 2'}]", "broken-rule"),
    ("", "migration: {after: [{expect: 'SELECT count(*) FROM book', equals: 5}]}", "failed-check"),
    (
      "", "migration: {after: [{count: book}], map: {book: {where: 'pages < 2'}}}", "failed-check"
    ),
  ])
  func `bounds, rules and checks are tried`(_ attribute: String, _ rest: String, _ code: String)
    throws
  {
    let folder = try TemporaryFolder()
    let path = try database(folder)
    let migrator = try migrator(Self.model(2, attribute, rest))
    let plan = try migrator.plan(for: path)
    #expect(codes(.refused(plan.obstacles), path) == [code])
    let error = #expect(throws: MigrationError.self) { _ = try migrator.apply(to: path) }
    #expect(codes(error, path) == [code])
  }

  @Test(arguments: [("substr(title, 1, 1)", ["broken-rule"]), ("title || title", [])])
  func `a rule is checked on the new values of a column with a name of its own`(
    expression: String, codes expected: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let path = try database(folder, "name TEXT, pages INT", "UPDATE book SET name = 'ab'")
    let named = { (text: String, column: String) in
      text.replacing("title: {type", with: "title: {column: \(column), type")
    }
    let rest = """
          rules: [{name: long, check: length(title) > 1}]
      migration: {map: {book: {title: {using: "\(expression)"}}}}

      """
    for column in ["name", "heading"] {
      let migrator = Migrator(
        history: try SchemaHistory(
          named(Self.model(1), "name"), named(Self.model(2, "", rest), column)),
        options: .testing {
          $0.source = Version(1)
          $0.allowedLosses = ["rewrite-attribute:book.title"]
        })
      #expect(codes(.refused(try migrator.plan(for: path).obstacles), path) == expected)
    }
  }

  @Test func `a foreign key of several columns without a relationship is tried`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder, "title TEXT, pages INT, UNIQUE (title, pages)",
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, book TEXT, page INT,
        FOREIGN KEY (book, page) REFERENCES book (title, pages));
      INSERT INTO note VALUES (7, 'z', 2), (8, 'x', 1), (9, NULL, 2);
      """)
    let note = """
          unique: [[title, pages]]
        note:
          table: note
          primaryKey: [id]
          attributes:
            id: {type: int, sqlType: INTEGER}
            book: {type: string, optional: true, sqlType: TEXT}
            page: {type: int, optional: true, sqlType: INT}

      """
    let options = MigrationOptions.testing { $0.source = Version(1) }
    let history = try SchemaHistory(
      Self.model(1, "", note),
      Self.model(2, "", note + "migration: {map: {book: {where: 'pages < 2'}}}"))
    let plan = try Migrator(history: history, options: options).plan(for: path)
    #expect(codes(.refused(plan.obstacles), path) == ["broken-reference"])
    #expect(throws: MigrationError.self) {
      _ = try Migrator(history: history, options: options).apply(to: path)
    }
  }

  @Test func `a foreign key to a table that does not exist is no obstacle`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder, "title TEXT, pages INT REFERENCES absent (id)",
      "CREATE TABLE own (a INT REFERENCES gone (id)); INSERT INTO own VALUES (1);")
    let migrator = try migrator(Self.model(2, ", max: 9"))
    #expect(try migrator.plan(for: path).obstacles == [])
    _ = try migrator.apply(to: path)
    let report = try StoreVerifier.verify(storeAt: path)
    let clause = "which does not exist: with foreign keys on, SQLite writes no row that has it"
    #expect(
      report.findings.map { "\($0.severity): \($0.message)" } == [
        "note: a foreign key of 'book' leads to 'absent', \(clause)",
        "note: a foreign key of 'own' leads to 'gone', \(clause)",
      ])
  }

  @Test func `a saved plan knows which rows are left behind`() throws {
    let folder = try TemporaryFolder()
    let path = try database(folder)
    let migrator = try migrator(
      Self.model(2, "", "migration: {map: {book: {where: \"title <> 'x'\"}}}"))
    let plan = try migrator.plan(for: path)
    #expect(plan.effects.named("left-behind").map(\.subject) == ["book"])
    try Connection(path: path, mode: .readWrite).executeScript(
      "UPDATE book SET title = CASE title WHEN 'x' THEN 'y' ELSE 'x' END WHERE id < 3")
    #expect(
      try migrator.plan(for: path).effects.named("left-behind") != plan.effects.named("left-behind")
    )
  }

  @Test func `a table puts no default of its own where an expression gives no value`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder, "title TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'q', pages INT")
    let second = Self.model(
      2, "", "migration: {map: {book: {title: {using: \"nullif(title, 'x')\"}}}}")
    let names = ["title: {type: string, optional: true", "title: {type: string, default: q"]
    let options = MigrationOptions.testing {
      $0.source = Version(1)
      $0.allowedLosses = ["rewrite-attribute:book.title"]
    }
    let history = try SchemaHistory(
      Self.model(1).replacing(names[0], with: names[1]), second.replacing(names[0], with: names[1]))
    #expect(throws: MigrationError.self) {
      _ = try Migrator(history: history, options: options).apply(to: path)
    }
    let rows = try Connection(path: path, mode: .readOnly).texts("SELECT title FROM book")
    #expect(rows == ["x", "y", "z"])
  }

  @Test func `a unique key that another table refers to is not removed`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder, "title TEXT UNIQUE, pages INT", "CREATE TABLE own (t TEXT REFERENCES book (title));")
    let migrator = Migrator(
      history: try SchemaHistory(
        Self.model(1, "", "    unique: [[title]]\n"), Self.model(2)),
      options: .testing { $0.source = Version(1) })
    let error = #expect(throws: MigrationError.self) { _ = try migrator.plan(for: path) }
    let told = error?.diagnostics(of: path) ?? []
    #expect(
      told.map(\.message) == [
        "table 'own' could not be written to any longer: its foreign key leads to columns of 'book' "
          + "that are no key then"
      ])
    #expect(
      told.flatMap(\.notes).map(\.message) == [
        "keep the unique key of 'book', or change the foreign key of 'own' that leads to it first"
      ])
  }

  @Test func `a foreign key that is repaired does not hide one that is broken`() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder, "title TEXT UNIQUE, pages INT",
      """
      CREATE TABLE own (t TEXT REFERENCES book (title));
      CREATE TABLE other (p INT REFERENCES book (pages));
      """)
    let migrator = Migrator(
      history: try SchemaHistory(
        Self.model(1, "", "    unique: [[title]]\n"), Self.model(2, "", "    unique: [[pages]]\n")),
      options: .testing { $0.source = Version(1) })
    let error = #expect(throws: MigrationError.self) { _ = try migrator.plan(for: path) }
    #expect(codes(error, path) == ["unmanaged-object"])
    try Connection(path: path, mode: .readWrite).executeScript(
      """
      DROP TABLE own;
      DROP TABLE other;
      CREATE TABLE both (p INT REFERENCES book (pages), t TEXT REFERENCES book (title));
      """)
    let again = #expect(throws: MigrationError.self) { _ = try migrator.plan(for: path) }
    #expect(codes(again, path) == ["unmanaged-object"])
  }
}
