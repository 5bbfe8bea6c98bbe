extension Schema {
  /// Why a value cannot be taken for an attribute where an object has none, as a clause that follows
  /// what it is called: "is 70000, which 'int16' cannot hold"; nil where it can.
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
