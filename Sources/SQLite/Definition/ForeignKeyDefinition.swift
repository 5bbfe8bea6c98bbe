/// A foreign key of a table (https://www.sqlite.org/foreignkeys.html).
public struct ForeignKeyDefinition: Hashable, Sendable {
  /// The action on the referring rows when the row that they refer to is deleted or its key changes.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    /// The transaction cannot be committed while a reference leads nowhere.
    case noAction = "NO ACTION"
    /// The deletion fails at once.
    case restrict = "RESTRICT"
    /// The reference becomes NULL.
    case setNull = "SET NULL"
    /// The reference becomes the column's default.
    case setDefault = "SET DEFAULT"
    /// The referring rows are deleted or updated, too.
    case cascade = "CASCADE"
  }

  /// The referring columns.
  public var columns: [String]
  /// The table that they refer to.
  public var table: String
  /// The parent's columns; empty if the key refers to the primary key without naming it.
  public var parentColumns: [String]
  /// The action when the parent row is deleted.
  public var onDelete: Action
  /// The action when the parent's key changes.
  public var onUpdate: Action
  /// Whether it is checked at the end of the transaction instead of the statement.
  public var isDeferred: Bool

  /// A foreign key from its parts.
  public init(
    _ columns: [String], references table: String, _ parentColumns: [String],
    onDelete: Action = .noAction, onUpdate: Action = .noAction, isDeferred: Bool = false
  ) {
    self.columns = columns
    self.table = table
    self.parentColumns = parentColumns
    self.onDelete = onDelete
    self.onUpdate = onUpdate
    self.isDeferred = isDeferred
  }
}
