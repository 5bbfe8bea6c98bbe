extension Connection {
  /// The problems that SQLite finds in the file, a line each; empty if it finds none.
  ///
  /// The quick check leaves out the comparison of indexes with their tables. Its findings count only if the
  /// whole check finds something, too: for a table `WITHOUT ROWID` whose key has its columns in another
  /// order, SQLite 3.40 takes other values for NULL (https://www.sqlite.org/pragma.html#pragma_quick_check).
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

  /// Whether SQLite finds no problem in the file; false, too, if it cannot read all of it.
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

  /// The problems that SQLite finds in a table and its indexes, a line each
  /// (https://www.sqlite.org/pragma.html#pragma_integrity_check).
  ///
  /// Empty if an index needs a function or a collation that only the app has.
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
        // An error from a damaged file says less than the quick check.
        let quick = try answers("quick_check", "\(limit)")
        guard quick.isEmpty else { return quick }
        throw error
      default: throw error
      }
    }
  }

  /// The problems of each table by itself, because a single index that needs the app's functions ends the
  /// check of all tables.
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
