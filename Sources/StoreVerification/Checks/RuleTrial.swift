internal import SQLite

/// Asks a rule of one row after the other, where it fails on some.
///
/// One row on which its SQL fails, as `json_extract` does on what is no JSON, ends the pass over all
/// of them.
struct RuleTrial {
  let connection: Connection
  let entity: String
  let rule: String
  /// Where the rows are noted; nil where they are only counted.
  var notes: ProblemNotes?

  /// The rows that break the rule, and the rows on which it cannot be evaluated.
  ///
  /// A rule that fails on no row in particular cannot be known of any: a part of it without a
  /// property is evaluated before the rows are looked at.
  ///
  /// - Throws: ``SQLite/SQLiteError`` where the rows cannot be read.
  func findings(
    of check: RowCheck, in source: RowSource, _ failure: SQLiteError
  ) throws(SQLiteError) -> [Finding] {
    let rows = try connection.prepare(
      SQL(raw: "SELECT \(source.identity) FROM \(source.from) ORDER BY 1"))
    // Asked once more within CASE, which is what decides that it is asked first; the one before
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
      // A function that is missing is misspelt more often than it is the app's.
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
