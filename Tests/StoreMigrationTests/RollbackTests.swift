import Foundation
import MigrateKit
import MigrationPlanner
import SQLiteStore
import SchemaModel
import StoreArchive
import StoreMigration
import StoreVerification
import TestSupport
import Testing

/// Whatever makes a migration fail: the store is what it was, and the backup restores it.
struct RollbackTests {
  @Test func `a check that fails afterwards undoes everything`() throws {
    let history = try Library.withPages(
      migration: """
          before:
            - {count: Book}
          after:
            - {count: Book}
            - {expect: "SELECT count(*) FROM Book WHERE pages = 0", equals: 2}
            - {expect: "SELECT missing FROM Book", equals: 1}
        """)
    let checks: [MigrationFailure] = try undone(history)
    let zero = "SELECT count(*) FROM Book WHERE pages = 0"
    let missing = "SELECT missing FROM Book"
    #expect(
      checks == [
        .checks([
          FailedCheck(
            .expect(sql: zero, equals: .int(2)), .after, expected: .integer(2),
            .value(.integer(3))),
          FailedCheck(
            .expect(sql: missing, equals: .int(1)), .after, expected: .integer(1),
            .error(SQLiteError(.error, "no such column: missing", sql: missing))),
        ])
      ])
  }

  @Test func `a check that writes is a check that fails`() throws {
    let history = try Library.withPages(
      migration: "  after:\n    - {expect: \"DELETE FROM Book RETURNING 1\", equals: 1}")
    let failures = try undone(history)
    guard case .checks(let checks)? = failures.first else {
      Issue.record("\(failures)")
      return
    }
    #expect(
      checks.map(\.found) == [
        .error(
          SQLiteError(
            .readOnly, "attempt to write a readonly database", sql: "DELETE FROM Book RETURNING 1"))
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
            entity: "Book", properties: ["isbn"], groups: 1, objects: 2, examples: [[9, 11]])
        ])
      ])
  }

  @Test func `a value that the new type cannot hold is named with its object`() throws {
    let history = try Library.withNumericYear()
    let failures = try undone(
      history, adding: "INSERT INTO Book (_id, title, year) VALUES (12, 'old', 'c. 1890')")
    guard case .statement(let table, let error)? = failures.first else {
      Issue.record("\(failures)")
      return
    }
    #expect(table == "Book")
    #expect(
      error.message
        == "'c. 1890' in 'Book.year' of the object 12: string cannot be held exactly as int")
  }

  @Test func `an expression that gives no value to a required attribute undoes everything`() throws
  {
    let history = try Library.history(
      replacing: [("      year: string?", "      year: string")],
      migration: "  kind: custom\n  map:\n    Book:\n      year: {using: \"year\"}")
    let failures = try undone(history)
    guard case .statement(let table, let error)? = failures.first else {
      Issue.record("\(failures)")
      return
    }
    #expect(table == "Book")
    #expect(error.primaryCode == .constraint)
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
            Finding(
              .outOfBounds(PropertyName("Book", "title"), bounds: "at least 1 character long"),
              examples: [9]),
            samples: [SampleObject(9, values: [.init("title", .text(""))])],
            demandedAt: .init(file: "V2.yaml", line: 6, column: 7)),
          BrokenDemand(
            Finding(.brokenRule(entity: "Book", rule: "has a year"), examples: [5]),
            samples: [SampleObject(5, values: [.init("year", .null)])],
            demandedAt: .init(file: "V2.yaml", line: 9, column: 13)),
        ])
      ])
  }

  @Test func `objects left behind on purpose must not leave references behind`() throws {
    let history = try Library.withPages(
      migration: "  kind: custom\n  map:\n    Book:\n      where: \"title <> 'Emma'\"")
    #expect(
      try undone(history) == [
        .brokenReferences([
          BrokenReference(
            table: "Note", column: "book", destination: "Book", count: 2, examples: [1, 2])
        ])
      ])
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

  @Test(.enabled(if: SmallDisk.isAvailable, "this user may not mount a small disk"))
  func `a disk without room for backup and rewrite is found before anything is written`() throws {
    let history = try Library.withNumericYear()
    let disk = try SmallDisk(bytes: 4 << 20)
    let store = try TestStore(history.oldest, filledBy: Library.content, in: disk.path + "/app")
    try store.execute(Self.manyBooks)
    guard case .refused(let reasons)? = failure(of: store, history),
      case .notEnoughSpace(let needed, let free)? = reasons.first
    else {
      Issue.record("not refused")
      return
    }
    #expect(reasons.count == 1)
    #expect(free < 4 << 20)
    #expect(needed > free)
    #expect(try store.files == ["library.store"])
  }

  private static let manyBooks = """
    WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n LIMIT 5000)
    INSERT INTO Book (_id, title, year) SELECT i, hex(zeroblob(100)), '1900' FROM n
    """

  /// Migrates a store that must come back as it was, and its backup too; gives the failure.
  private func undone(
    _ history: SchemaHistory, adding content: String = "",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [MigrationFailure] {
    let store = try TestStore(history.oldest, filledBy: Library.content + content)
    let before = try store.dump()
    guard case .rolledBack(let reason, let backup?)? = failure(of: store, history) else {
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
