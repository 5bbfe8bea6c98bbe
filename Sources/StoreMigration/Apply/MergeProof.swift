internal import SQLiteStore

/// Proves of one merge that it took away what it should, moved what led there, and nothing else.
struct MergeProof {
  /// What is merged.
  let merged: MergedObjects?
  private let check: MergeCheck
  private let rowCounts: [String: Int64]
  private let sums: [ContentChecksum]

  /// Takes stock when it is known which object goes into which, and nothing has changed.
  init(of check: MergeCheck, on connection: Connection) throws {
    self.check = check
    merged = try MergedObjects(
      check.entity, by: check.key, count: check.count, examples: check.examples, on: connection)
    rowCounts = try connection.rowCounts()
    var sums: [ContentChecksum] = []
    for proof in check.proofs { sums.append(try connection.checksum(of: SQL(raw: proof.source))) }
    self.sums = sums
  }

  /// Compares what there is when the objects are gone.
  ///
  /// - Throws: ``MigrationFailure/rowCounts(_:)`` or ``MigrationFailure/contents(table:columns:)``.
  func compare(_ connection: Connection) throws {
    let found = try connection.rowCounts()
    let differences = Set(found.keys).union(rowCounts.keys).sorted().compactMap { table in
      found[table] == rowCounts[table] || check.shrinkingTables.contains(table)
        ? nil
        : RowCountDifference(
          table: table, expected: rowCounts[table] ?? 0, found: found[table] ?? 0)
    }
    guard differences.isEmpty else { throw MigrationFailure.rowCounts(differences) }
    for (proof, sum) in zip(check.proofs, sums) {
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
