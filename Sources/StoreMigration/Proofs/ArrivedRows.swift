internal import SQLite
internal import StoreLayout
internal import StoreScript

/// The sums of tables that are written anew, made as soon as they are filled.
///
/// What is asked of the old tables is waited for before they go, see ``TablesBefore``: in that time
/// the new ones are summed up. A sum holds as long as nothing is written to its table, whatever
/// name that gets.
struct ArrivedRows {
  private struct Sum {
    var root: Int64
    var checksum: ContentChecksum
  }

  private let connection: Connection
  private let checks: [ConservationCheck]
  /// Whether statements tell which tables they write to; otherwise no sum would be sure to hold.
  private let isTold: Bool
  /// The sums by the queries that ask for them when the tables have their names.
  private var sums: [String: Sum] = [:]

  /// Nothing is there yet of what some proofs ask for.
  init(_ checks: [ConservationCheck], on connection: Connection) throws(SQLiteError) {
    (self.checks, self.connection) = (checks, connection)
    isTold = try connection.tellsWrittenTrees
  }

  /// Sums up what a table was filled with, where it has not taken its place yet.
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

  /// Forgets what a statement that comes next may change.
  mutating func forget(_ writes: WrittenTrees) {
    sums = sums.filter { !writes.mayTouch([$0.value.root]) }
  }

  /// What has arrived of what a proof asks for.
  func checksum(
    for check: ConservationCheck, roots: [String: Int64]
  ) throws(SQLiteError) -> ContentChecksum {
    if let sum = sums[check.target], roots[check.table] == sum.root { return sum.checksum }
    return try connection.checksum(of: SQL(raw: check.target))
  }
}
