/// Values that change in rows of one table that a command does not mean to change.
public struct TableAlteration: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The columns in which they change; empty where only whole rows are compared.
  public var columns: [String]
}

/// How many rows of a table there were before a command and are after it.
public struct TableRowCount: Hashable, Sendable {
  /// The table.
  public var table: String
  /// Its rows before.
  public var before: Int64
  /// Its rows afterwards.
  public var after: Int64
}

extension TableRowCount {
  /// The change in words: `Session: 3 rows before, 2 now`.
  var sentence: String {
    "\(table): \(before) \(before == 1 ? "row" : "rows") before, \(after) now"
  }
}

extension TableAlteration {
  /// The change in words: `Book: values of 'title' changed`.
  var sentence: String {
    let names = columns.map { "'\($0)'" }.joined(separator: ", ")
    return
      "\(table): values\(names.isEmpty ? "" : " of \(names)") changed by a trigger or foreign key"
  }
}
