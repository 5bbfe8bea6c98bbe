extension FlowAnalysis {
  /// Carries statements out in a block of their own; returns the value of a lone last expression.
  @discardableResult
  mutating func run(_ statements: [Statement]) -> FlowValue? {
    inBlock { analysis in
      var last: FlowValue?
      let outer = analysis.deferred.count
      for statement in statements {
        guard analysis.state.isReachable else { break }
        if case .deferred(let body) = statement {
          analysis.deferred.append((body, analysis.exits.count))
          continue
        }
        last = analysis.run(statement)
      }
      if analysis.state.isReachable { analysis.runDeferred(from: outer) }
      analysis.deferred.removeSubrange(outer...)
      return last
    }
  }

  /// Carries out what is deferred until blocks are left, those from a place in the list on.
  private mutating func runDeferred(from start: Int) {
    let bodies = deferred[start...]
    for (body, _) in bodies.reversed() { run(body) }
  }

  /// The innermost loop or `switch` is left, and with it the blocks in it.
  private mutating func leaveScope() {
    runDeferred(from: deferred.firstIndex { $0.exits >= exits.count } ?? deferred.count)
    if !exits.isEmpty { exits[exits.count - 1].append(state) }
    state.isReachable = false
  }

  /// An error is thrown, or a loop further out is gone on with, which may be any of them.
  private mutating func leaveByError() {
    let caught = deferred[deferredAroundCatch...]
    runDeferred(
      from: exits.isEmpty
        ? caught.startIndex : caught.firstIndex { $0.exits > 0 } ?? caught.endIndex)
    state.isReachable = false
  }

  /// The function or closure is left, with a value where it gives one.
  private mutating func leaveBody(giving value: Expression?) {
    let result = value.map { evaluate($0, expecting: resultType) }
    // What is deferred is done when the value is there, and before the caller has it.
    runDeferred(from: 0)
    if let result {
      if depth > 0 { closureResults.append(result) } else { give(result) }
    }
    leave()
    state.isReachable = false
  }

  private mutating func run(_ statement: Statement) -> FlowValue? {
    switch statement {
    case .expression(let expression):
      return evaluate(expression, expecting: resultType)
    case .binding(let binding): bind(binding)
    case .function(let facts): localFunctions[facts.name] = facts
    case .conditional(let conditions, let then, let otherwise):
      return runConditional(conditions, then, otherwise)
    case .requirement(let conditions, let otherwise): runRequirement(conditions, otherwise)
    case .selection(let subject, let cases): return runSelection(subject, cases)
    case .iteration(let binding, let body): runIteration(binding, body)
    case .repetition(let conditions, let body, let isAtLeastOnce):
      runRepetition(conditions, body, isAtLeastOnce: isAtLeastOnce)
    case .attempt(let body, let handlers): runAttempt(body, handlers)
    case .deferred(let body): run(body)
    case .result(let value): leaveBody(giving: value)
    case .exit(.function): leaveByError()
    case .exit(.scope): leaveScope()
    }
    return nil
  }

  /// What the function gives, which decides what `.init(…)` makes at its end.
  private var resultType: SwiftType? {
    guard depth == 0 else { return nil }
    return function.facts.result.map { flow.program.resolve($0, in: scope) }
  }

  // MARK: Bindings

  /// Lets names stand for a value.
  mutating func bind(_ binding: Binding) {
    if let closure = binding.value?.closure, binding.isWhole, let name = binding.names.first {
      keep(closure)
      localClosures[name] = closure
      declare(name, .unknown)
      return
    }
    if case .type(let type)? = binding.value?.kind, let name = binding.names.first {
      declare(name, FlowValue(alias: isHiddenHere(type) ? nil : type))
      return
    }
    let type = binding.type.map(resolved)
    var value = binding.value.map { evaluate($0, expecting: type) } ?? .unknown
    if let written = binding.type { value.fill(from: typed(written)) }
    if let written = binding.pattern.type { value = cast(value, to: .optional(resolved(written))) }
    if binding.value == nil, let type { value.isContext = Self.isContext(type) }
    let isPlain = binding.isWhole && binding.pattern.enumCase == nil
    let parts = isPlain ? [value] : parts(of: value, in: binding.pattern)
    for (name, var part) in zip(binding.names, parts) where name != "_" {
      part.text = name
      declare(name, part)
    }
  }

  /// Evaluates conditions in their order, with the names that they bind.
  private mutating func check(_ conditions: [Condition]) {
    for condition in conditions {
      learn(condition, holds: true)
      switch condition {
      case .expression(let expression): _ = evaluate(expression)
      case .binding(let binding):
        bind(binding)
        unwrap(binding.names)
      }
    }
  }

  /// Conditions do not hold: of a lone one that says something.
  private mutating func miss(_ conditions: [Condition]) {
    if conditions.count == 1 { learn(conditions[0], holds: false) }
  }

  private mutating func unwrap(_ names: [String]) {
    for name in names {
      guard var value = state.names[name] else { continue }
      value.type = value.type?.unwrapped
      value.isNothing = false
      state.names[name] = value
    }
  }

  // MARK: Ways that part

  private mutating func runConditional(
    _ conditions: [Condition], _ then: [Statement], _ otherwise: [Statement]
  ) -> FlowValue? {
    let (first, thenState) = fork { analysis in
      analysis.onOwnWay {
        $0.check(conditions)
        return $0.run(then)
      }
    }
    let (second, otherState) = fork { analysis in
      analysis.onWay {
        $0.miss(conditions)
        return $0.run(otherwise)
      }
    }
    if !thenState.isReachable || !otherState.isReachable { ways.turn() }
    state = thenState.joined(otherState)
    return joined([first, second])
  }

  private mutating func runRequirement(_ conditions: [Condition], _ otherwise: [Statement]) {
    _ = fork { analysis in
      analysis.onWay {
        $0.miss(conditions)
        $0.run(otherwise)
      }
    }
    ways.turn()
    check(conditions)
  }

  private mutating func runSelection(
    _ subject: Expression, _ cases: [Statement.Case]
  ) -> FlowValue? {
    let value = evaluate(subject)
    exits.append([])
    var ends: [FlowState] = []
    var values: [FlowValue?] = []
    for item in cases {
      let (result, end) = fork { analysis in
        analysis.onOwnWay {
          var subject = value
          if let type = item.pattern.type {
            subject = $0.cast(subject, to: .optional($0.resolved(type)))
          }
          for (name, part) in zip(item.pattern.names, $0.parts(of: subject, in: item.pattern))
          where name != "_" {
            $0.declare(name, part)
          }
          $0.unwrap(item.pattern.names)
          return $0.run(item.body)
        }
      }
      ends.append(end)
      values.append(result)
    }
    if ends.contains(where: { !$0.isReachable }) { ways.turn() }
    ends += exits.removeLast()
    if let first = ends.first { state = ends.dropFirst().reduce(first) { $0.joined($1) } }
    return joined(values)
  }

  private mutating func runAttempt(_ body: [Statement], _ handlers: [[Statement]]) {
    let before = state
    let outer = deferredAroundCatch
    if !handlers.isEmpty { deferredAroundCatch = deferred.count }
    run(body)
    deferredAroundCatch = outer
    guard !handlers.isEmpty else { return }
    let after = state
    // Anything in the body may have been the last that was done.
    let interrupted = before.joined(after.isReachable ? after : before)
    var ends = [after]
    for handler in handlers {
      state = interrupted
      onWay { _ = $0.run(handler) }
      ends.append(state)
    }
    if ends.contains(where: { !$0.isReachable }) { ways.turn() }
    state = ends.dropFirst().reduce(ends[0]) { $0.joined($1) }
  }

  /// Carries something out from here, and comes back to what is known here.
  mutating func fork<Result>(_ body: (inout Self) -> Result) -> (Result, FlowState) {
    let before = state
    let result = body(&self)
    let after = state
    state = before
    return (result, after)
  }

  private func joined(_ values: [FlowValue?]) -> FlowValue? {
    let known = values.compactMap(\.self)
    guard let first = known.first else { return nil }
    return known.dropFirst().reduce(first) { $0.joined($1) }
  }

  // MARK: Loops

  private mutating func runIteration(_ binding: Binding, _ body: [Statement]) {
    let sequence = binding.value.map { evaluate($0) } ?? .unknown
    loosen(sequence.held)
    forEach(sequence, names: binding.names, isWhole: binding.isWhole) { $0.run(body) }
  }

  /// Carries something out for each element of a value.
  ///
  /// What happens to the elements has happened to all of them afterwards, even where there may be
  /// none: then there is nothing that it could have happened to.
  mutating func forEach(
    _ sequence: FlowValue, names: [String], isWhole: Bool = true, _ body: (inout Self) -> Void
  ) {
    exits.append([])
    loopDepth += 1
    defer { loopDepth -= 1 }
    let (_, after) = fork { analysis in
      analysis.onOwnWay { inner in
        for (place, name) in names.enumerated() where name != "_" {
          var element = sequence.element
          if !isWhole { element = element.part(at: place, of: names.count) }
          element.text = name
          inner.declare(name, element)
        }
        body(&inner)
      }
    }
    let left = exits.removeLast()
    let ends = left + (after.isReachable ? [after] : [])
    guard let first = ends.first else { return }
    let end = ends.dropFirst().reduce(first) { $0.joined($1) }
    if after.isReachable { noteSentEachTurn(after, except: sequence.objects) }
    state = state.joined(end)
    for object in sequence.objects { state.standings[object] = end.standing(object) }
    state.insertedByName.formUnion(end.insertedByName.intersection(sequence.objects))
  }

  private mutating func runRepetition(
    _ conditions: [Condition], _ body: [Statement], isAtLeastOnce: Bool
  ) {
    exits.append([])
    loopDepth += 1
    defer { loopDepth -= 1 }
    let (_, after) = fork { analysis in
      analysis.onOwnWay {
        if !isAtLeastOnce { $0.check(conditions) }
        $0.run(body)
        if isAtLeastOnce, $0.state.isReachable { $0.check(conditions) }
      }
    }
    let ends = exits.removeLast() + [after]
    let end = ends.dropFirst().reduce(ends[0]) { $0.joined($1) }
    if after.isReachable { noteSentEachTurn(after) }
    state = isAtLeastOnce ? end : state.joined(end)
  }
}
