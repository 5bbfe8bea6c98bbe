import Diagnostics
import Foundation
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

/// A store in a folder of its own, which is deleted at the end of the test.
final class TestStore: Sendable {
  let folder: String
  let path: String
  private let own: TemporaryFolder

  /// Makes a store of a version, filled by SQL.
  init(
    _ document: SchemaDocument, filledBy content: String = "", in folder: String? = nil
  ) throws {
    own = try TemporaryFolder()
    self.folder = folder ?? own.path
    path = "\(self.folder)/library.store"
    try FileManager.default.createDirectory(
      atPath: self.folder, withIntermediateDirectories: true)
    try StoreCreator.create(at: path, of: document)
    try execute(content)
  }

  /// Changes the store as any program could.
  func execute(_ script: String) throws {
    try Connection(path: path, mode: .readWrite).executeScript(script)
  }

  /// The rows of a query.
  func rows(_ sql: SQL) throws -> [[SQLValue]] {
    try Connection(path: path, mode: .readOnly).rows(sql)
  }

  /// The rows of a query, each as its values with spaces between.
  func lines(_ sql: String) throws -> [String] {
    try rows(SQL(raw: sql)).map { row in
      row.map { if case .text(let text) = $0 { text } else { $0.literal } }
        .joined(separator: " ")
    }
  }

  /// Every definition and every row of the store, as text; in any order that is not content.
  func dump(of file: String? = nil) throws -> [String] {
    let connection = try Connection(path: file ?? path, mode: .readOnly)
    var lines: [String] = []
    for object in try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      lines.append(object.map(\.text).joined(separator: "|"))
    }
    let tables: SQL = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    for table in try connection.texts(tables) {
      for row in try connection.rows("SELECT * FROM \(name: table)") {
        lines.append("\(table): " + row.map(\.text).joined(separator: "|"))
      }
    }
    return lines.sorted()
  }

  /// The names of the files in the folder, sorted.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }
}

extension SQLValue {
  /// The value with its storage class.
  fileprivate var text: String { "\(self)" }
}

extension SchemaHistory {
  /// The versions that texts spell, the first whole and each other one the next version of it.
  init(_ texts: String...) throws {
    self.init(
      try texts.enumerated().map { position, text in
        try SchemaReader.read(text: text, name: "V\(position + 1).yaml")
      })
  }

  /// The document of the oldest version.
  var oldest: SchemaDocument { versions[0] }
}

extension MigrationOptions {
  /// Options under which two runs do the same, without waiting for locks.
  static func testing(_ change: (inout MigrationOptions) -> Void = { _ in }) -> MigrationOptions {
    var options = MigrationOptions()
    (options.patience, options.seed, options.toolVersion) = (0.1, "seed", "test")
    options.clock = { 1000 }
    change(&options)
    return options
  }
}

/// The error that a migration ends with; nil where it ends well.
func failure(
  of store: TestStore, _ history: SchemaHistory, _ options: MigrationOptions = .testing(),
  following plan: PlanFile? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> MigrationError? {
  let law = TrialLaw(store, history, options)
  do throws(MigrationError) {
    let outcome = try Migrator(history: history, options: options)
      .apply(to: store.path, following: plan)
    if case .migrated(let summary) = outcome {
      law.check(summary, sourceLocation: sourceLocation)
    }
    return nil
  } catch {
    law.check(error, sourceLocation: sourceLocation)
    return error
  }
}

/// The summary of a migration that must end well.
func migrated(
  _ store: TestStore, _ history: SchemaHistory, _ options: MigrationOptions = .testing(),
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> MigrationSummary {
  let law = TrialLaw(store, history, options)
  do throws(MigrationError) {
    let outcome = try Migrator(history: history, options: options).apply(to: store.path)
    guard case .migrated(let summary) = outcome else {
      Issue.record("not migrated: \(outcome)", sourceLocation: sourceLocation)
      throw MigrationError.refused([])
    }
    law.check(summary, sourceLocation: sourceLocation)
    return summary
  } catch {
    for diagnostic in error.diagnostics(of: store.path) {
      Issue.record("\(diagnostic.code): \(diagnostic.message)", sourceLocation: sourceLocation)
    }
    throw error
  }
}
