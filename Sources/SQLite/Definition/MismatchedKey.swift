internal import SQLText

/// A foreign key that leads to columns that are not a key, so that SQLite cannot enforce it
/// (https://www.sqlite.org/foreignkeys.html#fk_schemaerr).
package struct MismatchedKey: Identifiable {
  /// The identity of the key: its table and columns, whichever table it leads to.
  package struct ID: Hashable {
    var table: String
    var columns: [String]
  }

  /// The table that has it.
  package var table: String
  /// Its columns.
  var columns: [String]
  /// The table that it leads to.
  package var parent: String

  package var id: ID { ID(table: table.asciiLowercased, columns: columns.map(\.asciiLowercased)) }
}

extension Connection {
  /// The foreign keys, of tables that may be written to, whose parent columns are not a key.
  ///
  /// Links to a primary key, like all that 'migrate' creates, need no check. For a table SQLite reports only
  /// the first mismatch; each key is then checked by itself, on a temporary table.
  ///
  /// - Throws: ``SQLiteError`` for any error other than a mismatch.
  package func mismatchedKeys(in found: DatabaseDefinition) throws(SQLiteError) -> [MismatchedKey] {
    let keys = Dictionary(
      found.tables.map { ($0.name.asciiLowercased, $0.primaryKey) },
      uniquingKeysWith: { first, _ in first })
    var result: [MismatchedKey] = []
    for table in found.tables {
      let isAsked = table.foreignKeys.contains { key in
        !key.parentColumns.isEmpty
          && keys[key.table.asciiLowercased].map { $0 != key.parentColumns } == true
      }
      guard isAsked, try hasMismatchedKey(table.name) else { continue }
      for key in table.foreignKeys where try isMismatched(key) {
        result.append(MismatchedKey(table: table.name, columns: key.columns, parent: key.table))
      }
    }
    return result
  }

  /// Whether a foreign key of a table leads to columns that are not a key.
  package func hasMismatchedKey(_ table: String) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      _ = try prepare("PRAGMA foreign_key_check(\(name: table))")
      return false
    } catch {
      // A key whose parent has a collation that only the app registers was found.
      guard !error.lacksCollation else { return false }
      guard error.message.hasPrefix("foreign key mismatch") else { throw error }
      return true
    }
  }

  private func isMismatched(_ key: ForeignKeyDefinition) throws(SQLiteError) -> Bool {
    let probe = "_migrate_probe"
    let parent = key.parentColumns.isEmpty ? "" : " (\(key.parentColumns.quotedNames))"
    try execute(
      """
      CREATE TABLE \(name: probe) (\(names: key.columns), FOREIGN KEY (\(names: key.columns)) \
      REFERENCES \(name: key.table)\(raw: parent))
      """)
    let result = try hasMismatchedKey(probe)
    try execute("DROP TABLE \(name: probe)")
    return result
  }
}
