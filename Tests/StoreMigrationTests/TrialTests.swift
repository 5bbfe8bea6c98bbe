import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreMigration
import StoreVerification
import Testing

/// A plan reports the problems that the data would cause; every test that migrates a store checks
/// this too, see ``TrialLaw``.
struct TrialTests {
  /// Twelve entities in pairs; each second version has an attribute more or less, and others that are required.
  private static func pairs(_ version: Int) throws -> SchemaDocument {
    let isNew = version == 2
    let entities = (0..<12).flatMap { number in
      [
        "  Entity\(number):",
        "    attributes: {title: \(isNew ? "string?" : "string"), size: \(isNew ? "int?" : "string?")}",
        "    relationships:",
        "      other: {toOne: Entity\(number ^ 1)?, inverse: others, delete: nullify}",
        "      others: {toMany: Entity\(number ^ 1), inverse: other, delete: cascade}",
      ]
    }
    let text = (["schema: Pairs", "version: \(version).0.0", "entities:"] + entities)
      .joined(separator: "\n")
    return try SchemaReader.read(text: text + "\n", name: "V\(version).yaml")
  }

  @Test func `a store with rows in some of its tables is tried as a whole`() throws {
    let history = SchemaHistory([try Self.pairs(1), try Self.pairs(2)])
    let sound = """
      INSERT INTO Entity4 (_id, title, size, other) VALUES (1, 'a', '7', 2), (2, 'b', NULL, NULL);
      INSERT INTO Entity5 (_id, title, size, other) VALUES (2, 'c', '8', 1);
      """
    let summary = try migrated(try TestStore(history.oldest, filledBy: sound), history)
    #expect(summary.rowsRewritten == 3)
    let flawed = try TestStore(
      history.oldest,
      filledBy: sound + "INSERT INTO Entity9 (_id, title, size) VALUES (1, 'd', 'wide');")
    #expect(
      try told(of: flawed, history).map { $0.split(separator: "\n")[0].suffix(21) }
        == ["[inconvertible-value]"])
    let empty = try TestStore(history.oldest)
    #expect(try told(of: empty, history) == [])
    _ = try migrated(empty, history)
  }

  @Test func `a plan reports everything that would undo the migration, and writes nothing`() throws
  {
    let history = try Library.history(
      replacing: [
        ("      year: string?", "      year: int?"),
        (
          "    relationships:\n      notes", "    unique: [[isbn]]\n    relationships:\n      notes"
        ),
        ("text: string = \"\"", "text: {type: string, default: \"\", max: 4}"),
      ])
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content
        + "INSERT INTO Book (_id, title, year, isbn) VALUES (11, 'x', 'c. 1815', '978-2');")
    let before = try store.dump()
    #expect(
      try told(of: store, history) == [
        """
        V2.yaml:7:7: the value of 1 object for 'Book.year' cannot be converted: string cannot be \
        held exactly as int [inconvertible-value]
        - _id 11: 'year' is 'c. 1815'
        - correct the objects before, or say what becomes of such values: 'year: {using: "CASE WHEN year IS NULL THEN NULL WHEN \
        CAST(CAST(year AS INTEGER) AS TEXT) = year THEN CAST(year AS INTEGER) ELSE … END"}' under 'migration: map: Book:'
        """,
        """
        V2.yaml:9:14: 2 objects of 'Book' share their values of 'isbn', which must be unique, in 1 \
        group [duplicates]
        - _id 9, 11: 'isbn' is '978-2'
        - merge them first, as 'migrate repair --merge' does or shows: '--keep' says which one stays
        """,
        """
        V2.yaml:14:7: 1 object has a value for 'Note.text' that is not at most 4 characters long \
        [out-of-bounds]
        - _id 2: 'text' is 'witty'
        - correct the objects before, give 'text' an expression under 'migration: map: Note:', or \
        let the version allow what they hold
        """,
      ])
    #expect(try store.dump() == before)
    #expect(try store.files == ["library.store"])
  }

  @Test func `a later stage is checked on what the previous stage would leave`() throws {
    let second = Library.first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("      isbn: string?", with: "      isbn: string?\n      slug: string?")
    let third = second.replacing("version: 2.0.0", with: "version: 3.0.0")
      .replacing(
        "    relationships:\n      notes",
        with: "    unique: [[slug]]\n    relationships:\n      notes")
    let history = try SchemaHistory(
      Library.first,
      second
        + """

        migration:
          map: {Book: {slug: {using: "lower(substr(isbn, 1, 3))"}}}
          after: [{count: Book}]
        """, third)
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(
      try told(of: store, history) == [
        """
        V3.yaml:10:14: 2 objects of 'Book' share their values of 'slug', which must be unique, in 1 \
        group [duplicates]
        - _id 1, 9: 'slug' is '978'
        - give them different values, or let the version allow that they share them
        """
      ])
  }

  @Test func `links to objects that a condition leaves behind are reported`() throws {
    let history = try Library.withPages(
      migration: "  map: {Book: {where: \"year IS NOT NULL AND isbn <> '978-1'\"}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(
      try told(of: store, history) == [
        """
        V2.yaml:18:23: 2 rows of 'Note' (_id 1, 2) refer by 'book' to rows of 'Book' that are not there \
        [broken-reference]
        - say what becomes of such links, 'book: {using: "CASE WHEN … THEN book END"}', or leave their \
        objects behind too, 'where: "…"', under 'migration: map: Note:'
        """
      ])
  }

  @Test func `links that an expression makes are looked up as quickly as stored links`() throws {
    let history = try Library.history(
      replacing: [("{toMany: Note, inverse: book,", "{toMany: Note, inverse: book, max: 1,")],
      migration: "  map: {Note: {book: {using: \"CASE _id % 2 WHEN 1 THEN book ELSE 5 END\"}}}")
    let notes = (10..<20_000).map { "(\($0), '', 5)" }.joined(separator: ", ")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
          INSERT INTO Book (_id, title) SELECT i, '' FROM n;
        INSERT INTO Note (_id, text, book) VALUES \(notes);
        """)
    #expect(
      try told(of: store, history) == [
        """
        V2.yaml:10:7: 1 object has more than 1 at 'Book.notes' [too-many-links]
        - _id 5
        - correct the objects before, give 'notes' an expression under 'migration: map: Book:', or \
        let the version allow what they hold
        """
      ])
  }

  @Test func `values are checked as the new table will hold them`() throws {
    let history = try Library.history(
      replacing: [("      isbn: string?", "      isbn: {type: int, optional: true, min: 978}")],
      migration: "  map: {Book: {isbn: {using: \"substr(isbn, 1, 3)\"}}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(try told(of: store, history) == [])
  }

  @Test func `a check over a view in the store is made on the copy`() throws {
    let history = try Library.withPages(
      migration: """
          after:
            - {expect: "SELECT count(*) FROM titles", equals: 4}
            - {expect: "SELECT count(*) FROM Book WHERE pages = 0", equals: 4}
        """)
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content + "CREATE VIEW titles AS SELECT title FROM Book;")
    let remedy =
      "- correct what 'migration: map:' makes of the objects, or what the check expects"
    #expect(
      try told(of: store, history) == [
        """
        V2.yaml:19:7: the after check does not hold: 'SELECT count(*) FROM titles' is 3, and should be \
        4 [failed-check]
        \(remedy)
        """,
        """
        V2.yaml:20:7: the after check does not hold: 'SELECT count(*) FROM Book WHERE pages = 0' is 3, \
        and should be 4 [failed-check]
        \(remedy)
        """,
      ])
  }

  @Test func `a store beyond the limit is tried only on request`() throws {
    let history = try Library.history(
      replacing: [("      year: string?", "      year: int?")])
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content + "INSERT INTO Book (title, year) VALUES ('x', 'c');")
    var options = MigrationOptions.testing { $0.trialLimit = 4096 }
    let untried = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(untried.obstacles == [])
    #expect(untried.warnings.map(\.code) == ["untried"])
    options.trialLimit = nil
    let tried = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(tried.obstacles.count == 1)
    #expect(tried.warnings == [])
  }

  @Test func `a step that does not end where objects exist is a failure of the plan`() throws {
    let endless =
      "(WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT max(n) FROM t)"
    let step = "UPDATE Book SET isbn = \(endless)"
    let history = try Library.history(
      migration: "  kind: custom\n  steps: [{sql: \"\(step)\", touches: [Book.isbn]}]")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    var options = MigrationOptions.testing { $0.stepLimit = 3_000_000 }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(plan.warnings == [])
    let reason = "the statement '\(step)' failed: SQLite has taken 3 million instructions for it"
    #expect(
      MigrationError.refused(plan.obstacles).diagnostics(of: store.path).map(\.rendered) == [
        "V2.yaml:18:17: \(reason) [failed-step]\n- if it ends, '--exact' tries it without a limit, and "
          + "'migrate apply' waits for it"
      ])
    let before = try store.dump()
    options.isTrial = true
    let error = #expect(throws: MigrationError.self) {
      try Migrator(history: history, options: options).apply(to: store.path)
    }
    // The limit grows with the store.
    #expect(
      error?.diagnostics(of: store.path).map(\.rendered) == [
        "V2.yaml:18:17: \(reason.replacing("3 million", with: "5 million")) [failed-step]"
      ])
    #expect(try store.dump() == before)
  }

  /// The problems in the plan for a store that would undo the migration.
  private func told(of store: TestStore, _ history: SchemaHistory) throws -> [String] {
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.warnings == [])
    let foreseen = plan.obstacles.filter { if case .failing = $0 { true } else { false } }
    return MigrationError.refused(foreseen).diagnostics(of: store.path).map(\.rendered)
  }
}
