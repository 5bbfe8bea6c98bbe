/// A proof that rows arrived: two queries whose rows must be the same.
///
/// Both return the identity and every value that is only carried over. The first query runs before anything
/// is written, and the second afterwards: their numbers of rows and their ``ContentChecksum`` must be equal.
/// Neither includes objects that a filter leaves behind.
public struct ConservationCheck: Hashable, Sendable {
  /// The description of the rows, by the names of the new version: `BookModel`, or `BookModel.tags`.
  public var subject: String
  /// The table that holds them afterwards.
  ///
  /// Its rows are the rows of all its checks together.
  public var table: String
  /// The query to run before the stage.
  public var source: String
  /// The query to run after the stage.
  public var target: String
  /// The same query on the new table, under its draft name until it takes the old table's place; nil if the
  /// table is not rewritten.
  package var draft: String?
  /// The compared columns, by their new names.
  public var columns: [String]
  /// The table whose columns the query reads unchanged, without any other work; nil if the query does more.
  public var plainSource: String?

  /// A check from its parts.
  public init(
    subject: String, table: String, source: String, target: String, columns: [String],
    plainSource: String? = nil
  ) {
    self.subject = subject
    self.table = table
    self.source = source
    self.target = target
    self.columns = columns
    self.plainSource = plainSource
  }
}

/// Rows that a table must not have, because the mapping does not say what becomes of them.
public struct StrayCheck: Hashable, Sendable {
  /// The table, by its old name.
  public var table: String
  /// A query for the number of rows; it must return 0 before anything is written.
  public var count: String

  /// A check from its parts.
  public init(table: String, count: String) {
    self.table = table
    self.count = count
  }
}
