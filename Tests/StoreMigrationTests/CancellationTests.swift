import Foundation
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

struct CancellationTests {
  @Test(arguments: MigrationProgress.Phase.allCases.filter { $0 != .restoring })
  func `a migration that is stopped leaves the store unchanged`(
    phase: MigrationProgress.Phase
  ) throws {
    let history = try Library.withNumericYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try store.dump()
    let stop = Stop()
    let options = MigrationOptions.testing {
      $0.onProgress = { if $0.phase == phase { stop.isRequested = true } }
      $0.isCancelled = { stop.isRequested }
    }
    let error = failure(of: store, history, options)
    if phase == .committing {
      // The last moment to stop is before the commit is announced.
      #expect(error == nil)
      return
    }
    guard case .cancelled(let backup)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.exitStatus == 130)
    #expect(try store.dump() == before)
    let files = try store.files
    #expect(
      files == ["library.store"] + (backup == nil ? [] : ["library.store.v1.0.0.backup.json"]))
    #expect(try migrated(store, history).target == Version(2))
  }

  @Test(arguments: [
    "{kind: custom}",
    """
    {kind: custom, steps: [{touches: [Book.title], sql: "UPDATE Book SET title = (WITH RECURSIVE t(n) AS \
    (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t)"}]}
    """,
  ])
  func `a long statement is ended while it runs`(migration: String) throws {
    let history = try Library.history(
      replacing: [("      year: string?", "      year: int?")], migration: "  \(migration)")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try store.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
      INSERT INTO Book (_id, title, year) SELECT i, '', '1900' FROM n
      """)
    let before = try store.dump()
    let stop = Stop()
    let options = MigrationOptions.testing {
      $0.backup = .none
      $0.onProgress = { if $0.phase == .migrating { stop.isArmed = true } }
      // Asked at the start of a statement, and then from within it.
      $0.isCancelled = { stop.isAskedOften }
    }
    #expect(failure(of: store, history, options) == .cancelled(backup: nil))
    #expect(try store.dump() == before)
    #expect(try store.files == ["library.store"])
  }

  /// A request that a progress handler makes.
  private final class Stop: @unchecked Sendable {
    var isRequested = false
    var isArmed = false
    private var questions = 0

    var isAskedOften: Bool {
      guard isArmed else { return false }
      questions += 1
      return questions > 20
    }
  }
}
