internal import Diagnostics
internal import SQLite
internal import StoreLayout

/// Values or links of one property that go with merged objects, as the object that stays has not
/// the same.
public struct TakenAlong: Hashable, Sendable {
  /// The property, by its name in the new version: `Book.title`.
  public var property: String
  /// How many.
  public var count: Int64
  /// What is counted.
  public var unit: DataLoss.Unit

  /// Values or links from their parts.
  public init(_ property: String, count: Int64, unit: DataLoss.Unit) {
    (self.property, self.count, self.unit) = (property, count, unit)
  }

  /// The number, with what is counted: `2 values of 'Book.title'`.
  var phrase: String {
    "\(Quantity.count(count, String(unit.rawValue.dropLast()))) of '\(property)'"
  }
}

extension [TakenAlongCheck] {
  /// What is there to count now, by property; none are left out.
  func counted(on connection: Connection) throws(SQLiteError) -> [TakenAlong] {
    try counts(on: connection)
      .map { TakenAlong($0.name, count: $1, unit: $0.isLink ? .links : .values) }
      .sorted { $0.property < $1.property }
  }
}
