internal import SQLite
internal import StoreLayout
internal import StoreScript

/// The checksums of rewritten tables, made as soon as the tables are filled.
///
/// The old tables are dropped only after their own checksums, see ``TablesBefore``; the new tables are read
/// in that time. A checksum is valid as long as nothing is written to its table, even if the table is
/// renamed.
struct ArrivedRows {
  private struct Sum {
    var root: Int64
    var checksum: ContentChecksum
  }

  private let connection: Connection
  private let checks: [ConservationCheck]
  /// Whether the trees that statements write to are known; otherwise no checksum is certain.
  private let isTold: Bool
  /// The checksums by the queries that give them once the tables have their final names.
  private var sums: [String: Sum] = [:]

  /// No checksums yet, for some proofs.
  init(_ checks: [ConservationCheck], on connection: Connection) throws(SQLiteError) {
    (self.checks, self.connection) = (checks, connection)
    isTold = try connection.tellsWrittenTrees
  }

  /// Makes the checksum of a filled table, before it takes its final name.
  mutating func sumUp(_ table: String) throws(SQLiteError) {
    guard isTold, let root = try connection.root(ofTable: StoreScript.draftPrefix + table) else {
      return
    }
    for check in checks where check.table == table {
      guard let draft = check.draft else { continue }
      let checksum = try connection.checksum(of: SQL(raw: draft))
      sums[check.target] = Sum(root: root, checksum: checksum)
    }
  }

  /// Discards the checksums of tables that the next statement may change.
  mutating func forget(_ writes: WrittenTrees) {
    sums = sums.filter { !writes.mayTouch([$0.value.root]) }
  }

  /// The checksum of the arrived rows that a proof compares.
  func checksum(
    for check: ConservationCheck, roots: [String: Int64]
  ) throws(SQLiteError) -> ContentChecksum {
    if let sum = sums[check.target], roots[check.table] == sum.root { return sum.checksum }
    return try connection.checksum(of: SQL(raw: check.target))
  }
}
