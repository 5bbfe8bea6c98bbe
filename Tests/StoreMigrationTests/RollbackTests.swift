import Diagnostics
import Foundation
import MigrationPlanner
import SQLite
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreLayout
@testable import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// Migrations that fail: the store is unchanged, and the backup restores it.
struct RollbackTests {
  @Test func `a check that fails afterwards undoes everything`() throws {
    let history = try Library.withPages(
      migration: """
          before:
            - {count: Book}
          after:
            - {count: Book}
            - {expect: "SELECT count(*) FROM Book WHERE pages = 0", equals: 2}
            - {expect: "SELECT json_extract(title, '$.a') FROM Book", equals: 1}
        """)
    let checks: [MigrationFailure] = try undone(history)
    let zero = "SELECT count(*) FROM Book WHERE pages = 0"
    let failing = "SELECT json_extract(title, '$.a') FROM Book"
    #expect(
      checks == [
        .checks([
          FailedCheck(
            check: .expect(sql: zero, equals: .int(2)), moment: .after, expected: .integer(2),
            found: .value(.integer(3)), location: .init(file: "V2.yaml", line: 22, column: 7)),
          FailedCheck(
            check: .expect(sql: failing, equals: .int(1)), moment: .after, expected: .integer(1),
            found: .error(SQLiteError(.error, "malformed JSON", sql: failing)),
            location: .init(file: "V2.yaml", line: 23, column: 7)),
        ])
      ])
  }

  @Test func `a duplicate under a new unique key is named with its objects`() throws {
    let history = try Library.withUniqueISBN()
    let failures = try undone(
      history, adding: "INSERT INTO Book (_id, title, isbn) VALUES (11, 'again', '978-2')")
    #expect(
      failures == [
        .duplicates([
          DuplicateValues(
            entity: "Book", properties: ["isbn"], groups: 1, objects: 2,
            examples: [.init(identities: [9, 11], values: [.text("978-2")])],
            location: .init(file: "V2.yaml", line: 9, column: 14), keyBefore: "Book:isbn")
        ])
      ])
  }

  @Test func `refused values, duplicates and broken rules are reported in one run`() throws {
    let history = try Library.history(
      replacing: [
        ("      year: string?", "      year: int?"),
        (
          "    relationships:\n      notes",
          "    unique: [[isbn]]\n    rules: [{name: has a title, check: \"title <> ''\"}]\n"
            + "    relationships:\n      notes"
        ),
      ])
    let failures = try undone(
      history,
      adding: "INSERT INTO Book (_id, title, year, isbn) VALUES (11, 'again', 'long ago', '978-2')")
    let told = failures.flatMap {
      MigrationError.rolledBack($0, backup: nil).diagnostics(of: "my.store").map(\.rendered)
    }
    #expect(
      told == [
        """
        V2.yaml:7:7: the value of 1 object for 'Book.year' cannot be converted: string cannot be \
        held exactly as int [inconvertible-value]
        - _id 11: 'year' is 'long ago'
        - correct the objects before, or say what becomes of such values: 'year: {using: \
        "CASE WHEN year IS NULL THEN NULL WHEN CAST(CAST(year AS INTEGER) AS TEXT) = year THEN \
        CAST(year AS INTEGER) ELSE … END"}' under 'migration: map: Book:'
        """,
        """
        V2.yaml:9:14: 2 objects of 'Book' share their values of 'isbn', which must be unique, in 1 \
        group [duplicates]
        - _id 9, 11: 'isbn' is '978-2'
        - merge them first, as 'migrate repair --merge' does or shows: '--keep' says which one stays
        """,
        """
        V2.yaml:10:13: 1 object of 'Book' breaks the rule 'has a title' [broken-rule]
        - _id 9: 'title' is ''
        - correct the objects before, give them other values under 'migration: map:', or let the \
        version allow what they hold
        """,
      ])
  }

  @Test func `a to-one that would lead to two objects is reported at its own end`() throws {
    let history = try Library.history(
      replacing: [
        (
          "notes: {toMany: Note, inverse: book, delete: cascade}",
          "notes: {toOne: Note?, inverse: book, delete: cascade}"
        )
      ])
    let failures = try undone(history)
    #expect(
      failures == [
        .duplicates([
          DuplicateValues(
            entity: "Note", properties: ["book"], groups: 1, objects: 2,
            examples: [.init(identities: [1, 2], values: [.integer(1)])],
            location: .init(file: "V2.yaml", line: 10, column: 7),
            toOne: PropertyName("Book", "notes"))
        ])
      ])
  }

  @Test func `all values that the new type cannot hold are named, and how many there are`() throws {
    let history = try Library.withNumericYear()
    let failures = try undone(
      history,
      adding: """
        WITH RECURSIVE n(i) AS (SELECT 12 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
        INSERT INTO Book (_id, title, year) SELECT i, 'old', 'c. ' || i FROM n
        """)
    var refused = RefusedValues(
      property: PropertyName("Book", "year"),
      reason: .unconvertible("string cannot be held exactly as int"),
      count: 7,
      samples: (12...16).map {
        SampleObject(identity: $0, values: [.init(property: "year", value: .text("c. \($0)"))])
      },
      location: .init(file: "V2.yaml", line: 7, column: 7))
    refused.guardedConversion =
      "CASE WHEN year IS NULL THEN NULL WHEN CAST(CAST(year AS INTEGER) AS TEXT) = year THEN "
      + "CAST(year AS INTEGER) ELSE … END"
    #expect(failures == [.refusedValues([refused])])
  }

  @Test func `every expression without a value, or with one of another type, is reported`() throws {
    let history = try Library.history(
      replacing: [
        ("      year: string?", "      year: string"),
        ("      isbn: string?", "      isbn: string?\n      stars: double = 0\n      shelf: int?"),
        ("      text: string = \"\"", "      text: string = \"\"\n      length: int = 0"),
      ],
      migration: """
          kind: custom
          map:
            Book:
              year: {using: "year"}
              stars: {using: "title"}
              shelf: {using: "CASE WHEN year > '1900' THEN x'01' ELSE '12' END"}
            Note:
              length: {using: "json_extract(text, '$.length')"}
        """)
    func samples(_ property: String, _ values: (Int64, SQLValue)...) -> [SampleObject] {
      values.map { SampleObject(identity: $0.0, values: [.init(property: property, value: $0.1)]) }
    }
    func at(_ line: Int, _ column: Int) -> Diagnostics.SourceLocation {
      .init(file: "V2.yaml", line: line, column: column)
    }
    let failures = try undone(history)
    #expect(
      failures == [
        .refusedValues([
          RefusedValues(
            property: PropertyName("Book", "year"), reason: .missing, count: 1,
            samples: samples("year", (5, .null)),
            location: at(23, 21), isComputed: true),
          RefusedValues(
            property: PropertyName("Book", "stars"), reason: .wrongClass(type: "double"), count: 3,
            samples: samples("stars", (1, .text("Emma")), (5, .text("O'Hara 🦊")), (9, .text(""))),
            location: at(24, 22), isComputed: true),
          RefusedValues(
            property: PropertyName("Book", "shelf"), reason: .wrongClass(type: "int"), count: 1,
            samples: samples("shelf", (9, .blob([1]))), location: at(25, 22), isComputed: true),
          RefusedValues(
            property: PropertyName("Note", "length"), reason: .failing("malformed JSON"), count: 3,
            samples: [
              SampleObject(identity: 1), SampleObject(identity: 2), SampleObject(identity: 7),
            ], location: at(27, 23),
            isComputed: true),
        ])
      ])
  }

  @Test func `a condition that fails is reported with the objects that it fails for`() throws {
    let history = try Library.withPages(
      migration: """
          kind: custom
          map: {Book: {where: "title = '' OR json_extract(title, '$.a') IS NULL"}}
        """)
    let failures = try undone(history)
    #expect(
      failures == [
        .refusedValues([
          RefusedValues(
            property: PropertyName("Book", "where"), reason: .failingCondition("malformed JSON"),
            count: 2,
            samples: [SampleObject(identity: 1), SampleObject(identity: 5)],
            location: .init(file: "V2.yaml", line: 19, column: 23))
        ])
      ])
  }

  @Test func `objects that break a new rule or a bound undo everything`() throws {
    let history = try Library.history(
      replacing: [
        ("      title: string\n", "      title: {type: string, min: 1}\n"),
        (
          "    relationships:\n      notes",
          "    rules: [{name: has a year, check: \"year IS NOT NULL\"}]\n"
            + "    relationships:\n      notes"
        ),
      ])
    #expect(
      try undone(history) == [
        .brokenDemands([
          BrokenDemand(
            finding: Finding(
              .outOfBounds(PropertyName("Book", "title"), bounds: "at least 1 character long"),
              examples: [9]),
            samples: [
              SampleObject(identity: 9, values: [.init(property: "title", value: .text(""))])
            ],
            demandedAt: .init(file: "V2.yaml", line: 6, column: 7)),
          BrokenDemand(
            finding: Finding(.brokenRule(entity: "Book", rule: "has a year"), examples: [5]),
            samples: [SampleObject(identity: 5, values: [.init(property: "year", value: .null)])],
            demandedAt: .init(file: "V2.yaml", line: 9, column: 13)),
        ])
      ])
  }

  @Test func `objects left behind on purpose must not leave references behind`() throws {
    let history = try Library.withPages(
      migration: "  kind: custom\n  map:\n    Book:\n      where: \"title <> 'Emma'\"")
    let found = try undone(history)
    #expect(
      found == [
        .brokenReferences([
          BrokenReference(
            table: "Note", column: "book", destination: "Book", count: 2, examples: [1, 2],
            property: PropertyName("Note", "book"),
            location: .init(file: "V2.yaml", line: 21, column: 14))
        ])
      ])
  }

  @Test func `a removed case is reported where it was removed, not where it is used`() throws {
    let history = try SchemaHistory(
      """
      schema: Library
      version: 1.0.0
      enums:
        Kind: [poem, novel]
      entities:
        Book:
          attributes: {kind: Kind}
      """,
      """
      schema: Library
      version: 2.0.0
      enums:
        Kind: [poem]
      entities:
        Book:
          attributes: {kind: Kind}
      """)
    // As a version that extends the first one and declares the cases alone.
    var second = history.versions[1]
    second.sources.record(
      .init(file: "V1.yaml", line: 7, column: 18),
      for: .property("kind", of: "Book", .attributes))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO Book (_id, kind) VALUES (1, 'novel')")
    let error = try #require(
      failure(of: store, SchemaHistory([history.oldest, second])))
    #expect(
      error.diagnostics(of: store.path).map(\.location)
        == [.init(file: "V2.yaml", line: 4, column: 3)])
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "this user may not mount a small disk"))
  func `a disk that fills up in the middle undoes everything`() throws {
    let history = try Library.withNumericYear()
    let disk = try SmallDisk(bytes: 12 << 20)
    let store = try TestStore(history.oldest, filledBy: Library.content, in: disk.path + "/app")
    try store.execute(Self.manyBooks)
    let before = try store.dump()
    let options = MigrationOptions.testing {
      $0.backup = .none
      $0.onProgress = { if $0.phase == .migrating { disk.fill() } }
    }
    #expect(failure(of: store, history, options) == .rolledBack(.diskFull, backup: nil))
    try disk.empty()
    #expect(try store.dump() == before)
    #expect(try migrated(store, history).rowsRewritten == 5003)
  }

  // The smaller one has not even room for the backup, which is not all that is needed.
  @Test(
    .enabled(if: SmallDisk.isAvailable, "this user may not mount a small disk"),
    arguments: [3 << 20, 4 << 20])
  func `a disk without room for backup and rewrite is found before anything is written`(
    bytes: Int
  ) throws {
    let history = try Library.withNumericYear()
    let disk = try SmallDisk(bytes: bytes)
    let store = try TestStore(history.oldest, filledBy: Library.content, in: disk.path + "/app")
    try store.execute(Self.manyBooks)
    guard case .refused(let reasons)? = failure(of: store, history),
      case .notEnoughSpace(let needed, let free)? = reasons.first
    else {
      Issue.record("not refused")
      return
    }
    #expect(reasons.count == 1)
    #expect(free < Int64(bytes))
    let size = try Int64(Data(contentsOf: URL(filePath: store.path)).count)
    #expect(needed == 4 * size)
    #expect(try store.files == ["library.store"])
  }

  private static let manyBooks = """
    WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n LIMIT 5000)
    INSERT INTO Book (_id, title, year) SELECT i, hex(zeroblob(100)), '1900' FROM n
    """

  /// Migrates a store that must come back as it was, and its backup too; gives the failure.
  private func undone(
    _ history: SchemaHistory, adding content: String = "", allowing losses: Set<String> = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [MigrationFailure] {
    let store = try TestStore(history.oldest, filledBy: Library.content + content)
    let before = try store.dump()
    guard
      case .rolledBack(let reason, let backup?)? = failure(
        of: store, history, .testing { $0.allowedLosses = losses })
    else {
      Issue.record("not rolled back with a backup", sourceLocation: sourceLocation)
      return []
    }
    #expect(try store.dump() == before, sourceLocation: sourceLocation)
    #expect(
      try store.files == ["library.store", "library.store.v1.0.0.backup.json"],
      sourceLocation: sourceLocation)
    _ = try Restorer.restore(backup: backup, to: store.folder + "/restored.store")
    #expect(
      try store.dump(of: store.folder + "/restored.store") == before,
      sourceLocation: sourceLocation)
    return [reason]
  }
}
