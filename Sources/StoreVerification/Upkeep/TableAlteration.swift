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
