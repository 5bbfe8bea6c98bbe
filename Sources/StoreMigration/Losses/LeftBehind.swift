internal import StoreLayout
internal import Diagnostics
internal import SQLite
internal import StoreScript

/// Objects of one entity that a migration leaves behind, because the schema file says so.
public struct LeftBehind: Hashable, Sendable {
  /// The entity that they do not become, by its name in the new version.
  public var entity: String
  /// How many; nil where only an earlier stage's work would tell.
  public var count: Int64?

  /// Objects from their entity and number.
  public init(entity: String, count: Int64?) {
    self.entity = entity
    self.count = count
  }

  /// The sentence: `2 objects of 'Book' are left behind by 'where'`.
  public var message: String {
    guard let count else { return "objects of '\(entity)' may be left behind by 'where'" }
    let verb = count == 1 ? "is" : "are"
    return "\(Quantity.count(count, "object")) of '\(entity)' \(verb) left behind by 'where'"
  }
}

extension StoreScript {
  /// Counts what the declared conditions leave behind of what is there now; none are left out.
  ///
  /// The connection must have the functions of a migration.
  func countLeftBehind(on connection: Connection) throws(SQLiteError) -> [LeftBehind] {
    var result: [LeftBehind] = []
    for check in leftBehind {
      let count = try connection.integer(SQL(raw: check.count)) ?? 0
      if count > 0 { result.append(LeftBehind(entity: check.entity, count: count)) }
    }
    return result
  }
}
