extension FlowAnalysis {
  /// A closure that is kept or passed on: what it does may be done, or not.
  mutating func runClosure(_ closure: Closure, _ values: [FlowValue] = []) -> FlowValue {
    laterDepth += 1
    let (result, after) = fork { $0.runBody(of: closure, values) }
    laterDepth -= 1
    state = state.joined(after)
    // Only what it gives is known by its objects; the closure itself is no object.
    return FlowValue(objects: [], type: result.type)
  }

  /// A closure that is carried out at another time, if ever.
  ///
  /// From here on it may have done what it does; what it relates is related at the end.
  mutating func keep(_ closure: Closure, _ values: [FlowValue] = []) {
    guard laterDepth == 0, keptClosures.count < Self.keptLimit else {
      _ = runClosure(closure, values)
      return
    }
    let before = self
    _ = runClosure(closure, values)
    let touched = everInserted.union(everEscaped)
      .subtracting(before.everInserted).subtracting(before.everEscaped)
    (events, summary, neighbours) = (before.events, before.summary, before.neighbours)
    (givenEvents, origins) = (before.givenEvents, before.origins)
    (contextUse, actorCrossings) = (before.contextUse, before.actorCrossings)
    (everInserted, everEscaped) = (before.everInserted, before.everEscaped)
    everLoosened = before.everLoosened
    keptClosures.append(
      KeptClosure(
        closure: closure, values: values, names: state.names, sent: before.state.sent,
        touched: touched,
        fresh: touched.filter { before.state.standing($0) == .fresh }))
  }

  /// As many closures are looked at twice.
  private static let keptLimit = 64

  /// Carries out what was kept, when all else is done.
  ///
  /// An object with which nothing but the closure itself does anything is as fresh there as it was.
  mutating func runKept() {
    let known = everInserted.union(everEscaped).union(everLoosened)
    for (place, kept) in keptClosures.enumerated() {
      state.names = kept.names
      state.sent = kept.sent
      state.isReachable = true
      for object in kept.fresh where !known.contains(object) && state.standing(object) == .open {
        let others = keptClosures.enumerated().lazy.filter { $0.offset != place }
        if !others.contains(where: { $0.element.touched.contains(object) }) {
          state.standings[object] = .fresh
        }
      }
      _ = runClosure(kept.closure, kept.values)
    }
  }

  /// A closure that has a name is followed at each call, too.
  mutating func callLocal(
    _ closure: Closure, named name: String, _ arguments: [Argument]
  ) -> FlowValue {
    let values = arguments.map { evaluate($0.value) }
    guard localCallCount < Self.localCallLimit, localCalls.insert(name).inserted else {
      values.forEach { escape($0) }
      return .unknown
    }
    localCallCount += 1
    defer { localCalls.remove(name) }
    return runBody(of: closure, values)
  }

  /// The body of a closure, with its parameters bound.
  mutating func runBody(of closure: Closure, _ values: [FlowValue]) -> FlowValue {
    guard depth < Self.depthLimit else { return .unknown }
    releaseState()
    depth += 1
    defer { depth -= 1 }
    let (outerExits, outerResults, outerAttempt) = (exits, closureResults, attemptAround)
    let (outerDeferred, outerCatch) = (deferred, deferredAroundCatch)
    (exits, closureResults, attemptAround) = ([], [], nil)
    (deferred, deferredAroundCatch) = ([], 0)
    let last = onOwnWay { analysis in
      analysis.bindParameters(of: closure, values)
      return analysis.run(closure.body)
    }
    releaseState()
    let values = closureResults + [last].compactMap(\.self)
    (exits, closureResults, attemptAround) = (outerExits, outerResults, outerAttempt)
    (deferred, deferredAroundCatch) = (outerDeferred, outerCatch)
    state.isReachable = true
    return values.dropFirst().reduce(values.first ?? .unknown) { $0.joined($1) }
  }

  private mutating func bindParameters(of closure: Closure, _ given: [FlowValue]) {
    let values = closure.takesApart(given) ? given[0].parts.map(\.value) : given
    if closure.parameters.isEmpty {
      for (place, value) in values.enumerated() {
        var value = value
        value.text = "$\(place)"
        declare("$\(place)", value)
      }
    }
    for (place, name) in closure.parameters.enumerated() where name != "_" {
      var value = place < values.count ? values[place] : .unknown
      if place < closure.types.count, let type = closure.types[place] {
        if value.objects.isEmpty, value.held.isEmpty, !value.isContext {
          value = typed(type)
        } else {
          value.type = resolved(type)
        }
      }
      if let type = value.type { value.isContext = value.isContext || Self.isContext(type) }
      if isContextName(name) { value.isContext = true }
      value.text = name
      declare(name, value)
    }
  }
}

/// A closure that may be carried out at another time.
struct KeptClosure {
  var closure: Closure
  /// What it is given.
  var values: [FlowValue]
  /// The names that it knows.
  var names: [String: FlowValue]
  /// The objects that went to another actor before.
  var sent: [FlowObject: Position]
  /// The objects that it inserts or gives to somebody else.
  var touched: Set<FlowObject>
  /// Those of them that nothing can have inserted when it is made.
  var fresh: Set<FlowObject>
}

extension Closure {
  /// Whether it names the parts of the only value that it is given, and not that value.
  fileprivate func takesApart(_ values: [FlowValue]) -> Bool {
    guard values.count == 1, values[0].parts.count > 1 else { return false }
    if !parameters.isEmpty { return parameters.count == values[0].parts.count }
    return body.containsExpression { expression in
      if case .name("$1", _) = expression.kind { true } else { false }
    }
  }
}
