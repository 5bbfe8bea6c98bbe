internal import StoreLayout
internal import SQLText
internal import SQLite
internal import StoreScript

/// Finds references that lead nowhere.
struct References {
  private let connection: Connection
  /// The unchanged tables; keys between two of them are left out.
  private let kept: Set<String>
  /// The tables that the script creates, changes or drops, by every name, in lower case.
  private let scripted: Set<String>
  /// The script to carry out; nil if only the current state is examined.
  private let script: StoreScript?
  private static let exampleCount = 5

  /// The references of the whole store, before any change.
  static func all(_ connection: Connection) -> References {
    References(connection: connection, kept: [], scripted: [], script: nil)
  }

  /// The references that the script may break.
  ///
  /// If no row is written in either table, a reference leads where it did.
  static func mayBreak(_ script: StoreScript, _ connection: Connection) -> References {
    References(
      connection: connection, kept: script.keptTables, scripted: script.tablesSpokenOf,
      script: script)
  }

  /// The broken references of the foreign keys, in the order of the definition.
  func broken(in definition: DatabaseDefinition) throws -> [BrokenReference] {
    try keys(in: definition).compactMap { try broken($0.key, in: $0.table) }
  }

  /// The identities of the rows with a broken reference, by table.
  func identities(in definition: DatabaseDefinition) throws -> [String: Set<Int64>] {
    var result: [String: Set<Int64>] = [:]
    for (table, key) in try keys(in: definition) {
      let found = try identities(of: key, in: table, limit: nil)
      if !found.isEmpty { result[table.name, default: []].formUnion(found) }
    }
    return result
  }

  private func keys(
    in definition: DatabaseDefinition
  ) throws -> [(table: TableDefinition, key: ForeignKeyDefinition)] {
    try definition.tables.flatMap { table in
      try table.foreignKeys
        .filter { hasParent($0, definition) }
        .filter { !(kept.contains(table.name) && kept.contains($0.table)) }
        .map { (table, definition.completed($0)) }
        .filter { try !neverLed($0.1) && isComparable($0.1, in: table) }
    }
  }

  /// Whether SQLite has the collation of a key.
  ///
  /// If only the app has the collation, the key must lead where it did.
  ///
  /// - Throws: ``MigrationFailure/script(_:)`` if the script writes values that the key compares.
  private func isComparable(_ key: ForeignKeyDefinition, in table: TableDefinition) throws -> Bool {
    do throws(SQLiteError) {
      _ = try connection.prepare("SELECT 1 FROM \(try orphans(of: key, in: table))")
      return true
    } catch {
      guard let part = error.missingPart else { throw error }
      guard script?.keeps(key, of: table.name) ?? true else {
        throw MigrationFailure.script(
          .needing(part, table.name, for: "its foreign key to '\(key.table)'"))
      }
      return false
    }
  }

  /// Whether the parent table of a key exists, or is one of the script's.
  ///
  /// Any other parent is missing before and afterwards: the app creates it, or the rows never led anywhere.
  private func hasParent(_ key: ForeignKeyDefinition, _ definition: DatabaseDefinition) -> Bool {
    scripted.contains(key.table.asciiLowercased) || definition.parent(of: key) != nil
  }

  /// Whether a key leads to columns that its parent did not have before the script, so that no row ever led
  /// anywhere.
  private func neverLed(_ key: ForeignKeyDefinition) throws -> Bool {
    guard try !Self.has(columns(of: key.table), key) else { return false }
    guard let script else { return true }
    // The script drops no column that the model does not name.
    return script.source.definition.parent(of: key).map { !Self.has($0.columns.map(\.name), key) }
      ?? false
  }

  private func broken(
    _ key: ForeignKeyDefinition, in table: TableDefinition
  ) throws -> BrokenReference? {
    let orphans = try orphans(of: key, in: table)
    let count = try connection.integer("SELECT count(*) FROM \(orphans)") ?? 0
    guard count > 0 else { return nil }
    let examples = try identities(of: key, in: table, limit: Self.exampleCount)
    return BrokenReference(
      table: table.name, column: key.columns.joined(separator: ", "), destination: key.table,
      count: count, examples: examples, identity: identity(key, in: table))
  }

  /// The name under which the identities of a table's rows are reported.
  private func identity(_ key: ForeignKeyDefinition, in table: TableDefinition) -> String {
    if table.isWithoutRowID { return key.columns[0] }
    // An alias of the rowid (https://www.sqlite.org/lang_createtable.html#rowid).
    let alias = table.columns.first {
      [$0.name] == table.primaryKey && $0.type.uppercased() == "INTEGER"
    }
    return alias?.name ?? "rowid"
  }

  /// The identities of rows with a broken reference; for a table without rowids, the references.
  private func identities(
    of key: ForeignKeyDefinition, in table: TableDefinition, limit: Int?
  ) throws -> [Int64] {
    let name = identity(key, in: table)
    let identity: SQL = name == "rowid" ? "rowid" : "\(name: name)"
    let orphans = try orphans(of: key, in: table)
    let statement = try connection.prepare(
      "SELECT _child.\(identity) FROM \(orphans) ORDER BY 1 LIMIT \(Int64(limit ?? -1))")
    var result: [Int64] = []
    while try statement.step() { result.append(statement.integer(at: 0)) }
    return result
  }
}

extension References {
  /// The rows whose key leads nowhere: all rows with a reference, if the parent table or column is missing
  /// (https://www.sqlite.org/foreignkeys.html#fk_schemaerr).
  private func orphans(
    of key: ForeignKeyDefinition, in table: TableDefinition
  ) throws(SQLiteError) -> SQL {
    let columns = try columns(of: key.table)
    let isThere = !columns.isEmpty && !key.parentColumns.isEmpty && Self.has(columns, key)
    return isThere
      ? Connection.orphans(of: key, in: table.name)
      : Connection.references(by: key, in: table.name)
  }

  /// Whether the columns of a table are enough for a key that leads to it.
  private static func has(_ columns: [String], _ key: ForeignKeyDefinition) -> Bool {
    Set(columns.map(\.asciiLowercased)).union(["rowid", "_rowid_", "oid"])
      .isSuperset(of: key.parentColumns.map(\.asciiLowercased))
  }

  /// The columns of a table; empty if the table does not exist.
  private func columns(of table: String) throws(SQLiteError) -> [String] {
    try connection.texts("SELECT name FROM pragma_table_xinfo(\(table))")
  }
}

extension StoreScript {
  /// The tables that it creates, changes or drops, by every name, in lower case.
  fileprivate var tablesSpokenOf: Set<String> {
    let tables =
      steps.map(\.table) + source.definition.tables.map(\.name)
      + target.definition.tables.map(\.name)
    return Set(tables.map(\.asciiLowercased))
  }

  /// Whether the columns of a table's key keep their values.
  ///
  /// If the key needs a collation that only the app has, nothing can write to the rows that it leads to.
  fileprivate func keeps(_ key: ForeignKeyDefinition, of table: String) -> Bool {
    keptTables.contains(table) || !tablesSpokenOf.contains(table.asciiLowercased)
      || conservation.contains {
        $0.table == table && Set($0.columns).isSuperset(of: key.columns)
      }
  }

  /// The unchanged tables; their names are the same before and afterwards.
  var untouchedTables: Set<String> {
    Set(steps.filter { $0.way == .none }.map(\.table))
  }

  /// The tables whose rows are not written; their names are the same before and afterwards.
  var keptTables: Set<String> { untouchedTables.union(redefinedTables.keys) }
}
