extension FunctionFlow {
  /// Follows statements in a block, and returns the value of the last expression.
  @discardableResult
  mutating func run(_ statements: [Statement]) -> FlowValue? {
    inBlock { flow in
      var last: FlowValue?
      let outer = flow.body.deferred.count
      for statement in statements where flow.state.isReachable {
        if case .deferred(let body) = statement {
          flow.body.deferred.append(body)
        } else {
          last = flow.run(statement)
        }
      }
      if flow.state.isReachable {
        flow.runDeferred(from: outer)
      } else {
        // The block was left earlier; its deferred code still ran then.
        _ = flow.fork {
          $0.state.isReachable = true
          $0.runDeferred(from: outer)
        }
      }
      flow.body.deferred.removeSubrange(outer...)
      return last
    }
  }

  private mutating func runDeferred(from start: Int) {
    for deferred in body.deferred[start...].reversed() { run(deferred) }
  }

  private mutating func run(_ statement: Statement) -> FlowValue? {
    switch statement {
    case .expression(let expression): return evaluate(expression, expecting: resultType)
    case .binding(let binding): bind(binding)
    case .function(let facts): localBodies[facts.name] = Closure(facts)
    case .conditional(let conditions, let then, let otherwise):
      let rest = checkFirst(conditions)
      questions += 1
      return either([
        {
          $0.check(rest)
          return $0.run(then)
        }, { $0.run(otherwise) },
      ])
    case .requirement(let conditions, let otherwise):
      let rest = checkFirst(conditions)
      questions += 1
      _ = fork { $0.run(otherwise) }
      check(rest)
    case .selection(let subject, let cases): return select(subject, cases)
    case .iteration(let binding, let body):
      let sequence = binding.value.map { evaluate($0) } ?? .unknown
      forEach(sequence) { flow in
        flow.bindElement(sequence, binding)
        flow.run(body)
      }
    case .repetition(let conditions, let body, let isAtLeastOnce):
      repeatedly(isAtLeastOnce: isAtLeastOnce) { flow in
        if !isAtLeastOnce { flow.check(conditions) }
        flow.run(body)
        if isAtLeastOnce, flow.state.isReachable { flow.check(conditions) }
      }
    case .attempt(let body, let handlers): attempt(body, handlers)
    case .deferred(let body): run(body)
    case .result(let value): leaveBody(giving: value)
    case .exit(let exit):
      let place = body.scopeExits.count - 1
      if exit == .scope, place >= 0 { body.scopeExits[place].append(state) }
      state.isReachable = false
    }
    return nil
  }

  /// The result type, which decides what `.init(…)` makes at the end of the function.
  private var resultType: SwiftType? {
    depth > 0 ? nil : function.facts.result.map { index.program.resolve($0, in: scope) }
  }

  /// Leaves the function or closure, with a value if there is one.
  private mutating func leaveBody(giving value: Expression?) {
    let result = value.map { evaluate($0, expecting: resultType) }
    // Deferred code runs after the value is computed, before the caller receives it.
    runDeferred(from: 0)
    if let result {
      if depth > 0 { body.results.append(result) } else { give(result) }
    }
    leave()
    state.isReachable = false
  }

  // MARK: Bindings

  /// Binds names to a value.
  mutating func bind(_ binding: Binding) {
    if let closure = binding.value?.closure, binding.isWhole, let name = binding.names.first {
      runLater(closure)
      localBodies[name] = closure
      return declare(name, .unknown)
    }
    if case .tuple(let parts)? = binding.value?.kind, parts.count == binding.names.count {
      let values = parts.map { evaluate($0.value) }
      for (name, value) in zip(binding.names, values) where name != "_" { declare(name, value) }
      return
    }
    let type = binding.type.map(names.resolved)
    var value = binding.value.map { evaluate($0, expecting: type) } ?? .unknown
    value.type = type ?? value.type
    if case .dictionary? = binding.type { value.isPaired = true }
    if let type, FlowNames.isContext(type) { value.context = value.context ?? .unknown }
    bind(binding.pattern, to: value)
  }

  /// Binds the names of a pattern to a value, or to unknown parts of it.
  private mutating func bind(_ pattern: Pattern, to value: FlowValue) {
    var value = value
    if let type = pattern.type { value = cast(value, to: .optional(names.resolved(type))) }
    guard pattern.isWhole, [nil, "some"].contains(pattern.enumCase), let name = pattern.names.first
    else {
      if !pattern.names.isEmpty { escape(value) }
      for name in pattern.names where name != "_" { declare(name, .unknown) }
      return
    }
    if name != "_" { declare(name, value) }
  }

