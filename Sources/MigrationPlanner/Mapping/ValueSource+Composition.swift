internal import SchemaModel

extension ValueSource {
  /// The value with every property that it reads replaced by that property's source; nil if a source is
  /// unknown.
  func reading(from layer: [String: ValueSource]) -> ValueSource? {
    if case .copied(let property) = self { return layer[property] }
    guard let operand else { return self }
    return operand.reading(from: layer).map { made(from: $0).simplified }
  }

  /// The same value without ineffective steps, and with successive tables of replacements joined.
  ///
  /// Joined tables stay as large as one of them, however many there are.
  var simplified: ValueSource {
    switch self {
    case .converted(.none, _, _), .moved(.none, _), .recoded(.none, _), .recomposed(.none, _):
      .none
    case .filled(.none, let defaultValue, let type): .defaulted(defaultValue, type)
    case .filled(.defaulted(let inner, let type), _, _): .defaulted(inner, type)
    case .filled(.filled(let value, let inner, let type), _, _): .filled(value, with: inner, type)
    case .moved(.moved(let value, to: .external), to: .inline),
      .moved(.moved(let value, to: .inline), to: .external):
      value
    case .recoded(.recoded(let value, let first), let second):
      .recoded(value, first.followed(by: second))
    case .recomposed(.recomposed(let value, let first), let second):
      first.followed(by: second).map { .recomposed(value, $0) } ?? self
    default: self
    }
  }

  /// The value that this one is made from, if any.
  package var operand: ValueSource? {
    switch self {
    case .filled(let value, _, _), .converted(let value, _, _), .moved(let value, _),
      .recoded(let value, _), .recomposed(let value, _), .held(let value, _):
      value
    case .copied, .defaulted, .none, .expression, .linked, .chosen: nil
    }
  }

  /// The same value made from another operand; without an operand, the value itself.
  package func made(from operand: ValueSource) -> ValueSource {
    switch self {
    case .filled(_, let filler, let type): .filled(operand, with: filler, type)
    case .converted(_, let from, let to): .converted(operand, from: from, to: to)
    case .moved(_, let storage): .moved(operand, to: storage)
    case .recoded(_, let recodings): .recoded(operand, recodings)
    case .recomposed(_, let parts): .recomposed(operand, parts)
    case .held(_, let type): .held(operand, as: type)
    case .copied, .defaulted, .none, .expression, .linked, .chosen: self
    }
  }

  /// The property of the step below that the value is made from, if any.
  package var carriedProperty: String? {
    if case .copied(let property) = self { return property }
    return operand?.carriedProperty
  }

  /// The SQL that a schema file declares for the value, even if its result is converted.
  package var declaredExpression: String? {
    if case .expression(let sql) = self { return sql }
    return operand?.declaredExpression
  }

  /// Whether it contains an SQL expression.
  var hasExpression: Bool { declaredExpression != nil }

  /// Whether it makes fresh identifiers, which depend on its step.
  var isFresh: Bool {
    switch self {
    case .defaulted(.newUUID, _), .filled(_, with: .newUUID, _): true
    case .recomposed(let value, let parts): value.isFresh || parts.contains { $0.value.isFresh }
    default: operand?.isFresh ?? false
    }
  }
}

extension [Recoding] {
  /// Both recodings as one; a value that the second one does not list cannot come from the first one either.
  fileprivate func followed(by next: [Recoding]) -> [Recoding] {
    compactMap { recoding in
      next.first { $0.old == recoding.new }.map { Recoding(recoding.old, as: $0.new) }
    }
  }
}

extension [PropertyMapping] {
  /// The parts of a composite made from these parts, in terms of their sources; nil if one of them is
  /// missing.
  fileprivate func followed(by next: [PropertyMapping]) -> [PropertyMapping]? {
    let given = Dictionary(map { ($0.property, $0.value) }, uniquingKeysWith: { $1 })
    var parts: [PropertyMapping] = []
    for part in next {
      guard let value = part.value.reading(from: given) else { return nil }
      parts.append(PropertyMapping(part.property, value))
    }
    return parts
  }
}
