internal import SQLite

/// A condition that is true for a row with a problem.
struct RowCheck: Hashable {
  /// The problem that such a row has.
  var problem: Problem
  /// The condition, as SQL over the columns of its source; NULL counts as false.
  var condition: String
  /// The demand that such a row does not meet; nil for a check that no version asks for.
  var demand: ContentDemand?
  /// A query that gives 0 where no row of the table meets the condition, and takes less time than
  /// asking each row; nil where there is none.
  var refutation: SQL?
  /// The SQL expression for the `_id` that messages name; nil for the source's own.
  var identity: String?
}

/// Rows that are read once, with everything that is checked on them.
struct RowSource {
  /// The table, for messages.
  var table: String
  /// What stands after FROM.
  var from: String
  /// The SQL expression that tells the rows apart in messages.
  var identity: String
  /// The checks.
  var checks: [RowCheck] = []
  /// Conditions whose rows are counted, by the entity that they are of.
  var counts: [(entity: String, condition: String)] = []
}

extension RowSource {
  /// The same rows with those checks only whose demands are asked about, and nothing counted.
  func limited(to isAsked: (ContentDemand) -> Bool) -> RowSource {
    var source = self
    source.counts = []
    source.checks = checks.filter { $0.demand.map(isAsked) ?? false }
    return source
  }
}
