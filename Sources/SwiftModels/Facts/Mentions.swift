extension [Statement] {
  /// Whether an expression or a written type in the statements contains one of these names.
  ///
  /// ```swift
  /// guard function.facts.statements.mentions(anyOf: ["ModelContainer"]) else { continue }
  /// ```
  ///
  /// For a type that is kept as text, a longer name that contains the wanted one counts too.
  func mentions(anyOf names: some Sequence<String>) -> Bool {
    let wanted = Set(names)
    var isFound = false
    CodeWalk(
      statement: { statement in
        isFound = isFound || statement.types.contains { $0.mentions(anyOf: wanted) }
      },
      expression: { expression in
        isFound = isFound || expression.spells(anyOf: wanted)
        return !isFound
      }
    ).go(through: self)
    return isFound
  }
}

extension Statement {
  /// The types that the statement itself contains, outside its expressions.
  fileprivate var types: [WrittenType] {
    switch self {
    case .binding(let binding), .iteration(let binding, _): [binding.type].compactMap(\.self)
    case .function(let facts): facts.parameters.map(\.type) + [facts.result].compactMap(\.self)
    case .expression, .conditional, .requirement, .selection, .repetition, .attempt, .deferred,
      .result, .exit:
      []
    }
  }
}

extension Expression {
  /// Whether the expression itself, not one of its parts, contains one of these names.
  fileprivate func spells(anyOf names: Set<String>) -> Bool {
    switch kind {
    case .name(let name, let types):
      names.contains(name) || types.contains { $0.mentions(anyOf: names) }
    case .member(_, let name): names.contains(name)
    case .type(let type), .cast(_, let type): type.mentions(anyOf: names)
    case .keyPath(let root, let path):
      root?.mentions(anyOf: names) ?? false || !names.isDisjoint(with: path)
    case .macro(let macro):
      names.contains(macro.name) || macro.types.contains { $0.mentions(anyOf: names) }
    case .closure(let closure): closure.types.contains { $0?.mentions(anyOf: names) ?? false }
    default: false
    }
  }
}

extension WrittenType {
  /// Whether the type contains one of these names.
  fileprivate func mentions(anyOf names: Set<String>) -> Bool {
    switch self {
    case .named(let path):
      path.contains { component in
        names.contains(component.name)
          || component.arguments.contains { $0.mentions(anyOf: names) }
      }
    case .optional(let inner), .array(let inner): inner.mentions(anyOf: names)
    case .dictionary(let key, let value):
      key.mentions(anyOf: names) || value.mentions(anyOf: names)
    case .other(let text): names.contains { text.contains($0) }
    }
  }
}
