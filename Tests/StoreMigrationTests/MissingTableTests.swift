import Diagnostics
import Foundation
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreMigration
import Testing
import TestSupport

/// Foreign keys to a table that is not there, which SQLite lets a database declare.
struct MissingTableTests {
  private static func text(_ version: String, _ changed: String) -> String {
    let attributes = ["c", "d"].map { name in
      """
        \(name):
          table: \(name)
          primaryKey: [id]
          attributes:
            id: {type: int, sqlType: INTEGER}
            x: {type: string, \(changed == name ? "default: ''" : "optional: true"), sqlType: TEXT}
      """
    }
    return "schema: M\nversion: \(version)\nentities:\n" + attributes.joined(separator: "\n")
  }

  private func migrate(
    changing table: String, other: String, parent: String = "missing(id)"
  ) throws -> Connection {
    let folder = FileManager.default.temporaryDirectory.appending(path: "missing-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/m.db"
    try Connection(path: path, mode: .create).executeScript(
      """
      CREATE TABLE p (y TEXT);
      CREATE TABLE c (id INTEGER PRIMARY KEY, other INTEGER REFERENCES \(parent), x TEXT);
      CREATE TABLE d (id INTEGER PRIMARY KEY, x TEXT, c INTEGER REFERENCES c(id));
      INSERT INTO c VALUES (1, \(other), 'a');
      INSERT INTO d VALUES (1, 'x', 1);
      """)
    let history = try SchemaHistory(Self.text("1.0.0", ""), Self.text("2.0.0", table))
    let options = MigrationOptions.testing { $0.source = Version(1) }
    _ = try Migrator(history: history, options: options).apply(to: path)
    let result = try Connection.inMemory()
    try result.executeScript("ATTACH '\(path)' AS m; CREATE TABLE c AS SELECT * FROM m.c; DETACH m")
    return result
  }

  @Test(arguments: ["c", "d"], ["missing(id)", "missing", "p", "p(z)"])
  func `a missing table is no obstacle where no row refers to it`(
    changed: String, parent: String
  ) throws {
    let found = try migrate(changing: changed, other: "NULL", parent: parent)
    #expect(try found.texts("SELECT x FROM c") == ["a"])
  }

  @Test(arguments: ["c", "d"])
  func `a missing table is no obstacle where rows refer to it, and they stay unchanged`(
    changed: String
  ) throws {
    let found = try migrate(changing: changed, other: "7")
    #expect(try found.rows("SELECT other, x FROM c") == [[.integer(7), .text("a")]])
  }
}
