internal import SchemaModel

/// Code that opens a container, with its failure handler.
struct ContainerOpening {
  /// The surrounding code.
  var function: FunctionTable.Function
  /// The code for a failure, whether caught or found to be `nil`; nil if a `try!` ends the app.
  var handler: [Statement]?
  /// The place of the opening, or of the call of a function that opens a container.
  var position: Position
  /// The parts of the handler that run only if a container in memory cannot be opened either.
  var lastResort: Set<Position> = []

  /// All code that opens a container on disk, in the order of files and places.
  static func all(in flow: ProgramFlow) -> [ContainerOpening] {
    let code = OpeningCode(flow.functions, depth: depthLimit)
    return code.functions.flatMap { all(in: $0, code, flow) }
  }

  /// The number of functions that a call is followed through.
  static let depthLimit = 3

  private static func all(
    in function: FunctionTable.Function, _ code: OpeningCode, _ flow: ProgramFlow
  ) -> [ContainerOpening] {
    let body = function.facts.statements
    let reader = OpeningReader(function, code, flow)
    let memory = OpeningReader(function, code, flow, looksForMemory: true)
    var result: [ContainerOpening] = []
    func add(_ handler: [Statement]?, _ position: Position) {
      result.append(
        ContainerOpening(
          function: function, handler: handler, position: position,
          lastResort: handler.map { lastResort(in: $0, memory, reader) } ?? []))
    }
    CodeWalk(
      statement: { statement in
        switch statement {
        case .attempt(let body, let handlers):
          guard let place = reader.openings(in: body).first else { return }
          for handler in handlers { add(handler, place) }
        case .requirement(let conditions, let otherwise),
          .conditional(let conditions, _, let otherwise):
          reader.attempts(in: conditions).first.map { add(otherwise, $0) }
        case .selection(let subject, let cases):
          reader.attempt(in: subject).map { place in
            // The code for success is not a failure handler.
            for item in cases where item.pattern.enumCase != "success" { add(item.body, place) }
          }
        case .expression, .binding, .function, .iteration, .repetition, .deferred, .result, .exit:
          break
        }
      },
      expression: { expression in
        if case .attempt(let inner, true) = expression.kind,
          !reader.openings(in: [.expression(inner)]).isEmpty
        {
          add(nil, expression.position)
        } else if expression.calledName == "loadPersistentStores",
          case .closure(let closure)? = expression.callArguments.last?.value.kind
        {
          add(closure.failureHandler, expression.position)
        }
        return true
      }
    ).go(through: body)
    // The following statements run only if the opening fails.
    for (place, statement) in body.enumerated() {
      if let opening = reader.opening(leavingBy: statement) {
        add(Array(body[(place + 1)...]), opening)
      }
    }
    return result
  }

  /// The parts of a handler that run if a container in memory fails, where no container on disk is opened.
  private static func lastResort(
    in handler: [Statement], _ memory: OpeningReader, _ disk: OpeningReader
  ) -> Set<Position> {
    var places: Set<Position> = []
    func add(_ body: [Statement]) { body.forEachExpression { places.insert($0.position) } }
    CodeWalk(statement: { statement in
      switch statement {
      case .attempt(let body, let handlers):
        guard !memory.openings(in: body).isEmpty, disk.openings(in: body).isEmpty else { return }
        handlers.forEach(add)
      case .requirement(let conditions, let otherwise),
        .conditional(let conditions, _, let otherwise):
        guard !memory.attempts(in: conditions).isEmpty, disk.attempts(in: conditions).isEmpty
        else { return }
        add(otherwise)
      default: break
      }
    }).go(through: handler)
    return places
  }
}

extension Closure {
  /// The statements of a closure that run only for an error in its last argument.
  ///
  /// A call with the error as an argument may depend on it.
  fileprivate var failureHandler: [Statement] {
    body.handler(of: [parameters.isEmpty ? "$1" : parameters.last ?? ""])
  }
}

extension [Statement] {
  /// The statements that run only if an optional error, known by these names, is not `nil`.
  fileprivate func handler(of error: Set<String>) -> [Statement] {
    var error = error
    var result: [Statement] = []
    for (place, statement) in enumerated() {
      let rest = self[(place + 1)...]
      switch statement.branched {
      case .conditional(let conditions, let then, let otherwise):
        switch conditions.outcome(of: error) {
        case .failure: result += then
        case .success where then.last?.leaves == true: return result + otherwise + rest
        case .success: result += otherwise
        case nil: result += then.handler(of: error) + otherwise.handler(of: error)
        }
      case .requirement(let conditions, let otherwise):
        switch conditions.outcome(of: error) {
        case .success: result += otherwise
        case .failure: return result + rest
        case nil: result += otherwise.handler(of: error)
        }
      case .attempt(let body, let handlers):
        result += body.handler(of: error) + handlers.flatMap { $0.handler(of: error) }
      case .binding(let binding) where binding.value?.mentions(error) ?? false:
        error.formUnion(binding.names)
      case let other:
        if [other].containsExpression(where: { $0.isName(of: error) }) { result.append(other) }
      }
    }
    return result
  }
}

extension [Condition] {
  /// The outcome for which a condition holds.
  fileprivate enum Outcome {
    case success
    case failure
  }

  /// The outcome for which conditions on an error hold; nil if no condition is about it.
  fileprivate func outcome(of error: Set<String>) -> Outcome? {
    for condition in self {
      switch condition {
      case .binding(let binding):
        let isOnError =
          binding.value.map { $0.mentions(error) } ?? !error.isDisjoint(with: binding.names)
        if isOnError { return .failure }
      case .expression(let value):
        guard value.mentions(error) else { continue }
        if case .operation(_, ["=="]) = value.kind { return .success }
        return .failure
      }
    }
    return nil
  }
}

