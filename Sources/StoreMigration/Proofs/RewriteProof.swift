internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Proves that rows changed in place as they should, and that no other rows changed.
struct RewriteProof {
  private let rewrite: RowRewrite
  private let rowCounts: [String: Int64]
  private let sums: [ContentChecksum]
  /// The tables that only triggers of the store could change.
  private let others: [ConservationCheck]
  private let otherSums: [ContentChecksum]

  /// Measures the store when the fate of each row is recorded and no row has changed.
  init(of rewrite: RowRewrite, by script: StoreScript, on connection: Connection) throws {
    self.rewrite = rewrite
    others = script.proofs(besides: rewrite)
    rowCounts = try connection.rowCounts()
    sums = try Self.sums(rewrite.proofs.map(\.source), connection)
    otherSums = try Self.sums(others.map(\.source), connection)
  }

  private static func sums(
    _ queries: [String], _ connection: Connection
  ) throws(SQLiteError) -> [ContentChecksum] {
    var sums: [ContentChecksum] = []
    for query in queries { sums.append(try connection.checksum(of: SQL(raw: query))) }
    return sums
  }

  /// Compares the store after the change, and returns the number of rows by which the tables have grown.
  ///
  /// - Throws: ``MigrationFailure/rowCounts(_:)``, ``MigrationFailure/contents(table:columns:)`` or
  ///   ``MigrationFailure/triggered(table:)``.
  func compare(_ connection: Connection) throws -> Int64 {
    let found = try connection.rowCounts()
    let differences = rowCounts.differences(from: found).filter {
      !rewrite.resizedTables.contains($0.table)
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
    for (proof, sum) in zip(others, otherSums)
    where try connection.checksum(of: SQL(raw: proof.target)) != sum {
      throw MigrationFailure.triggered(table: proof.table)
    }
    return found.values.reduce(0, +) - rowCounts.values.reduce(0, +)
  }
}
