internal import SQLite

/// Evaluates a rule on one row after another, if it fails on some of them.
///
/// A single row can end the pass over all rows, for example if `json_extract` fails on a text that is not
/// JSON.
struct RuleTrial {
  let connection: Connection
  let entity: String
  let rule: String
  /// The notes on rows with a problem; nil if these rows are only counted.
  var notes: ProblemNotes?

  /// The rows that break the rule, and the rows on which it cannot be evaluated.
  ///
  /// If a rule fails but on no particular row, its result is unknown for all rows: SQLite evaluates a part
  /// without a property before it reads the rows.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the rows cannot be read.
  func findings(
    of check: RowCheck, in source: RowSource, _ failure: SQLiteError
  ) throws(SQLiteError) -> [Finding] {
    let rows = try connection.prepare(
      SQL(raw: "SELECT \(source.identity) FROM \(source.from) ORDER BY 1"))
    // CASE guarantees that the row is compared before the condition is evaluated; the first comparison only
    // finds the row.
    let isThisRow = "\(source.identity) = ?1"
    var alone = try connection.prepare(
      SQL(
        raw: """
          SELECT 1 FROM \(source.from) WHERE \(isThisRow) \
          AND CASE WHEN \(isThisRow) AND (\(check.condition)) THEN 1 END
          """))
    var (broken, failing) = (Tally(), Tally())
    var reason: String?
    while try rows.step() {
      let identity = rows.value(at: 0)
      alone.reset()
      try alone.bind(identity, at: 0)
      var problem = check.problem
      do {
        guard try alone.step() else { continue }
        broken.add(identity.integer)
      } catch {
        guard error.isAboutTheQuery else { throw error }
        reason = reason ?? error.message
        failing.add(identity.integer)
        problem = .failingRule(entity: entity, rule: rule, reason: error.message)
      }
      try notes?.note(problem, of: source, key: identity)
    }
    guard let reason else {
      // A missing function is more often misspelt than defined by the app.
      return [
        failure.lacksCollation
          ? Finding(.needsApp(table: source.table, reason: failure.message))
          : Finding(.unusableRule(entity: entity, rule: rule, reason: failure.message))
      ]
    }
    return failing.finding(.failingRule(entity: entity, rule: rule, reason: reason))
      + broken.finding(check.problem)
  }
}
