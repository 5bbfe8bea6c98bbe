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
  /// The query to ask before.
  public var source: String
  /// The query to ask afterwards.
  public var target: String
  /// The same query of the new table, under the name that one has which is written anew until it takes
  /// the old one's place; nil where the table stays in its place.
  package var draft: String?
  /// The columns compared, by their names afterwards.
  public var columns: [String]
  /// The table of which the query before reads columns as they stand, and nothing else; nil where it
  /// does more.
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

/// Objects that a declared condition leaves behind, on purpose.
public struct LeftBehindCheck: Hashable, Sendable {
  /// The entity that they do not become, by its name in the new version.
  public var entity: String
  /// A query for their number, to ask before anything is written.
  public var count: String
  /// A query for their identities.
  public var objects: String

  /// A check from its parts.
  public init(entity: String, count: String, objects: String) {
    self.entity = entity
    self.count = count
    self.objects = objects
  }
}

/// Rows that a table must not have, because the mapping does not say what becomes of them.
public struct StrayCheck: Hashable, Sendable {
  /// The table, by its name before.
  public var table: String
  /// A query for their number; it must give 0 before anything is written.
  public var count: String

  /// A check from its parts.
  public init(table: String, count: String) {
    self.table = table
    self.count = count
  }
}
