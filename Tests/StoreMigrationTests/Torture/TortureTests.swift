import Diagnostics
import Foundation
import MigrateKit
import SQLite
import SchemaExchange
import MigrationPlanner
import SchemaModel
import StoreCreation
import StoreMigration
import StoreVerification
import Testing

/// Data that other tools lose: each case shows the loss by their statements, and that `apply` keeps
/// the data or refuses.
struct TortureTests {
  @Test(arguments: TortureCase.all)
  func `other tools lose the data`(_ torture: TortureCase) throws {
    let connection = try Connection.inMemory()
    try connection.executeScript(torture.database)
    let before = try Self.answer(torture.question, connection)
    let isRun = (try? connection.executeScript(torture.naive)) != nil
    let question = torture.questionAfterwards ?? torture.question
    let after = isRun ? try? Self.answer(question, connection) : nil
    #expect(after != before)
  }

  @Test(arguments: TortureCase.all)
  func `apply keeps the data or says why not`(_ torture: TortureCase) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "torture-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/old.db"
    let connection = try Connection(path: path, mode: .create)
    try connection.executeScript(torture.database)
    let before = try Self.answer(torture.question, connection)
    let definitions = try connection.schemaObjects()
    let history = try Self.history(of: connection, torture)
    switch torture.outcome {
    case .kept:
      try Self.migrate(path, history, torture)
      let after = try Connection(path: path, mode: .readOnly)
      #expect(try Self.answer(torture.questionAfterwards ?? torture.question, after) == before)
      #expect(try after.value("PRAGMA integrity_check") == .text("ok"))
    case .refused(let message):
      #expect(Self.refusal(path, history, torture) == message)
      #expect(try Self.answer(torture.question, connection) == before)
      #expect(try connection.schemaObjects() == definitions)
    }
  }

  /// The version that an import finds, and the one after it.
  private static func history(
    of connection: Connection, _ torture: TortureCase
  ) throws -> SchemaHistory {
    let first = try DatabaseImporter.history(of: connection, name: "Old").versions[0]
    var second = first
    second.schema.version = Version(2)
    torture.change(&second)
    return SchemaHistory([first, second])
  }

  private static func migrate(
    _ path: String, _ history: SchemaHistory, _ torture: TortureCase
  ) throws {
    do throws(MigrationError) {
      _ = try Migrator(history: history, options: .testing(torture.options)).apply(to: path)
    } catch {
      for diagnostic in error.diagnostics(of: path) {
        Issue.record("\(diagnostic.code): \(diagnostic.message) \(diagnostic.notes)")
      }
    }
  }

  private static func refusal(
    _ path: String, _ history: SchemaHistory, _ torture: TortureCase
  ) -> String? {
    do throws(MigrationError) {
      _ = try Migrator(history: history, options: .testing(torture.options)).apply(to: path)
      return nil
    } catch {
      return error.diagnostics(of: path).first?.message
    }
  }

  private static func answer(_ question: String, _ connection: Connection) throws -> [String] {
    try connection.rows(SQL(raw: question)).map { $0.map(\.literal).joined(separator: " ") }
  }
}
