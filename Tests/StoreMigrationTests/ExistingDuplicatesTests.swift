import Diagnostics
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import StoreCreation
import StoreMigration
import Testing
import TestSupport

/// Values that an expression makes equal, in an existing database.
struct ExistingDuplicatesTests {
  private static let first = """
    schema: Shelf
    version: 1.0.0
    entities:
      book:
        table: book
        primaryKey: [isbn]
        attributes:
          isbn: {type: int, sqlType: INTEGER}
          title: {type: string, optional: true, sqlType: TEXT}
        unique: [[title]]

    """

  @Test func `duplicates are reported before the migration begins`() throws {
    let history = try SchemaHistory(
      Self.first,
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
        + "migration: {map: {book: {title: {using: lower(title)}}}}\n")
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/shelf.db"
    try Connection(path: path, mode: .create).executeScript(
      """
      CREATE TABLE book (isbn INTEGER PRIMARY KEY, title TEXT UNIQUE);
      INSERT INTO book VALUES (7, 'A'), (8, 'a'), (9, 'b'), (10, NULL);
      """)
    let options = MigrationOptions.testing {
      $0.source = Version(1)
      $0.allowedLosses = ["rewrite-attribute:book.title"]
    }
    let plan = try Migrator(history: history, options: options).plan(for: path)
    #expect(plan.trialGap == nil)
    #expect(
      plan.obstacles.flatMap { MigrationError.refused([$0]).diagnostics(of: path) }.map(\.code)
        == ["duplicates"])
    #expect(throws: MigrationError.self) {
      _ = try Migrator(history: history, options: options).apply(to: path)
    }
    try Connection(path: path, mode: .readWrite).executeScript("DELETE FROM book WHERE isbn = 8")
    #expect(try Migrator(history: history, options: options).plan(for: path).obstacles == [])
    _ = try Migrator(history: history, options: options).apply(to: path)
  }
}
