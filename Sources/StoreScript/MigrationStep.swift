internal import SchemaModel

/// The changes to one table during the migration to another version.
public struct MigrationStep: Hashable, Sendable {
  /// The method by which a table gets its new definition.
  public enum Way: String, Hashable, Sendable, CaseIterable {
    /// Nothing happens to it.
    case none
    /// The table is altered in place.
    case alter
    /// The table is rewritten once, and the new table takes its place.
    case rebuild
    /// The table is new.
    case create
    /// The table is dropped.
    case drop
  }

  /// The table, by its new name unless it is dropped.
  public var table: String
  /// The method.
  public var way: Way
  /// The reasons why no cheaper method will do, each in the form of a message.
  public var reasons: [String] = []
  /// The number of rewritten rows, as far as they were counted; nil if they were not.
  public var estimatedRows: Int64?
  /// Whether an earlier stage decides how many rows are written, so that it is not known before.
  public var dependsOnEarlierStage = false
  /// Whether rows may change in place: their number is known only to the migration itself.
  public var changesRows = false
  /// Its statements, in the order in which they run.
  ///
  /// Statements of other tables may run in between.
  public var statements: [ScriptStatement] = []
  /// The rows that it rewrites.
  var rows = StepRows()
}

/// A statement with its reason.
public struct ScriptStatement: Hashable, Sendable {
  /// The statement: what a plan prints is what runs.
  public var sql: String
  /// The purpose of the statement, in the form of a message.
  public var reason: String
  /// The table that it belongs to, by its name afterwards.
  public var table: String
  /// Whether it reads or writes rows, and so takes time.
  public var touchesRows: Bool
  /// The rows that it fills its table with; nil if it fills no table.
  package var filling: RowFilling? {
    get { boxedFilling?.wrappedValue }
    set { boxedFilling = newValue.map(CopyOnWrite.init) }
  }
  /// The computed columns whose values must be compared after the statement has run.
  package var recomputed: [RecomputedColumn] = []
  /// The checks that are due at this statement, where rows change in place.
  package var rewrite: RewriteMoment?
  /// In a box, because few statements have one, and it is large.
  private var boxedFilling: CopyOnWrite<RowFilling>?

  /// A statement from its parts.
  public init(_ sql: String, reason: String, table: String, touchesRows: Bool = false) {
    self.sql = sql
    self.reason = reason
    self.table = table
    self.touchesRows = touchesRows
  }
}

extension ScriptStatement {
  /// Whether it writes rows of the model into a table, so that SQLite counts them.
  package var insertsRows: Bool { touchesRows && sql.hasPrefix("INSERT ") }
}
