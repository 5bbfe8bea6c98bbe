internal import SQLiteStore

/// Proves of rows that changed where they stand that they changed as they should, and no others.
struct RewriteProof {
  private let rewrite: RowRewrite
  private let rowCounts: [String: Int64]
  private let sums: [ContentChecksum]

  /// Takes stock when it is known what becomes of which row, and nothing has changed.
  init(of rewrite: RowRewrite, on connection: Connection) throws {
    self.rewrite = rewrite
    rowCounts = try connection.rowCounts()
    var sums: [ContentChecksum] = []
    for proof in rewrite.proofs { sums.append(try connection.checksum(of: SQL(raw: proof.source))) }
    self.sums = sums
  }

  /// Compares what there is when all is done.
  ///
  /// - Throws: ``MigrationFailure/rowCounts(_:)`` or ``MigrationFailure/contents(table:columns:)``.
  func compare(_ connection: Connection) throws {
    let found = try connection.rowCounts()
    let differences = Set(found.keys).union(rowCounts.keys).sorted().compactMap { table in
      found[table] == rowCounts[table] || rewrite.resizedTables.contains(table)
        ? nil
        : RowCountDifference(
          table: table, expected: rowCounts[table] ?? 0, found: found[table] ?? 0)
    }
    guard differences.isEmpty else { throw MigrationFailure.rowCounts(differences) }
    for (proof, sum) in zip(rewrite.proofs, sums) {
      let after = try connection.checksum(of: SQL(raw: proof.target))
      guard after.rows == sum.rows else {
        throw MigrationFailure.rowCounts([
          RowCountDifference(table: proof.table, expected: sum.rows, found: after.rows)
        ])
      }
      guard after == sum else {
        throw MigrationFailure.contents(table: proof.subject, columns: proof.columns)
      }
    }
  }
}
