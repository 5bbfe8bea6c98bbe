extension FlowAnalysis {
  /// What a condition says of objects: those that have a context are inserted.
  ///
  /// An object that has one is known to be inserted only behind the condition, and nowhere else:
  /// so it is no less fresh for whatever follows.
  mutating func learn(_ condition: Condition, holds: Bool) {
    switch condition {
    case .expression(let expression): learn(expression, holds: holds)
    case .binding(let binding):
      // `if let context = book.modelContext`
      if holds, binding.isWhole, let value = binding.value { learnContext(value) }
    }
  }

  private mutating func learn(_ expression: Expression, holds: Bool) {
    guard case .operation(let operands, let operators) = expression.kind else { return }
    if operators == ["!"], operands.count == 1 {
      learn(operands[0], holds: !holds)
      return
    }
    guard operands.count == operators.count + 1 else { return }
    // Of terms that must all hold each one does; where one of several does, nobody knows which.
    let (joint, other) = holds ? ("&&", "||") : ("||", "&&")
    guard !operators.contains(other) else { return }
    var start = 0
    for end in operators.indices.filter({ operators[$0] == joint }) + [operators.count] {
      learn(operands[start...end], operators[start..<end], holds: holds)
      start = end + 1
    }
  }

  /// One comparison, or a term in parentheses.
  private mutating func learn(
    _ operands: ArraySlice<Expression>, _ operators: ArraySlice<String>, holds: Bool
  ) {
    guard let left = operands.first, let right = operands.last else { return }
    guard operands.count == 2, let sign = operators.first else {
      if operands.count == 1 { learn(left, holds: holds) }
      return
    }
    let isEqual = ["==", "==="].contains(sign)
    guard isEqual || ["!=", "!=="].contains(sign) else { return }
    for (value, other) in [(left, right), (right, left)] {
      if other.kind == .nothing {
        if isEqual != holds { learnContext(value) }
      } else if isEqual == holds, other.contextOwner == nil {
        learnContext(value)
      }
    }
  }

  /// A value is there: where it is the context of an object, or a part of that, the object has one.
  private mutating func learnContext(_ value: Expression) {
    guard let owner = value.contextOwner else { return }
    switch owner {
    case .own:
      if state.names["modelContext"] == nil, let itself { state.checked.insert(itself) }
    case .of(let object):
      guard object.text != nil else { return }
      let objects = evaluate(object).objects
      state.checked.formUnion(objects)
    }
  }
}

/// Whose context an expression asks for.
private enum ContextOwner {
  /// That of the object whose method it is.
  case own
  /// That of another one.
  case of(Expression)
}

extension Expression {
  /// Whose context it is, or is asked something: `book.modelContext`, `modelContext?.hasChanges`.
  fileprivate var contextOwner: ContextOwner? {
    switch kind {
    case .name("modelContext", _): .own
    case .member(let base?, "modelContext"): .of(base)
    case .member(let base?, _): base.contextOwner
    case .cast(let inner, _), .attempt(let inner, _): inner.contextOwner
    default: nil
    }
  }
}
