extension Connection {
  /// What SQLite finds wrong with the file, a line each; empty where that is nothing.
  ///
  /// The quick check leaves out the comparison of indexes with their tables. What it finds counts
  /// only where the whole check finds something, too: of a table `WITHOUT ROWID` whose key has its
  /// columns in another order, SQLite 3.40 takes values for NULL that are none
  /// (https://www.sqlite.org/pragma.html#pragma_quick_check).
  package func integrityProblems(isQuick: Bool, limit: Int) throws(SQLiteError) -> [String] {
    guard isQuick else { return try answers("integrity_check", limit) }
    let quick = try answers("quick_check", limit)
    if quick.isEmpty { return [] }
    do throws(SQLiteError) {
      return try answers("integrity_check", limit)
    } catch {
      // What the file is too damaged for says less than what was found already.
      guard error.primaryCode == .corrupt else { throw error }
      return quick
    }
  }

  private func answers(_ check: String, _ limit: Int) throws(SQLiteError) -> [String] {
    let lines = try texts("PRAGMA \(raw: check)(\(raw: "\(limit)"))")
    return lines == ["ok"] ? [] : lines
  }
}
