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

extension StoreScript {
  /// Counts what will get a new identity of what is there now.
  ///
  /// The connection must have the functions of a migration.
  func countRenumberings(on connection: Connection) throws(SQLiteError) -> [RenumberedObjects] {
    guard renumberings.count > 1 else {
      return try renumberings.first.map { only throws(SQLiteError) in
        try RenumberedObjects.counted(by: only.forecast, on: connection)
      } ?? []
    }
    // Who got a new identity is not in the way of the next ones.
    var tables = FutureTables(on: connection)
    let result: Result<[RenumberedObjects], SQLiteError>
    do throws(SQLiteError) {
      try tables.renumberObjects(by: self)
      var found: [RenumberedObjects] = []
      for (renumbering, numbers) in zip(renumberings, tables.newIdentities) {
        var forecast = renumbering.forecast
        forecast.count = Renumbering.count(in: "temp.\(numbers.quotedName)")
        found += try RenumberedObjects.counted(by: forecast, on: connection)
      }
      result = .success(found)
    } catch {
      result = .failure(error)
    }
    try tables.removeAll()
    return try result.get()
  }

  /// What may get a new identity, where it cannot be counted yet.
  var uncountedRenumberings: [RenumberedObjects] {
    renumberings.flatMap { renumbering in
      renumbering.forecast.tables.map {
        RenumberedObjects(of: $0, in: renumbering.forecast.entity, count: nil)
      }
    }
  }
}
