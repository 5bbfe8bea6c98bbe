extension Array {
  /// The elements in no more room than they need: what grows takes up to twice of it.
  var fitted: Self {
    guard capacity > count else { return self }
    var result: Self = []
    result.reserveCapacity(count)
    result += self
    return result
  }
}

extension Members {
  /// The same in no more room than it needs, for as long as a program is looked at.
  var fitted: Self {
    Members(
      properties: properties.fitted, functions: functions.fitted, cases: cases.fitted,
      types: types.fitted, aliases: aliases.fitted, macros: macros.fitted,
      localTypes: localTypes.fitted, leftOut: leftOut.fitted)
  }
}
