internal import Diagnostics
package import SQLite
internal import StoreLayout

/// The changes in a store's persistent history, by author and program.
///
/// ```swift
/// try store.history()?.map(\.author)  // ["app", "widget"]
/// ```
package struct PlatformHistory: Hashable, Sendable {
  /// The transaction author of the context; nil if it had none.
  package var author: String?
  /// The program: its bundle identifier or the name of its process.
  package var program: String?
  /// The number of transactions.
  package var transactions: Int64
  /// The numbers of objects that were inserted, updated and deleted.
  package var inserted: Int64
  package var updated: Int64
  package var deleted: Int64
  /// The times of the first and the last transaction, in seconds since 1970; nil if no transaction has a
  /// time.
  package var first: Double?
  package var last: Double?
}

extension PlatformStore {
  /// A table of the platform and its deviation from the expected form, as the end of a sentence.
  package typealias TableFault = (table: PlatformTable, reason: String)

  /// The tables of the history that are missing or lack a column.
  private func misshapenHistory() throws -> [TableFault] {
    try PlatformTable.ofHistory.compactMap { table in
      try connection.fault(of: table).map { (table, $0) }
    }
  }

  /// The deviations of the history's tables from the form that the platform writes.
  package func historyFaults() throws -> [TableFault] {
    let misshapen = try misshapenHistory()
    guard misshapen.isEmpty else {
      let hasRows = try PlatformTable.ofHistory.contains { table in
        try connection.has(table) && connection.rowCount(of: table.rawValue) > 0
      }
      return hasRows ? misshapen : []
    }
    let conditions: [(table: PlatformTable, words: String, condition: SQL)] = [
      (.changes, "of no known type", "ZCHANGETYPE IN (0, 1, 2)"),
      (.changes, "of no transaction", "ZTRANSACTIONID IN (SELECT Z_PK FROM main.ATRANSACTION)"),
      (.changes, "of no known entity", "ZENTITY IN (SELECT Z_ENT FROM main.Z_PRIMARYKEY)"),
      (.transactions, "without a time", "typeof(ZTIMESTAMP) IN ('integer', 'real')"),
    ]
    return try conditions.compactMap { table, words, condition in
      let rows: SQL = "main.\(name: table.rawValue) WHERE ifnull(NOT (\(condition)), true)"
      let count = try connection.integer("SELECT count(*) FROM \(rows)") ?? 0
      let noun = table == .changes ? "change" : "transaction"
      return count == 0 ? nil : (table, "has \(Quantity.count(count, noun)) \(words)")
    }
  }

  /// The persistent history, the earliest author first; nil if the store has none that can be read.
  ///
  /// - Throws: ``SQLite/SQLiteError``.
  package func history() throws -> [PlatformHistory]? {
    guard try misshapenHistory().isEmpty else { return nil }
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
    return rows.map { row in
      PlatformHistory(
        author: row[0].text, program: row[1].text, transactions: row[2].count,
        inserted: row[3].count, updated: row[4].count, deleted: row[5].count,
        first: row[6].instant, last: row[7].instant)
    }
  }
}

extension SQLValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var count: Int64 { if case .integer(let number) = self { number } else { 0 } }

  /// The seconds since 1970 of a time that is counted from 2001.
  fileprivate var instant: Double? {
    switch self {
    case .integer(let number): Double(number) + CoreDataLayout.epoch
    case .real(let number): number + CoreDataLayout.epoch
    case .null, .text, .invalidText, .blob: nil
    }
  }
}
