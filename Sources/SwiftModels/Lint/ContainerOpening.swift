internal import SchemaModel

/// Code that opens a container, with what is done where that fails.
struct ContainerOpening {
  /// The code around it.
  var function: FunctionTable.Function
  /// What is done where it fails; nil where that ends the app by a `try!`.
  var handler: [Statement]?
  /// Where it is opened.
  var position: Position

  /// Everything in a body that opens a container on the disk.
  static func all(in function: FunctionTable.Function) -> [ContainerOpening] {
    let body = function.facts.body ?? []
    let reader = OpeningReader(body)
    var result: [ContainerOpening] = []
    func add(_ handler: [Statement]?, _ position: Position) {
      result.append(ContainerOpening(function: function, handler: handler, position: position))
    }
    CodeWalk(
      statement: { statement in
        guard case .attempt(let body, let handlers) = statement,
          let place = reader.opening(in: body)
        else { return }
        for handler in handlers { add(handler, place) }
      },
      expression: { expression in
        if case .attempt(let inner, true) = expression.kind,
          reader.opening(in: [.expression(inner)]) != nil
        {
          add(nil, expression.position)
        } else if expression.calledName == "loadPersistentStores",
          case .closure(let closure)? = expression.callArguments.last?.value.kind
        {
          add(closure.body, expression.position)
        }
        return true
      }
    ).go(through: body)
    return result
  }
}

/// Tells which calls open a container on the disk.
private struct OpeningReader {
  /// What the names of a body stand for.
  private var values: [String: Expression] = [:]

  init(_ body: [Statement]) {
    var values: [String: Expression] = [:]
    CodeWalk(statement: { statement in
      guard case .binding(let binding) = statement, let name = binding.names.first else { return }
      values[name] = binding.value
    }).go(through: body)
    self.values = values
  }

  /// Where statements open one, those in other functions and closures not looked at.
  func opening(in body: [Statement]) -> Position? {
    var position: Position?
    CodeWalk(expression: { expression in
      if case .closure = expression.kind { return false }
      if position == nil, opens(expression) { position = expression.position }
      return true
    }).go(through: body)
    return position
  }

  private func opens(_ expression: Expression) -> Bool {
    guard case .call(let callee, let arguments) = expression.kind else { return false }
    let names = ["ModelContainer", "ModelContainer.init", "SwiftData.ModelContainer"]
    return names.contains(callee.text ?? "") && !isInMemory(arguments, depth: 3)
  }

  private func isInMemory(_ arguments: [Argument], depth: Int) -> Bool {
    depth > 0
      && arguments.contains { argument in
        if argument.label == "isStoredInMemoryOnly" {
          return argument.value.kind != .literal(.bool(false))
        }
        return isInMemory(argument.value, depth)
      }
  }

  private func isInMemory(_ value: Expression, _ depth: Int) -> Bool {
    switch value.kind {
    case .call(_, let arguments): isInMemory(arguments, depth: depth)
    case .list(let elements): elements.contains { isInMemory($0, depth) }
    case .name(let name, _):
      values[name].map { isInMemory([Argument(label: nil, value: $0)], depth: depth - 1) } ?? false
    default: false
    }
  }
}
