internal import Diagnostics
internal import SQLite
internal import StoreScript

/// Objects that get a new identity, as others have theirs where they come together in one table.
public struct RenumberedObjects: Hashable, Sendable {
  /// The table that they come from, which is called as the entity at the top of their hierarchy.
  public var source: String
  /// The entity of the new version below which they come together with others.
  public var entity: String
  /// How many; nil where only an earlier stage's work would tell.
  public var count: Int64?

  /// Objects from where they come from and where they go.
  public init(of source: String, in entity: String, count: Int64?) {
    self.source = source
    self.entity = entity
    self.count = count
  }

  /// The sentence: `2 objects of 'Film' get a new _id, as others have theirs in 'Work'`.
  public var message: String {
    guard let count else {
      return "objects of '\(source)' may get a new _id, where others have theirs in '\(entity)'"
    }
    let clause =
      count == 1
      ? "gets a new _id, as another has its in" : "get a new _id, as others have theirs in"
    return "\(Quantity.count(count, "object")) of '\(source)' \(clause) '\(entity)'"
  }
}

extension RenumberedObjects {
  /// What a query counts; none are left out.
  static func counted(
    by forecast: RenumberingForecast, on connection: Connection
  ) throws(SQLiteError) -> [RenumberedObjects] {
    try connection.rows(SQL(raw: forecast.count)).compactMap { row in
      guard case .text(let table)? = row.first, case .integer(let count)? = row.last else {
        return nil
      }
      return RenumberedObjects(of: table, in: forecast.entity, count: count)
    }
  }
}
