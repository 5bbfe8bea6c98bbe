extension FunctionFlow {
  /// A closure that is kept or passed on: it may do what it does, or not.
  mutating func runMaybe(_ closure: Closure, _ values: [FlowValue] = []) -> FlowValue {
    let (result, after) = fork { $0.runBody(of: closure, values) }
    state = state.joined(after)
    // Whoever calls it may do anything with what it gives.
    pass(result)
    return FlowValue(type: result.type)
  }

  /// A closure that is carried out at another time, if ever.
  mutating func runLater(_ closure: Closure) {
    let outer = laterStart
    laterStart = objects.all.count
    _ = runMaybe(closure)
    laterStart = outer
  }

  /// The body of a closure, with its parameters bound.
  mutating func runBody(of closure: Closure, _ values: [FlowValue]) -> FlowValue {
    // Nobody nests closures that deep.
    guard depth < 24 else { return .unknown }
    depth += 1
    let outer = body
    body = Body()
    let last = inBlock { flow in
      flow.bindParameters(of: closure, values)
      return flow.run(closure.body)
    }
    let given = body.results + [last].compactMap(\.self)
    body = outer
    depth -= 1
    state.isReachable = true
    return given.first.map { first in given.dropFirst().reduce(first) { $0.joined($1) } }
      ?? .unknown
  }

  private mutating func bindParameters(of closure: Closure, _ values: [FlowValue]) {
    if closure.parameters.isEmpty {
      for (place, value) in values.enumerated() { declare("$\(place)", value) }
    }
    for (place, name) in closure.parameters.enumerated() where name != "_" {
      var value = place < values.count ? values[place] : .unknown
      if place < closure.types.count, let type = closure.types[place] {
        value.type = resolved(type)
      }
      if isContextName(name) || value.type.map(Self.isContext) ?? false {
        value.context = value.context ?? .named(name)
      }
      declare(name, value)
    }
  }

  // MARK: What closures are given

  /// The values that a function gives a closure that it is passed, as its declaration says.
  ///
  /// ```swift
  /// func each(_ body: (Book) -> Void)  // called as 'each { $0.author = author }', that is a book
  /// ```
  func taken(byClosureAt place: Int?, of id: FunctionTable.ID) -> [FlowValue] {
    guard let place else { return [] }
    return taken(by: index.functions[id].facts.parameters[place].type, index.scope(of: id))
  }

  /// The values that are given to a closure that is the value of a property.
  func taken(byProperty name: String, of id: SourceProgram.TypeID) -> [FlowValue] {
    guard let (facts, scope) = index.property(name, of: id), let type = facts.type else {
      return []
    }
    return taken(by: type, scope)
  }

  private func taken(by written: WrittenType, _ scope: Scope) -> [FlowValue] {
    let inner = if case .optional(let inner) = written { inner } else { written }
    guard case .other(let text) = inner, case .function(let taken, _) = WrittenShape(text) else {
      return []
    }
    return taken.map { FlowValue(type: index.program.resolve($0, in: scope)) }
  }
}
