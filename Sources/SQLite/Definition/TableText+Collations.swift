internal import SQLText

extension TableText {
  /// The collation by which values of a column are compared, where it says one; `nocase` for
  /// `COLLATE "NoCase"` (https://www.sqlite.org/datatype3.html#collation).
  private func collation(of column: String) -> String? {
    let clause = self.column(named: column)?.clauses.first { $0.kind == .collation }
    return clause?.body.dropFirst().first.map { tokens[$0].name.asciiLowercased }
  }

  /// The same where any connection has it, and it takes different values for alike.
  package func builtInCollation(of column: String) -> String? {
    collation(of: column).flatMap { ["nocase", "rtrim"].contains($0) ? $0 : nil }
  }

  /// Whether only the app that made the table can compare the values of some columns.
  package func hasForeignCollation(of columns: [String]) -> Bool {
    columns.compactMap(collation).contains { !["binary", "nocase", "rtrim"].contains($0) }
  }
}
