internal import SQLite

/// SQLite's own check of the file (https://www.sqlite.org/pragma.html#pragma_integrity_check).
struct IntegrityCheck {
  let connection: Connection
  /// Whether to leave out the comparison of indexes with their tables.
  let isQuick: Bool

  /// Enough to see what is wrong; a badly damaged file would yield thousands.
  private static let limit = 20

  /// - Throws: ``SQLite/SQLiteError`` where the reading was interrupted or locked out, or the
  ///   disk failed to read.
  func findings() throws(SQLiteError) -> [Finding] {
    do throws(SQLiteError) {
      let lines = try connection.integrityProblems(isQuick: isQuick, limit: Self.limit)
      if lines.isEmpty { return [] }
      if let failure = connection.diskFailure { throw failure }
      return lines.flatMap(Self.details).map(Finding.init(detail:))
    } catch {
      guard error.isAboutTheStore else { throw error }
      return [error.finding]
    }
  }

  /// The first line of a tree's report only names the tree.
  private static func details(_ report: String) -> [String] {
    report.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("***") }
  }
}

extension Finding {
  fileprivate init(detail: String) { self.init(.damagedStore(detail: detail)) }
}
