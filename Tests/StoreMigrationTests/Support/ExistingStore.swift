import Diagnostics
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

/// An existing database in a folder of its own, with versions that describe it.
struct ExistingStore {
  let path: String
  let migrator: Migrator
  private let folder: TemporaryFolder

  /// Makes a database by SQL, which may call functions of the app, with the versions that texts describe,
  /// each without its first two lines.
  init(
    _ database: String, _ versions: [String], allowing allowed: Set<String> = [],
    calling functions: Set<String> = []
  ) throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/there.db"
    let connection = try Connection(path: path, mode: .create)
    try connection.standInForCollations()
    try connection.withStandInFunctions(named: functions) { () throws(SQLiteError) in
      try connection.executeScript(database)
    }
    let documents = try versions.enumerated().map { position, text in
      try SchemaReader.read(
        text: "schema: There\nversion: \(position + 1).0.0\n" + text, name: "V\(position + 1).yaml")
    }
    let options = MigrationOptions.testing {
      $0.source = Version(1)
      $0.allowedLosses = allowed
    }
    migrator = Migrator(history: SchemaHistory(documents), options: options)
  }

  /// The codes of the problems in a plan that would undo the migration, and why it cannot know all
  /// of them.
  func told() throws -> (codes: [String], gap: TrialGap?) {
    let plan = try migrator.plan(for: path)
    let codes = plan.obstacles.flatMap { MigrationError.refused([$0]).diagnostics(of: path) }
      .map(\.code)
    return (codes, plan.trialGap)
  }

  /// The reasons that prevent a plan or a migration, line by line; empty if nothing does.
  func refusals(of work: (Migrator, String) throws -> Void) -> [String] {
    do {
      try work(migrator, path)
      return []
    } catch let error as MigrationError {
      return error.diagnostics(of: path).map(\.rendered)
    } catch {
      return ["\(error)"]
    }
  }

  /// Migrates, and gives the rows of a query.
  func migrated(_ query: String) throws -> [String] {
    _ = try migrator.apply(to: path)
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(try connection.rows("PRAGMA foreign_key_check") == [])
    return try connection.rows(SQL(raw: query)).map { row in
      row.map(\.literal).joined(separator: " ")
    }
  }
}
