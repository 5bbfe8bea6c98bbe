import StoreScript
import Diagnostics
import Foundation
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

/// Columns that SQLite computes, in a table of an existing database.
struct RecomputedColumnTests {
  private static let database = """
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, a INTEGER, n TEXT,
      size TEXT AS (CASE WHEN a > 3 THEN 'big' ELSE 'small' END) STORED,
      twice TEXT AS (size || size), tail TEXT AS (substr(n, 2)));
    WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 12)
    INSERT INTO item (id, a, n) SELECT i, i, 'n' || i FROM number;
    """

  private static func text(
    _ version: String, a: String, n: String = "{type: string, optional: true, sqlType: TEXT}"
  ) -> String {
    """
    schema: M
    version: \(version)
    entities:
      Item:
        table: item
        primaryKey: [id]
        attributes:
          id: {type: int, sqlType: INTEGER}
          a: \(a)
          n: \(n)
          size: {type: string, optional: true, sqlType: TEXT}
          tail: {type: string, optional: true, sqlType: TEXT}
    """
  }

  private static let number = "{type: int, optional: true, sqlType: INTEGER}"
  private static let words = "{type: string, optional: true, sqlType: TEXT}"

  private func withStore(
    _ texts: [String], database: String = database, allowing allowed: Set<String> = [],
    _ body: (_ migrator: Migrator, _ path: String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "computed-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Connection(path: "\(folder)/m.db", mode: .create).executeScript(database)
    let options = MigrationOptions.testing {
      $0.source = Version(1)
      $0.allowedLosses = allowed
    }
    try body(
      Migrator(history: try SchemaHistory(texts[0], texts[1]), options: options), "\(folder)/m.db")
  }

  private static let changed = [text("1.0.0", a: number), text("2.0.0", a: words)]

  @Test func `a plan names the columns with other values, and the approvals`() throws {
    try withStore(Self.changed) { migrator, path in
      let plan = try migrator.plan(for: path)
      #expect(
        plan.effects.declared == [
          "3 values of 'Item.size', which is computed from 'a', which changes, are other ones",
          "3 values of 'Item.twice', which is computed from 'size', which changes, are other ones",
        ])
      #expect(plan.obstacles == [.unapproved(plan.effects.named("recomputed"))])
    }
  }

  @Test func `the migration is undone where computed values differ`() throws {
    try withStore(Self.changed) { migrator, path in
      let error = #expect(throws: MigrationError.self) { _ = try migrator.apply(to: path) }
      #expect(
        error?.diagnostics(of: path).map(\.rendered) == [
          """
          3 values of 'Item.size', which is computed from 'a', which changes, are other ones \
          [recomputed-values]
          - 10: 'big' becomes 'small'
          - 11: 'big' becomes 'small'
          - 12: 'big' becomes 'small'
          - if that is meant, add '--allow recomputed-values:Item.size'
          """,
          """
          3 values of 'Item.twice', which is computed from 'size', which changes, are other ones \
          [recomputed-values]
          - 10: 'bigbig' becomes 'smallsmall'
          - 11: 'bigbig' becomes 'smallsmall'
          - 12: 'bigbig' becomes 'smallsmall'
          - if that is meant, add '--allow recomputed-values:Item.twice'
          """,
        ])
      let connection = try Connection(path: path, mode: .readOnly)
      #expect(try connection.texts("SELECT size FROM item WHERE a = 12") == ["big"])
    }
  }

  @Test func `allowed changes are made, and reported`() throws {
    let allowed: Set = ["recomputed-values:Item.size", "recomputed-values:Item.twice"]
    try withStore(Self.changed, allowing: allowed) { migrator, path in
      let outcome = try migrator.apply(to: path)
      guard case .migrated(let summary) = outcome else {
        Issue.record("not migrated: \(outcome)")
        return
      }
      #expect(
        summary.effects.declared == [
          "3 values of 'Item.size', which is computed from 'a', which changes, are other ones",
          "3 values of 'Item.twice', which is computed from 'size', which changes, are other ones",
        ])
      let connection = try Connection(path: path, mode: .readOnly)
      #expect(try connection.texts("SELECT twice FROM item WHERE id = 12") == ["smallsmall"])
    }
  }

  @Test func `where a column that they read becomes required, they are proved like any other`()
    throws
  {
    let texts = [
      Self.text("1.0.0", a: Self.number), Self.text("2.0.0", a: "{type: int, sqlType: INTEGER}"),
    ]
    try withStore(texts) { migrator, path in
      let plan = try migrator.plan(for: path)
      #expect(plan.effects.declared == [])
      #expect(plan.steps.map(\.way) == [.rebuild])
      _ = try migrator.apply(to: path)
      let connection = try Connection(path: path, mode: .readOnly)
      #expect(try connection.texts("SELECT twice FROM item WHERE id = 12") == ["bigbig"])
    }
  }

  @Test func `where the values are the same after all, no approval is needed`() throws {
    let texts = [
      Self.text("1.0.0", a: Self.number),
      Self.text("2.0.0", a: Self.number, n: "{type: string, optional: true, sqlType: VARCHAR}"),
    ]
    try withStore(texts) { migrator, path in
      let plan = try migrator.plan(for: path)
      #expect(plan.recomputed.map { $0.effect().approval } == ["recomputed-values:Item.tail"])
      guard case .migrated(let summary) = try migrator.apply(to: path) else {
        Issue.record("not migrated")
        return
      }
      #expect(summary.effects.named("recomputed") == [])
    }
  }
}
