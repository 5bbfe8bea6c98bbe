internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Checks the tables whose rows are to be rewritten, and their indexes, for damage.
///
/// This takes a fraction of the time of rewriting them; other tables are not read.
struct TableDamage {
  let scripts: [StoreScript]
  let connection: Connection
  private static let detailCount = 5

  /// The damaged tables, sorted by name.
  func tables() throws(SQLiteError) -> [DamagedTable] {
    let suspects = try rewrittenTables()
    // A check of one table makes SQLite go through all tables.
    if try hasAllTables(suspects), try connection.isSound() { return [] }
    var damaged: [DamagedTable] = []
    for table in suspects {
      guard let found = try Self.damage(of: table, on: connection) else { continue }
      damaged.append(found)
    }
    return damaged
  }

  /// The tables to check; all tables if a later stage rewrites one that has another name by then.
  func rewrittenTables() throws(SQLiteError) -> [String] {
    guard let first = scripts.first else { return [] }
    let present = Set(try connection.tableRoots().keys)
    let wanted = scripts.reduce(into: Set<String>()) { $0.formUnion($1.rewrittenTables) }
    let all = Set(first.source.definition.tables.map(\.name))
    return (wanted.isSubset(of: present) ? wanted : wanted.union(all)).intersection(present)
      .sorted()
  }

  private func hasAllTables(_ tables: [String]) throws(SQLiteError) -> Bool {
    let others = Set(try connection.tableRoots().keys).subtracting(tables)
    return others.isSubset(of: StoreCatalog.definition.tables.map(\.name))
  }

  /// A table with its problems; nil if it is sound.
  ///
  /// Values of another type than declared are not damage: they are reported by the demands that they break.
  static func damage(of table: String, on connection: Connection) throws(SQLiteError)
    -> DamagedTable?
  {
    let details = try connection.integrityProblems(ofTable: table)
      .flatMap { $0.split(separator: "\n").map(String.init) }
      .filter { !$0.hasPrefix("***") && !$0.isAboutValues }
    return details.isEmpty
      ? nil : DamagedTable(table: table, details: Array(details.prefix(detailCount)))
  }
}
