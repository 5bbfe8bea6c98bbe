/// Counts the rows of a backup that is read or written, and tells now and then how many there were.
struct RowProgress {
  private let report: (ArchiveProgress) throws -> Void
  /// How many rows there were so far.
  private(set) var rows: Int64 = 0
  private var totalRows: Int64 = 0

  /// Counts for somebody; what that one throws ends the work.
  init(_ report: @escaping (ArchiveProgress) throws -> Void) { self.report = report }

  /// All rows are yet to come.
  mutating func begin(_ tables: [ArchivedTable]) {
    totalRows = tables.reduce(0) { $0 + $1.rows }
  }

  /// One more row was read or written.
  mutating func countRow() throws {
    rows += 1
    if rows % 4096 == 0 || rows == totalRows { try tell() }
  }

  /// Tells how many rows there were so far.
  func tell() throws { try report(ArchiveProgress(rows: rows, totalRows: totalRows)) }
}
