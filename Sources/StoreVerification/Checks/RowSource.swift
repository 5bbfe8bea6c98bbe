/// A condition that is true for a row with a problem.
struct RowCheck: Hashable {
  /// The problem that such a row has.
  var problem: Problem
  /// The condition, as SQL over the columns of its source; NULL counts as false.
  var condition: String
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
