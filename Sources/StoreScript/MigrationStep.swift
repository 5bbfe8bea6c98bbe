/// What happens to one table on the way to another version.
public struct MigrationStep: Hashable, Sendable {
  /// How a table comes to be what it has to be.
  public enum Way: String, Hashable, Sendable, CaseIterable {
    /// Nothing happens to it.
    case none
    /// Its definition is altered where it stands.
    case alter
    /// It is written anew, once, and takes the old one's place.
    case rebuild
    /// It was not there before.
    case create
    /// It is not there afterwards.
    case drop
  }

  /// The table; by its name afterwards, where there is one.
  public var table: String
  /// How it is done.
  public var way: Way
  /// Why nothing cheaper will do, each in the form of a message.
  public var reasons: [String]
  /// How many rows are written anew, as far as it was asked; nil where it was not.
  public var estimatedRows: Int64?
  /// Whether an earlier stage decides how many rows are written, so that it is not known before.
  public var dependsOnEarlierStage = false
  /// Whether rows may change where they stand: how many, only the migration itself finds out.
  public var changesRows: Bool
  /// Its statements, in the order in which they run.
  ///
  /// Those of other tables may run in between.
  public var statements: [ScriptStatement]
  /// The rows that it writes anew.
  var rows = StepRows()

  /// A step from its parts.
  public init(
    table: String, way: Way, reasons: [String] = [], estimatedRows: Int64? = nil,
    changesRows: Bool = false, statements: [ScriptStatement] = []
  ) {
    self.table = table
    self.way = way
    self.reasons = reasons
    self.estimatedRows = estimatedRows
    self.changesRows = changesRows
    self.statements = statements
  }
}

/// A statement with what it is for.
public struct ScriptStatement: Hashable, Sendable {
  /// The statement: what a plan prints is what runs.
  public var sql: String
  /// What it is for, in the form of a message.
  public var reason: String
  /// The table that it belongs to, by its name afterwards.
  public var table: String
  /// Whether it reads or writes rows, and so takes time.
  public var touchesRows: Bool
  /// What it fills its table with, where that is what it does.
  package var filling: RowFilling?
  /// The computed columns whose values have to be compared once it has run.
  package var recomputed: [RecomputedColumn] = []
  /// What has to be looked at where rows change where they stand.
  package var rewrite: RewriteMoment?

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
