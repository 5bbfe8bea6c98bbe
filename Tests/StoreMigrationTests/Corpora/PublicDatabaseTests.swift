import Diagnostics
import Foundation
import MigrateKit
import SQLite
import StoreLayout
import SchemaExchange
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreCreation
import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// Public databases, if they lie next to the repository: they are imported, migrated in their own
/// layout, and lose nothing.
@Suite(.enabled(if: PublicDatabase.folder != nil, "there is no ../shared/corpora"))
struct PublicDatabaseTests {
  @Test(arguments: PublicDatabase.all)
  func `an imported schema describes the database, and reads back the same`(
    _ database: PublicDatabase
  ) throws {
    let copy = try DatabaseCopy(of: database)
    let document = try copy.imported()
    let text = SchemaWriter.yaml(of: document)
    #expect(try SchemaReader.read(text: text, name: "V1.yaml").schema == document.schema)
    let inspection = Migrator(history: SchemaHistory([document])).inspect(copy.path)
    #expect(inspection.state == .sound(document.schema.version))
    var options = VerificationOptions()
    options.history = SchemaHistory([document])
    let report = try StoreVerifier.verify(storeAt: copy.path, options: options)
    #expect(report.findings.map(\.message) == database.findings)
  }

  @Test(arguments: PublicDatabase.all)
  func `every table is rewritten, and views, triggers, indexes and rows stay`(
    _ database: PublicDatabase
  ) throws {
    let copy = try DatabaseCopy(of: database)
    let first = try copy.imported()
    var second = first
    second.schema.version = Version(first.schema.version.major + 1)
    for place in second.schema.entities.indices { second.schema.entities[place].touch() }
    let history = SchemaHistory([first, second])
    let (rows, objects) = (try copy.rows(of: first.schema), try copy.definitions())
    var options = MigrationOptions.testing()
    options.carriesBrokenReferences = true
    let outcome: MigrationOutcome
    do throws(MigrationError) {
      outcome = try Migrator(history: history, options: options).apply(to: copy.path)
    } catch {
      Issue.record("\(error.diagnostics(of: copy.path).map { ($0.message, $0.notes) })")
      return
    }
    guard case .migrated(let summary) = outcome else {
      Issue.record("not migrated: \(outcome)")
      return
    }
    #expect(summary.rowsRewritten > 0)
    #expect(try copy.rows(of: first.schema) == rows)
    #expect(try copy.definitions() == objects)
    #expect(Migrator(history: history).inspect(copy.path).state == .sound(second.schema.version))
    #expect(
      try Connection(path: copy.path, mode: .readOnly).value("PRAGMA integrity_check")
        == .text("ok"))
  }
}

/// A database of the corpora.
struct PublicDatabase: CustomTestStringConvertible {
  let path: String
  /// What is wrong with it as it is.
  var findings: [String] = []

  var testDescription: String { path }

  static let folder: URL? = {
    let url = BuiltProducts.repository.appending(path: "../shared/corpora/sqlite")
      .standardizedFileURL
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }()

  static let all = [
    PublicDatabase(
      path: "lerocha+chinook-database/ChinookDatabase/DataSources/Chinook_Sqlite.sqlite"),
    PublicDatabase(
      path:
        "lerocha+chinook-database/ChinookDatabase/DataSources/Chinook_Sqlite_AutoIncrementPKs.sqlite"
    ),
    PublicDatabase(path: "imba-tjd+northwind-SQLite3/Northwind_small.sqlite"),
    PublicDatabase(path: "jpwhite3+northwind-SQLite3/src/create.sql"),
  ]
}

/// A database of the corpora in a folder of its own, made of its script where it is one.
private final class DatabaseCopy {
  let folder: String
  let path: String

  init(of database: PublicDatabase) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "corpus-\(UUID())").path
    path = "\(folder)/database.db"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let source = PublicDatabase.folder?.appending(path: database.path).path ?? ""
    if source.hasSuffix(".sql") {
      let script = try String(contentsOfFile: source, encoding: .utf8)
      try Connection(path: path, mode: .create).executeScript(script)
    } else {
      try Data(contentsOf: URL(filePath: source)).write(to: URL(filePath: path))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func imported() throws -> SchemaDocument {
    try DatabaseImporter.history(of: path).versions[0]
  }

  /// A checksum of every table by the columns that a schema names, and of every rowid.
  func rows(of schema: Schema) throws -> [String: ContentChecksum] {
    let connection = try Connection(path: path, mode: .readOnly)
    let layout = StoreLayout(of: schema)
    var result: [String: ContentChecksum] = [:]
    for table in layout.definition.tables {
      result[table.name] = try connection.checksum(
        ofTable: table.name, columns: table.columns.map(\.name))
    }
    return result
  }

  /// Every index, trigger and view, word for word; and the statements of the tables without the
  /// words that the second version adds.
  func definitions() throws -> [String] {
    try Connection(path: path, mode: .readOnly).schemaObjects()
      .filter { !$0.id.name.hasPrefix("_migrate_") }
      .map { object in
        object.sql.replacing("CREATE TABLE \"\(object.id.name)\"", with: "CREATE TABLE")
          .replacing("CREATE TABLE [\(object.id.name)]", with: "CREATE TABLE")
          .replacing("CREATE TABLE \(object.id.name)", with: "CREATE TABLE")
          .replacing(",\n  \"_added_\" REAL NOT NULL", with: "")
      }
  }
}

extension Entity {
  /// Asks for a column that no `ALTER TABLE` adds: its value is not its default.
  fileprivate mutating func touch() {
    attributes.append(
      Attribute("added", .date, isOptional: false, defaultValue: .now, column: "_added_"))
  }
}