  /// Binds the names of a loop to an element.
  mutating func bindElement(_ sequence: FlowValue, _ binding: Binding) {
    if sequence.isPaired, binding.names.count == 2 {
      declare(binding.names[0], .unknown)
      declare(binding.names[1], sequence.element)
    } else {
      if sequence.isPaired { escape(sequence) }
      bind(binding.pattern, to: sequence.isPaired ? .unknown : sequence.element)
      unwrap(binding.pattern)
    }
  }

  /// Evaluates the conditions that run on every path, and returns the others, from the first binding on.
  private mutating func checkFirst(_ conditions: [Condition]) -> ArraySlice<Condition> {
    let asked = conditions.prefix { if case .expression = $0 { true } else { false } }
    check(asked)
    return conditions[asked.endIndex...]
  }

  /// Evaluates conditions in their order, with the names that they bind.
  private mutating func check(_ conditions: some Sequence<Condition>) {
    for condition in conditions {
      switch condition {
      case .expression(let expression): _ = evaluate(expression)
      case .binding(let binding):
        bind(binding)
        unwrap(binding.pattern)
      }
    }
  }

  private mutating func unwrap(_ pattern: Pattern) {
    for name in pattern.names {
      guard var value = state.names[name] else { continue }
      value.type = value.type?.unwrapped
      value.isNothing = false
      state.names[name] = value
    }
  }

  // MARK: Branches

  /// Follows several branches; afterwards only the facts common to all of them are known.
  private mutating func either(_ ways: [(inout Self) -> FlowValue?]) -> FlowValue? {
    var ends: [FlowState] = []
    var values: [FlowValue] = []
    for way in ways {
      let (value, end) = fork { $0.inBlock(way) }
      ends.append(end)
      value.map { values.append($0) }
    }
    state = ends.joined ?? state
    return values.first.map { first in values.dropFirst().reduce(first) { $0.joined($1) } }
  }

  private mutating func select(_ subject: Expression, _ cases: [Statement.Case]) -> FlowValue? {
    let value = evaluate(subject)
    questions += 1
    body.scopeExits.append([])
    let result = either(
      cases.map { item in
        { flow in
          flow.bind(item.pattern, to: value)
          flow.unwrap(item.pattern)
          return flow.run(item.body)
        }
      })
    state = (body.scopeExits.removeLast() + [state]).joined ?? state
    return result
  }

  private mutating func attempt(_ tried: [Statement], _ handlers: [[Statement]]) {
    let before = state
    run(tried)
    guard !handlers.isEmpty else { return }
    let after = state
    // Any statement of the body may have been the last one to run.
    let interrupted = before.joined(after)
    let ends = handlers.map { handler in
      state = interrupted
      run(handler)
      return state
    }
    state = ([after] + ends).joined ?? after
  }

  // MARK: Loops

  /// Follows a closure for each element of a value.
  ///
  /// The effects on an element apply to all elements afterwards. This holds for an empty value too, because
  /// it has no elements.
  mutating func forEach(_ sequence: FlowValue, _ turn: (inout Self) -> Void) {
    let end = repeatedly(isAtLeastOnce: false, turn)
    for object in sequence.objects { state.standings[object] = end.standing(object) }
    for (early, isInserted) in end.early where sequence.objects.contains(early.object) {
      state.early[early] = isInserted
    }
  }

  /// Follows a turn of a loop, and returns the state at its end.
  @discardableResult
  private mutating func repeatedly(
    isAtLeastOnce: Bool, _ turn: (inout Self) -> Void
  ) -> FlowState {
    questions += 1
    body.scopeExits.append([])
    let (_, after) = fork { $0.inBlock(turn) }
    let left = body.scopeExits.removeLast()
    let end = (left + [after]).joined ?? after
    state = isAtLeastOnce ? end : state.joined(end)
    return end.isReachable ? end : state
  }
}

extension Closure {
  /// The body of an inner function.
  fileprivate init(_ facts: FunctionFacts) {
    self.init(
      parameters: facts.parameters.map(\.name),
      types: facts.parameters.map { $0.isVariadic ? .array($0.type) : $0.type },
      body: facts.statements)
  }
}
