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
  mutating func keep(_ closure: Closure) {
    guard laterDepth == 0, keptClosures.count < Self.keptLimit else {
      _ = runClosure(closure)
      return
    }
    let before = self
    _ = runClosure(closure)
    (events, summary, neighbours) = (before.events, before.summary, before.neighbours)
    (givenEvents, origins) = (before.givenEvents, before.origins)
    (contextUse, actorCrossings) = (before.contextUse, before.actorCrossings)
    keptClosures.append((closure, state.names))
  }

  /// As many closures are looked at twice.
  private static let keptLimit = 64

  /// Carries out what was kept, when all else is done.
  mutating func runKept() {
    for kept in keptClosures {
      state.names = kept.names
      state.isReachable = true
      _ = runClosure(kept.closure)
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
    (exits, closureResults, attemptAround) = ([], [], nil)
    let last = inBlock { analysis in
      analysis.bindParameters(of: closure, values)
      return analysis.run(closure.body)
    }
    releaseState()
    let values = closureResults + [last].compactMap(\.self)
    (exits, closureResults, attemptAround) = (outerExits, outerResults, outerAttempt)
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
        value.type = flow.program.resolve(type, in: scope)
      }
      if let type = value.type { value.isContext = value.isContext || Self.isContext(type) }
      if isContextName(name) { value.isContext = true }
      value.text = name
      declare(name, value)
    }
  }
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
