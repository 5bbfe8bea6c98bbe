internal import SQLiteStore

/// Looks whether the tables are sound whose rows are to be written anew, with their indexes.
///
/// That takes a small part of the time that writing them anew does; other tables are not read.
struct TableDamage {
  let scripts: [StoreScript]
  let connection: Connection
  private static let detailCount = 5

  /// The damaged tables, sorted by name.
  func tables() throws(SQLiteError) -> [DamagedTable] {
    var damaged: [DamagedTable] = []
    for table in try rewrittenTables() {
      let details = try details(of: table)
      guard !details.isEmpty else { continue }
      damaged.append(DamagedTable(table, details: Array(details.prefix(Self.detailCount))))
    }
    return damaged
  }

  /// Where a later stage writes a table that has another name by then, every table counts.
  private func rewrittenTables() throws(SQLiteError) -> [String] {
    guard let first = scripts.first else { return [] }
    let present = Set(try connection.tableRoots().keys)
    let wanted = scripts.reduce(into: Set<String>()) { $0.formUnion($1.rewrittenTables) }
    let all = Set(first.source.definition.tables.map(\.name))
    return (wanted.isSubset(of: present) ? wanted : wanted.union(all)).intersection(present)
      .sorted()
  }

  /// What SQLite says is wrong with a table (https://www.sqlite.org/pragma.html#pragma_integrity_check).
  ///
  /// Values that are not as they are declared are no damage: they are told of by what they break.
  private func details(of table: String) throws(SQLiteError) -> [String] {
    do throws(SQLiteError) {
      let lines = try connection.texts(
        "PRAGMA integrity_check(\(raw: table.quotedText))")
      return lines.flatMap { $0.split(separator: "\n").map(String.init) }
        .filter { $0 != "ok" && !$0.hasPrefix("***") && !Self.isAboutValues($0) }
    } catch {
      switch error.primaryCode {
      case .corrupt, .notADatabase: return [error.message]
      // An index needs what only the app has. It cannot be made anew either, which is told then.
      case .error: return []
      default: throw error
      }
    }
  }

  private static func isAboutValues(_ line: String) -> Bool {
    line.hasPrefix("NULL value in ") || line.hasPrefix("CHECK constraint failed in ")
      || line.contains(" value in ")
  }
}
