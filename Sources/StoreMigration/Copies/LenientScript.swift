internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Carries a script out on a copy of a store, even if its rows break constraints.
///
/// The tables that it makes have no constraints, so that each row arrives with its values, and all other
/// properties can be queried. Indexes over rows that are not unique are left out.
struct LenientScript {
  let script: StoreScript
  /// The copy, with functions that return NULL for values that they refuse.
  let connection: Connection

  /// Runs all statements.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if a statement fails nevertheless.
  func run() throws(SQLiteError) {
    for statement in script.statements { try run(statement) }
  }

  /// Runs the statements that renumber objects, and all statements before them.
  ///
  /// - Returns: The temporary tables of the new identities, in order.
  func renumber() throws(SQLiteError) -> [String] {
    var numbers: [String] = []
    for statement in script.statements where numbers.count < script.renumberings.count {
      if statement.rewrite == .ends {
        let name = "_migrate_numbers_\(numbers.count)"
        try connection.execute("ALTER TABLE temp._migrate_numbers RENAME TO \(name: name)")
        numbers.append(name)
      } else {
        try run(statement)
      }
    }
    return numbers
  }

  private func run(_ statement: ScriptStatement) throws(SQLiteError) {
    do throws(SQLiteError) {
      try connection.execute(SQL(raw: Self.relaxed(statement.sql, keepingKeys: true)))
    } catch {
      guard error.primaryCode == .constraint else { throw error }
      if statement.sql.hasPrefix("CREATE UNIQUE INDEX ") { return }
      try fillWithoutKeys(statement, orThrow: error)
    }
  }

  /// Fills an existing table without the unique keys that its own statement declares.
  private func fillWithoutKeys(
    _ statement: ScriptStatement, orThrow error: SQLiteError
  ) throws(SQLiteError) {
    guard statement.insertsRows, script.target.existingTables[statement.table] != nil,
      let made = script.statements.first(where: {
        $0.table == statement.table && $0.sql.hasPrefix(Self.creation)
      })
    else { throw error }
    let relaxed = Self.relaxed(made.sql, keepingKeys: false)
    try connection.execute("DROP TABLE \(name: TableText(relaxed).name)")
    try connection.execute(SQL(raw: relaxed))
    try connection.execute(SQL(raw: statement.sql))
  }

  private static let creation = "CREATE TABLE "

  private static func relaxed(_ sql: String, keepingKeys: Bool) -> String {
    guard sql.hasPrefix(creation) else { return sql }
    var text = TableText(sql)
    text.relax(keepingKeys: keepingKeys)
    return text.sql
  }
}

extension SQLiteError {
  /// Whether the values of a row are the reason, and not the machine or the moment.
  var isAboutRows: Bool {
    switch primaryCode {
    case .constraint, .error, .mismatch, .tooBig: true
    default: false
    }
  }
}
