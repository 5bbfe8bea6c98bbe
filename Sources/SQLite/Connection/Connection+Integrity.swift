extension Connection {
  /// What SQLite finds wrong with the file, a line each; empty where that is nothing.
  ///
  /// The quick check leaves out the comparison of indexes with their tables. What it finds counts
  /// only where the whole check finds something, too: of a table `WITHOUT ROWID` whose key has its
  /// columns in another order, SQLite 3.40 takes values for NULL that are none
  /// (https://www.sqlite.org/pragma.html#pragma_quick_check).
  package func integrityProblems(isQuick: Bool, limit: Int) throws(SQLiteError) -> [String] {
    guard isQuick else { return try allProblems(limit) }
    let quick: [String]
    do throws(SQLiteError) {
      quick = try answers("quick_check", "\(limit)")
    } catch {
      guard error.primaryCode == .error else { throw error }
      return try problemsByTable(limit)
    }
    return quick.isEmpty ? [] : try allProblems(limit)
  }

  /// Whether SQLite finds nothing wrong with the file; false, too, where it cannot look at all of it.
  package func isSound() throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      return try answers("integrity_check", "1").isEmpty
    } catch {
      switch error.primaryCode {
      case .error, .corrupt, .notADatabase: return false
      default: throw error
      }
    }
  }

  /// What SQLite finds wrong with a table and its indexes, a line each
  /// (https://www.sqlite.org/pragma.html#pragma_integrity_check).
  ///
  /// Nothing where an index needs a function or a collation that only the app has.
  package func integrityProblems(ofTable table: String) throws(SQLiteError) -> [String] {
    do throws(SQLiteError) {
      return try answers("integrity_check", table.quotedText)
    } catch {
      switch error.primaryCode {
      case .corrupt, .notADatabase: return [error.message]
      case .error: return []
      default: throw error
      }
    }
  }

  private func allProblems(_ limit: Int) throws(SQLiteError) -> [String] {
    do throws(SQLiteError) {
      return try answers("integrity_check", "\(limit)")
    } catch {
      switch error.primaryCode {
      case .error: return try problemsByTable(limit)
      case .corrupt:
        // What the file is too damaged for says less than the quick check.
        let quick = try answers("quick_check", "\(limit)")
        guard quick.isEmpty else { return quick }
        throw error
      default: throw error
      }
    }
  }

  /// One index that needs what only the app has ends the check of all tables, and so each is asked
  /// by itself.
  private func problemsByTable(_ limit: Int) throws(SQLiteError) -> [String] {
    var problems: [String] = []
    let tables = try texts("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    for table in tables where problems.count < limit {
      problems += try integrityProblems(ofTable: table)
    }
    return Array(problems.prefix(limit))
  }

  private func answers(_ check: String, _ argument: String) throws(SQLiteError) -> [String] {
    let lines = try texts("PRAGMA \(raw: check)(\(raw: argument))")
    return lines == ["ok"] ? [] : lines
  }
}
