internal import SQLite

/// A condition that is true for a row with a problem.
struct RowCheck: Hashable {
  /// The problem of such a row.
  var problem: Problem
  /// The condition, as SQL over the columns of its source; NULL counts as false.
  var condition: String
  /// The demand that such a row does not meet; nil if no version makes the demand.
  var demand: ContentDemand?
  /// A query that gives 0 if no row of the table meets the condition, and that is faster than checking each
  /// row; nil if none is known.
  var refutation: SQL?
  /// The SQL expression for the `_id` in messages; nil for the source's own.
  var identity: String?
}

/// Rows that are read once, with all checks on them.
struct RowSource {
  /// The table, for messages.
  var table: String
  /// The SQL text after FROM.
  var from: String
  /// The SQL expression that identifies the rows in messages.
  var identity: String
  /// The checks.
  var checks: [RowCheck] = []
  /// Conditions whose rows are counted, by the entity of the rows.
  var counts: [(entity: String, condition: String)] = []
}

extension RowSource {
  /// The same rows with only the checks of selected demands, and without counts.
  func limited(to isAsked: (ContentDemand) -> Bool) -> RowSource {
    var source = self
    source.counts = []
    source.checks = checks.filter { $0.demand.map(isAsked) ?? false }
    return source
  }
}
