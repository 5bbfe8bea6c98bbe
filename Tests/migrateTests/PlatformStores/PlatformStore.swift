import Foundation
import SQLite
import SchemaModel

/// A store as Core Data leaves one while an app runs: what it says of its model lies in the
/// write-ahead log alone.
final class PlatformStore {
  /// The connection that keeps the log from being written back.
  private let connection: Connection

  /// Makes a store with the version hashes of a schema, and with the tables and rows of a script.
  init(path: String, of schema: Schema, label: String, script: String = "") throws {
    connection = try Connection(path: path, mode: .create)
    _ = try connection.value("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA wal_autocheckpoint = 0")
    try connection.execute(
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
    let hashes = schema.versionHashes().compactMapValues { $0.value.map { Data($0.bytes) } }
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
        "NSStoreModelVersionIdentifiers": [label], "NSPersistenceFrameworkVersion": 1414,
        "NSStoreType": "SQLite", "token": "of the app",
      ], format: .binary, options: 0)
    try connection.execute(
      "INSERT INTO Z_METADATA VALUES (1, '6A3F0E1C-52B7-4D0A-9E38-0C1D2B3A4F50', \(.blob(Array(list))))"
    )
    try connection.executeScript(script)
  }
}
