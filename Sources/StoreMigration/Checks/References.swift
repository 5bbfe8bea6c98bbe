internal import StoreLayout
internal import SQLText
internal import SQLite
internal import StoreScript

/// Looks for references that lead nowhere.
struct References {
  private let connection: Connection
  /// The tables that stay as they are; keys between two of them are left out.
  private let kept: Set<String>
  /// The tables that the script makes, changes or drops, by every name, in small letters.
  private let scripted: Set<String>
  /// What is defined where views stand in for tables, which have no rowids; nil where none do.
  private let future: DatabaseDefinition?
  private static let exampleCount = 5

  /// The references of the whole store, before anything is done to it.
  static func all(_ connection: Connection) -> References {
    References(connection: connection, kept: [], scripted: [], future: nil)
  }

  /// The references that the script may break.
  ///
  /// Where no row is written, neither of the one table nor of the other, a reference leads where it
  /// led.
  static func mayBreak(_ script: StoreScript, _ connection: Connection) -> References {
    References(
      connection: connection, kept: script.keptTables, scripted: script.tablesSpokenOf, future: nil)
  }

  /// The references that the script would break, asked of views of what the tables of a definition will
  /// hold; some of them the script does not speak of.
  static func wouldBreak(
    _ script: StoreScript, _ connection: Connection, in definition: DatabaseDefinition,
    besides kept: Set<String>
  ) -> References {
    References(
      connection: connection, kept: script.keptTables.union(kept), scripted: script.tablesSpokenOf,
      future: definition)
  }

  /// The broken references of the foreign keys, in the order of the definition.
  func broken(in definition: DatabaseDefinition) throws -> [BrokenReference] {
    try keys(in: definition).compactMap { try broken($0.key, in: $0.table) }
  }

  /// The identities of the rows with a broken reference, by table.
  func identities(in definition: DatabaseDefinition) throws -> [String: Set<Int64>] {
    var result: [String: Set<Int64>] = [:]
    for (table, key) in keys(in: definition) {
      let found = try identities(of: key, in: table, limit: nil)
      if !found.isEmpty { result[table.name, default: []].formUnion(found) }
    }
    return result
  }

  private func keys(
    in definition: DatabaseDefinition
  ) -> [(table: TableDefinition, key: ForeignKeyDefinition)] {
    definition.tables.flatMap { table in
      table.foreignKeys
        .filter { !(kept.contains(table.name) && staysAsItIs($0, definition)) }
        .map { (table, definition.completed($0)) }
    }
  }

  /// Whether nothing happens to the table that a key leads to.
  ///
  /// To one that is not there and that the script does not speak of, nothing can.
  private func staysAsItIs(_ key: ForeignKeyDefinition, _ definition: DatabaseDefinition) -> Bool {
    kept.contains(key.table)
      || (!scripted.contains(key.table.asciiLowercased) && definition.parent(of: key) == nil)
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

  /// What the identities of a table's rows are called where they are told.
  private func identity(_ key: ForeignKeyDefinition, in table: TableDefinition) -> String {
    if table.isWithoutRowID { return key.columns[0] }
    // Another name of the rowid (https://www.sqlite.org/lang_createtable.html#rowid).
    let alias = table.columns.first {
      [$0.name] == table.primaryKey && $0.type.uppercased() == "INTEGER"
    }
    return alias?.name ?? "rowid"
  }

  /// The identities of rows with a broken reference; of a table without rowids, the references.
  private func identities(
    of key: ForeignKeyDefinition, in table: TableDefinition, limit: Int?
  ) throws -> [Int64] {
    let name = identity(key, in: table)
    guard future == nil || name != "rowid" else { return [] }
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
  /// The rows whose key leads to nothing: all that refer, where what they refer to is not there
  /// (https://www.sqlite.org/foreignkeys.html#fk_schemaerr).
  private func orphans(
    of key: ForeignKeyDefinition, in table: TableDefinition
  ) throws(SQLiteError) -> SQL {
    let columns = try columns(of: key)
    let isThere =
      !columns.isEmpty && !key.parentColumns.isEmpty
      && columns.union(["rowid", "_rowid_", "oid"])
        .isSuperset(of: key.parentColumns.map(\.asciiLowercased))
    return isThere
      ? Connection.orphans(of: key, in: table.name, comparingAs: types(for: key))
      : Connection.references(by: key, in: table.name)
  }

  /// The columns of what a key leads to, in small letters; none where it will not be there.
  private func columns(of key: ForeignKeyDefinition) throws(SQLiteError) -> Set<String> {
    if let future, future.parent(of: key) == nil, scripted.contains(key.table.asciiLowercased) {
      return []
    }
    return Set(try columns(of: key.table))
  }

  /// The declared types of the columns that a key leads to, by which SQLite compares it, and which
  /// columns of views may lack (https://www.sqlite.org/foreignkeys.html#fk_basics).
  private func types(for key: ForeignKeyDefinition) -> [String: String] {
    let columns = future?.parent(of: key)?.columns ?? []
    return Dictionary(columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
  }

  /// The columns of a table or a view, in small letters; none where there is none.
  private func columns(of table: String) throws(SQLiteError) -> [String] {
    try connection.texts("SELECT name FROM pragma_table_xinfo(\(table))").map(\.asciiLowercased)
  }
}

extension StoreScript {
  /// The tables that it makes, changes or drops, by every name, in small letters.
  fileprivate var tablesSpokenOf: Set<String> {
    let tables =
      steps.map(\.table) + source.definition.tables.map(\.name)
      + target.definition.tables.map(\.name)
    return Set(tables.map(\.asciiLowercased))
  }

  /// The tables that nothing happens to; their names are the same before and afterwards.
  var untouchedTables: Set<String> {
    Set(steps.filter { $0.way == .none }.map(\.table))
  }

  /// The tables to whose rows nothing is written; their names are the same before and afterwards.
  var keptTables: Set<String> { untouchedTables.union(redefinedTables.keys) }
}
