/// A walk through code from outside to inside, closures and inner functions included.
struct CodeWalk {
  /// Called for each statement, before its parts.
  var statement: (Statement) -> Void = { _ in }
  /// Called for each expression; returns false to skip the parts of the expression.
  var expression: (Expression) -> Bool = { _ in true }

  /// Visits statements in their order.
  func go(through statements: [Statement]) {
    for statement in statements { go(through: statement) }
  }

  /// Visits an expression and its parts.
  func go(through value: Expression) {
    guard expression(value) else { return }
    switch value.kind {
    case .literal, .nothing, .name, .type, .keyPath: break
    case .member(let base, _): base.map { go(through: $0) }
    case .call(let callee, let arguments), .element(let callee, let arguments):
      go(through: callee)
      go(through: arguments.map(\.value))
    case .closure(let closure): go(through: closure.body)
    case .list(let parts), .pairs(let parts), .choice(let parts), .operation(let parts, _):
      go(through: parts)
    case .tuple(let parts): go(through: parts.map(\.value))
    case .assignment(let target, let value, _): go(through: [target, value])
    case .cast(let inner, _), .attempt(let inner, _): go(through: inner)
    case .branches(let statement): go(through: statement)
    case .macro(let macro): go(through: macro.arguments.map(\.value))
    }
  }

  private func go(through values: [Expression]) {
    for value in values { go(through: value) }
  }

  private func go(through item: Statement) {
    statement(item)
    switch item {
    case .expression(let value): go(through: value)
    case .binding(let binding): go(through: binding)
    case .function(let facts): go(through: facts.statements)
    case .conditional(let conditions, let then, let otherwise):
      go(through: conditions)
      go(through: then + otherwise)
    case .requirement(let conditions, let otherwise):
      go(through: conditions)
      go(through: otherwise)
    case .selection(let subject, let cases):
      go(through: subject)
      for item in cases { go(through: item.body) }
    case .iteration(let binding, let body):
      go(through: binding)
      go(through: body)
    case .repetition(let conditions, let body, _):
      go(through: conditions)
      go(through: body)
    case .attempt(let body, let handlers):
      go(through: body)
      for handler in handlers { go(through: handler) }
    case .deferred(let body): go(through: body)
    case .result(let value): value.map { go(through: $0) }
    case .exit: break
    }
  }

  private func go(through conditions: [Condition]) {
    for condition in conditions {
      switch condition {
      case .expression(let value): go(through: value)
      case .binding(let binding): go(through: binding)
      }
    }
  }

  private func go(through binding: Binding) { binding.value.map { go(through: $0) } }
}

extension [Statement] {
  /// Visits each expression in the statements, also in closures and inner functions.
  func forEachExpression(_ visit: (Expression) -> Void) {
    withoutActuallyEscaping(visit) { visit in
      CodeWalk(expression: {
        visit($0)
        return true
      }).go(through: self)
    }
  }

  /// Whether any expression in the statements satisfies a condition.
  func containsExpression(where isMatch: (Expression) -> Bool) -> Bool {
    var isFound = false
    forEachExpression { isFound = isFound || isMatch($0) }
    return isFound
  }
}

extension Expression {
  /// The closure, if the expression is one.
  var closure: Closure? {
    if case .closure(let closure) = kind { return closure }
    return nil
  }

  /// The name of the called function or method, if the expression is a call.
  var calledName: String? {
    guard case .call(let callee, _) = kind else { return nil }
    switch callee.kind {
    case .name(let name, _), .member(_, let name): return name
    default: return nil
    }
  }

  /// The arguments of a call; empty for any other expression.
  var callArguments: [Argument] {
    if case .call(_, let arguments) = kind { return arguments }
    return []
  }
}
