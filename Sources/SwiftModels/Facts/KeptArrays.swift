extension Array {
  /// The elements in an array without spare capacity; a growing array takes up to twice the room.
  var fitted: Self {
    guard capacity > count else { return self }
    var result: Self = []
    result.reserveCapacity(count)
    result += self
    return result
  }
}

extension Members {
  /// The same members without spare capacity, because they are kept as long as the program.
  var fitted: Self {
    Members(
      properties: properties.fitted, functions: functions.fitted, cases: cases.fitted,
      types: types.fitted, aliases: aliases.fitted, macros: macros.fitted,
      localTypes: localTypes.fitted, leftOut: leftOut.fitted)
  }
}
