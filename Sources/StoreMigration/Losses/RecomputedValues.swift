internal import Diagnostics
public import SQLite
public import StoreScript

/// Values of a column that SQLite computes which are others once a table was written anew.
public struct RecomputedValues: Hashable, Sendable {
  /// A row, by what tells it apart, with the value that it had and the one that it has.
  public struct Example: Hashable, Sendable {
    /// What tells the row apart.
    public var identity: SQLValue
    /// The value that it had.
    public var before: SQLValue
    /// The value that it has.
    public var after: SQLValue

    /// A row from its parts.
    public init(_ identity: SQLValue, before: SQLValue, after: SQLValue) {
      (self.identity, self.before, self.after) = (identity, before, after)
    }
  }

  /// The column.
  public var column: RecomputedColumn
  /// How many rows have another value.
  public var count: Int64
  /// Some of them.
  public var examples: [Example]

  /// The approval that lets them change.
  public var approval: String { column.approval }

  private static let exampleCount: Int64 = 5

  /// What is found while both tables are there; nil where all values are the same.
  init?(_ column: RecomputedColumn, on connection: Connection) throws(SQLiteError) {
    let differences = SQL(raw: column.differences)
    count = try connection.integer("SELECT count(*) FROM (\(differences))") ?? 0
    guard count > 0 else { return nil }
    self.column = column
    examples = try connection.rows("\(differences) ORDER BY 1 LIMIT \(Self.exampleCount)").map {
      Example($0[0], before: $0[1], after: $0[2])
    }
  }
}

extension RecomputedColumn {
  /// The sentence of a plan: what may happen, and what is wanted where it does.
  public var message: String {
    "'\(entity).\(property)' is computed from \(source), and may have other values afterwards; "
      + "where it has, --allow \(approval) is asked for"
  }

  /// What it is computed from that changes.
  fileprivate var source: String {
    let names = reads.map { "'\($0)'" }.joined(separator: ", ")
    return "\(names), which \(reads.count == 1 ? "changes" : "change")"
  }
}

extension RecomputedValues {
  /// The sentence of what was done.
  public var message: String {
    "\(Quantity.count(count, "value")) of '\(column.entity).\(column.property)', which is computed "
      + "from \(column.source), \(count == 1 ? "is another one" : "are other ones")"
  }

  /// The values as a problem, with the flag that approves it.
  var diagnostic: Diagnostic {
    let notes = examples.map { example in
      Diagnostic.Note(
        "\(example.identity.excerpt): \(example.before.excerpt) becomes \(example.after.excerpt)")
    }
    return Diagnostic(
      code: "recomputed-values", message,
      notes: notes + [.init("if that is meant, add '--allow \(approval)'")])
  }
}
