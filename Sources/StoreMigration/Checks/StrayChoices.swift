internal import SQLite
internal import StoreScript
internal import StoreVerification

extension StoreScript {
  /// Objects that would lose their link because the chosen object is left behind.
  ///
  /// The connection must have the functions of a migration.
  func strayChoices(on connection: Connection) throws(SQLiteError) -> [RefusedValues] {
    var result: [RefusedValues] = []
    for check in chosenLinks {
      guard let query = check.strays, let count = try connection.integer(SQL(raw: query)), count > 0
      else { continue }
      let names = check.property.split(separator: ".", maxSplits: 1).map(String.init)
      result.append(
        RefusedValues(
          property: PropertyName(names[0], names.last ?? ""),
          reason: .unconvertible(RefusedValues.choiceLeftBehind),
          count: count))
    }
    return result
  }
}
