import Foundation
import SQLite
import StoreLayout
import StoreArchive

/// The content of a store: the version, the rows of every table, and whether its files exist.
struct StoreContent: Hashable {
  var version: String
  /// The sum of each table's rows, by the table's name; except the tables of the catalog.
  var tables: [String: ContentChecksum] = [:]
  /// The problems of the store file, or of the files that rows name.
  var damage: [String] = []

  /// Opens a store as the app would, so that SQLite repairs an interrupted write, and reads all of
  /// it.
  ///
  /// - Throws: what SQLite says, where it cannot be read.
  init(of path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    version = try connection.texts("SELECT version FROM _migrate_schema").joined()
    damage = try connection.texts("PRAGMA integrity_check").filter { $0 != "ok" }
    let names = try connection.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
    for name in names {
      tables[name] = try connection.checksum(ofTable: name)
      damage += try Self.lostFiles(of: name, on: connection, path)
    }
  }

  /// The files that rows name and that are not there whole.
  private static func lostFiles(
    of table: String, on connection: Connection, _ path: String
  ) throws -> [String] {
    let folder = ExternalFolder(ofStoreAt: path)
    let named = try connection.rows("SELECT * FROM \(name: table)").joined().compactMap { value in
      if case .text(let name) = value, ExternalFolder.isFileName(name) { name } else { nil }
    }
    return named.compactMap { name in
      do { try folder.prove(name) } catch { return "\(error)" }
      return nil
    }
  }
}
