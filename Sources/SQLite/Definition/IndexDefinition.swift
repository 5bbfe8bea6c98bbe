/// An index over columns, made by `CREATE INDEX`.
public struct IndexDefinition: Hashable, Sendable {
  /// One column of an index.
  public struct Column: Hashable, Sendable {
    /// The column's name.
    public var name: String
    /// Whether small values come first.
    public var isAscending: Bool
    /// The collation; nil for the default one.
    public var collation: String?

    /// A column of an index.
    public init(_ name: String, isAscending: Bool = true, collation: String? = nil) {
      self.name = name
      self.isAscending = isAscending
      self.collation = collation
    }
  }

  /// The index's name.
  public var name: String
  /// The indexed table.
  public var table: String
  /// The columns, the most significant first.
  public var columns: [Column]
  /// Whether no two rows may have the same values.
  public var isUnique: Bool
  /// The SQL condition for the indexed rows; nil for all rows.
  public var filter: String?

  /// An index from its parts.
  public init(
    _ name: String, on table: String, _ columns: [Column], isUnique: Bool = false,
    filter: String? = nil
  ) {
    self.name = name
    self.table = table
    self.columns = columns
    self.isUnique = isUnique
    self.filter = filter
  }
}
