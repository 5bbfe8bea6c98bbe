internal import Diagnostics
internal import SQLite
internal import StoreLayout

/// The changes that a store keeps in its persistent history, for each of those who made them.
///
/// ```swift
/// try store.history()?.map(\.author)  // ["app", "widget"]
/// ```
package struct PlatformHistory: Hashable, Sendable {
  /// The name that the context had as author of its transactions; nil where it had none.
  package var author: String?
  /// The program: its bundle identifier, or the name of its process.
  package var program: String?
  /// The number of transactions.
  package var transactions: Int64
  /// The numbers of objects that were inserted, updated and deleted.
  package var inserted: Int64
  package var updated: Int64
  package var deleted: Int64
  /// The instants of the first and the last transaction, in seconds since 1970; nil where none has a time.
  package var first: Double?
  package var last: Double?
}

extension PlatformStore {
  /// The persistent history, the earliest author first, and what is missing in it; nil where the store keeps
  /// none.
  ///
  /// - Throws: ``SQLite/SQLiteError``.
  package func history() throws -> (parts: [PlatformHistory], fault: String?)? {
    let tables = try connection.texts("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    let missing = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].filter { !tables.contains($0) }
    guard missing.isEmpty else {
      return missing.count == 3
        ? nil : ([], "there is no table '\(missing[0])', so no change is read")
    }
    let times: SQL = "FILTER (WHERE abs(t.ZTIMESTAMP) < 1e13 AND typeof(t.ZTIMESTAMP) <> 'text')"
    let rows = try connection.rows(
      """
      SELECT author.ZNAME, coalesce(bundle.ZNAME, process.ZNAME), count(*), \
      sum(inserted), sum(updated), sum(deleted), \
      min(t.ZTIMESTAMP) \(times), max(t.ZTIMESTAMP) \(times) \
      FROM main.ATRANSACTION AS t \
      LEFT JOIN (SELECT ZTRANSACTIONID AS id, sum(ZCHANGETYPE = 0) AS inserted, \
      sum(ZCHANGETYPE = 1) AS updated, sum(ZCHANGETYPE = 2) AS deleted \
      FROM main.ACHANGE GROUP BY ZTRANSACTIONID) AS c ON c.id = t.Z_PK \
      LEFT JOIN main.ATRANSACTIONSTRING AS author ON author.Z_PK = t.ZAUTHORTS \
      LEFT JOIN main.ATRANSACTIONSTRING AS bundle ON bundle.Z_PK = t.ZBUNDLEIDTS \
      LEFT JOIN main.ATRANSACTIONSTRING AS process ON process.Z_PK = t.ZPROCESSIDTS \
      GROUP BY 1, 2 ORDER BY 7, 1, 2
      """)
    let uncounted = try connection.integer(
      """
      SELECT count(*) FROM main.ACHANGE WHERE ifnull(ZCHANGETYPE NOT IN (0, 1, 2), true) \
      OR NOT EXISTS (SELECT 1 FROM main.ATRANSACTION AS t WHERE t.Z_PK = ZTRANSACTIONID)
      """)
    let parts = rows.map { row in
      PlatformHistory(
        author: row[0].text, program: row[1].text, transactions: row[2].count,
        inserted: row[3].count, updated: row[4].count, deleted: row[5].count,
        first: row[6].instant, last: row[7].instant)
    }
    let fault = uncounted.flatMap { count in
      count == 0
        ? nil
        : Quantity.count(count, "change") + " of no known type or of no transaction: not counted"
    }
    return (parts, fault)
  }
}

extension SQLValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var count: Int64 { if case .integer(let number) = self { number } else { 0 } }

  /// Seconds since 1970 for a time that counts from 2001.
  fileprivate var instant: Double? {
    switch self {
    case .integer(let number): Double(number) + CoreDataLayout.epoch
    case .real(let number): number + CoreDataLayout.epoch
    case .null, .text, .invalidText, .blob: nil
    }
  }
}