extension Expression {
  fileprivate func mentions(_ names: Set<String>) -> Bool {
    [Statement.expression(self)].containsExpression { $0.isName(of: names) }
  }

  fileprivate func isName(of names: Set<String>) -> Bool { text.map(names.contains) ?? false }
}

extension Statement {
  /// The `if` or `switch` of an expression; otherwise the statement itself.
  fileprivate var branched: Statement {
    if case .expression(let value) = self, case .branches(let inner) = value.kind { return inner }
    return self
  }

  /// The conditions and the body of an `if` without `else`.
  fileprivate var lone: (conditions: [Condition], then: [Statement])? {
    switch self {
    case .conditional(let conditions, let then, let otherwise) where otherwise.isEmpty:
      (conditions, then)
    case .expression(let value):
      if case .branches(let inner) = value.kind { inner.lone } else { nil }
    default: nil
    }
  }

  /// Whether no statement after it runs.
  fileprivate var leaves: Bool {
    switch self {
    case .result, .exit: true
    default: false
    }
  }
}

/// A reader of the calls that open a container, on disk or only in memory.
///
/// Calls of functions that open one count too.
private struct OpeningReader {
  private let code: OpeningCode
  private let flow: ProgramFlow
  private let scope: Scope
  /// The values of local names.
  private let values: [String: Expression]
  /// The number of further functions that a call is followed through.
  private let depth: Int
  /// Whether containers in memory are searched, instead of those on disk.
  private let looksForMemory: Bool

  init(
    _ function: FunctionTable.Function, _ code: OpeningCode, _ flow: ProgramFlow,
    depth: Int = ContainerOpening.depthLimit, looksForMemory: Bool = false
  ) {
    var values: [String: Expression] = [:]
    CodeWalk(statement: { statement in
      guard case .binding(let binding) = statement, let name = binding.names.first else { return }
      values[name] = binding.value
    }).go(through: function.facts.statements)
    self.code = code
    self.flow = flow
    self.values = values
    self.depth = depth
    self.looksForMemory = looksForMemory
    scope = Scope(file: function.file, type: function.owner)
  }

  /// The places at which statements open a container without catching its error.
  ///
  /// Closures and inner `try` expressions are skipped.
  func openings(in body: [Statement]) -> [Position] {
    var positions: [Position] = []
    CodeWalk(expression: { expression in
      switch expression.kind {
      case .closure, .attempt: return false
      default:
        if opens(expression) { positions.append(expression.position) }
        return true
      }
    }).go(through: body)
    return positions
  }

  /// The places at which conditions open a container and fail with it: `guard let container = try? …`.
  func attempts(in conditions: [Condition]) -> [Position] {
    conditions.compactMap { condition in
      guard case .binding(let binding) = condition,
        case .attempt(let inner, false)? = binding.value?.kind
      else { return nil }
      return openings(in: [.expression(inner)]).first
    }
  }

  /// The place at which a statement opens a container and leaves the function only on success.
  ///
  /// Examples are `if let container = try? … { return container }` and
  /// `do { return try … } catch { log(error) }`.
  func opening(leavingBy statement: Statement) -> Position? {
    if case .attempt(let body, let handlers) = statement {
      guard body.last?.leaves == true, handlers.contains(where: { $0.last?.leaves != true }) else {
        return nil
      }
      return openings(in: body).first
    }
    guard let (conditions, then) = statement.lone, then.last?.leaves == true else { return nil }
    return attempts(in: conditions).first
  }

  /// The place at which the subject of a `switch` opens a container: `Result { try ModelContainer(…) }`.
  func attempt(in subject: Expression) -> Position? {
    guard subject.calledName == "Result",
      case .closure(let closure)? = subject.callArguments.last?.value.kind
    else { return nil }
    return openings(in: closure.body).first
  }

  private func opens(_ expression: Expression) -> Bool {
    guard case .call(let callee, let arguments) = expression.kind else { return false }
    let names = ["ModelContainer", "ModelContainer.init", "SwiftData.ModelContainer"]
    if names.contains(callee.text ?? "") {
      return isInMemory(arguments, depth: 3) == looksForMemory
    }
    guard depth > 0 else { return false }
    let called = flow.index.callees(of: expression, in: scope)
    return called.count == 1
      && called.contains { function in
        code.contains(function)
          && OpeningReader(function, code, flow, depth: depth - 1, looksForMemory: looksForMemory)
            .letsErrorThrough(of: function.facts.statements)
      }
  }

  /// Whether a body opens a container and throws its error to the caller.
  private func letsErrorThrough(of body: [Statement]) -> Bool {
    var caught: Set<Position> = []
    CodeWalk(statement: { statement in
      guard case .attempt(let tried, let handlers) = statement,
        !handlers.contains(where: \.throwsOn)
      else { return }
      caught.formUnion(openings(in: tried))
    }).go(through: body)
    return openings(in: body).contains { !caught.contains($0) }
  }

  private func isInMemory(_ arguments: [Argument], depth: Int) -> Bool {
    depth > 0
      && arguments.contains { argument in
        if argument.label == "isStoredInMemoryOnly" {
          // A value that is computed at run time may be either.
          return looksForMemory
            ? argument.value.kind == .literal(.bool(true))
            : argument.value.kind != .literal(.bool(false))
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

extension [Statement] {
  /// Whether an error handler leaves the function by an exit, as far as the code shows.
  fileprivate var throwsOn: Bool {
    var isLeft = false
    CodeWalk(statement: { statement in
      if case .exit(.function) = statement { isLeft = true }
    }).go(through: self)
    return isLeft
  }
}
