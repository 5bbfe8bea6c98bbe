/// Counts the rows of a backup that is read or written, and reports the progress now and then.
struct RowProgress {
  private let report: (ArchiveProgress) throws -> Void
  /// The number of rows so far.
  private(set) var rows: Int64 = 0
  private var totalRows: Int64 = 0

  /// A counter that reports to a function; an error that it throws ends the work.
  init(_ report: @escaping (ArchiveProgress) throws -> Void) { self.report = report }

  /// Starts the count for the rows of some tables.
  mutating func begin(_ tables: [ArchivedTable]) {
    totalRows = tables.reduce(0) { $0 + $1.rows }
  }

  /// Counts one more row.
  mutating func countRow() throws {
    rows += 1
    if rows % 4096 == 0 || rows == totalRows { try tell() }
  }

  /// Reports the number of rows so far.
  func tell() throws { try report(ArchiveProgress(rows: rows, totalRows: totalRows)) }
}
