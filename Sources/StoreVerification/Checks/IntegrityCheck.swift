internal import SQLite

/// SQLite's own check of the file (https://www.sqlite.org/pragma.html#pragma_integrity_check).
struct IntegrityCheck {
  let connection: Connection
  /// Whether to skip the comparison of indexes with their tables.
  let isQuick: Bool

  /// The largest number of problems to read: a badly damaged file would yield thousands.
  private static let limit = 20

  /// The damage that the check finds, and the rows that break the definition of their own table.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted or locked out, or if the disk failed to
  ///   read.
  func findings() throws(SQLiteError) -> [Finding] {
    do throws(SQLiteError) {
      let lines = try connection.integrityProblems(isQuick: isQuick, limit: Self.limit)
      if let failure = lines.isEmpty ? nil : connection.diskFailure { throw failure }
      let damage = damage(in: lines.filter { !$0.isAboutValues })
      return try damage + (damage.isEmpty ? ConstraintCheck(connection).findings(lines) : [])
    } catch {
      guard error.isAboutTheStore else { throw error }
      return [error.finding]
    }
  }

  /// The damage among the lines of a check.
  private func damage(in lines: [String]) -> [Finding] {
    let details = Self.joined(lines.flatMap(Self.details), isCut: lines.count == Self.limit)
    // Damage of only an index is separate, because an index can be rebuilt.
    let kinds = [
      details.filter { !$0.contains(" index ") }, details.filter { $0.contains(" index ") },
    ]
    return kinds.compactMap { kind in
      kind.first.map { Finding(.damagedStore(detail: $0), count: Int64(kind.count)) }
    }
  }

  /// The details of a report; the first line of a tree's report only names the tree.
  private static func details(_ report: String) -> [String] {
    report.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("***") }
  }

  /// The details, with a single one for all unused pages.
  ///
  /// It is the last, because the damage that made the pages unreachable says more.
  private static func joined(_ details: [String], isCut: Bool) -> [String] {
    let unused = details.filter { $0.wholeMatch(of: /Page \d+(:| is) never used/) != nil }
    guard unused.count > 1 else { return details }
    return details.filter { !unused.contains($0) }
      + ["\(unused.count)\(isCut ? " or more" : "") pages are never used"]
  }
}
