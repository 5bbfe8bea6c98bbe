extension Schema {
  /// The reason why a value cannot be used for objects without a value; nil if it can.
  ///
  /// It is a clause that follows the name of the value: "is 70000, which 'int16' cannot hold".
  package func misfit(of value: DefaultValue, for attribute: Attribute) -> String? {
    let fit = LiteralFit(
      enumerations: Dictionary(
        enumerations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }),
      composites: Dictionary(
        composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
    if let misfit = fit.misfit(of: value, as: attribute.type) { return misfit.description }
    guard case .literal(let literal) = value else { return nil }
    let measure = attribute.type == .string ? literal.length : literal
    if let minimum = attribute.minimum, measure.isBelow(minimum) { return "is below 'min'" }
    if let maximum = attribute.maximum, maximum.isBelow(measure) { return "is above 'max'" }
    return nil
  }
}
