package import SQLite
internal import SQLText
internal import StoreLayout
internal import Threads

/// Statements of a script for some tables, where no other statements concern these tables.
struct ScriptPart: Hashable, Sendable {
  /// The tables, by their old names.
  var tables: [String]
  /// These tables and the new ones, by their new names.
  var tablesAfter: [String]
  /// The positions of the statements in the script.
  var positions: [Int]
  /// The statements that create the new definitions of these tables in an empty database.
  var definitions: [String]
}

extension StoreScript {
  /// A script with the same outcome for a copy of a store, which recreates empty tables.
  ///
  /// With each `ALTER TABLE` SQLite reads the whole schema, so that altering each of a thousand tables takes
  /// half a minute, even with few objects. Making a script has already proved that the statements lead to
  /// these definitions.
  package func replacingEmptyTables(
    on connection: Connection
  ) throws(SQLiteError) -> StoreScript {
    var script = self
    var replaced: [ScriptPart] = []
    for part in parts.value where !part.tables.isEmpty {
      if try connection.areEmpty(part.tables) { replaced.append(part) }
    }
    guard !replaced.isEmpty else { return self }
    let left = Set(statements.indices).subtracting(replaced.flatMap(\.positions)).sorted()
    script.statements =
      replaced.flatMap(\.replacement) + left.map { statements[$0] }
    // For recreated tables, nothing is proved about the statements, but about the rows.
    for table in replaced.flatMap(\.tablesAfter) { script.redefinedTables[table] = nil }
    script.parts = Deferred { [] }
    return script
  }
}

extension ScriptPart {
  fileprivate var replacement: [ScriptStatement] {
    let table = tablesAfter.first ?? tables[0]
    return (tables.map { "DROP TABLE \($0.quotedName)" } + definitions).map {
      ScriptStatement($0, reason: "there are no rows", table: table)
    }
  }
}

extension Connection {
  /// Whether some tables have no rows.
  package func areEmpty(_ tables: [String]) throws(SQLiteError) -> Bool {
    try withStandIns { () throws(SQLiteError) in
      for table in tables {
        guard try integer("SELECT EXISTS (SELECT 1 FROM \(name: table))") == 0 else { return false }
      }
      return true
    }
  }
}
