extension FunctionFlow {
  /// Follows a closure that is stored or passed on, and therefore may or may not run.
  mutating func runMaybe(_ closure: Closure, _ values: [FlowValue] = []) -> FlowValue {
    let (result, after) = fork { $0.runBody(of: closure, values) }
    state = state.joined(after)
    // The caller of the closure may do anything with its result.
    pass(result)
    return FlowValue(type: result.type)
  }

  /// Follows a closure that runs later, if ever.
  mutating func runLater(_ closure: Closure) {
    let outer = laterStart
    laterStart = objects.all.count
    _ = runMaybe(closure)
    laterStart = outer
  }

  /// Follows the body of a closure, with its parameters bound.
  mutating func runBody(of closure: Closure, _ values: [FlowValue]) -> FlowValue {
    // Real code does not nest closures this deep.
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

  // MARK: Arguments of closures

  /// The arguments that a function passes to a closure parameter, by the types in its declaration.
  ///
  /// ```swift
  /// func each(_ body: (Book) -> Void)  // called as 'each { $0.author = author }', that is a book
  /// ```
  func taken(byClosureAt place: Int?, of id: FunctionTable.ID) -> [FlowValue] {
    guard let place else { return [] }
    return taken(by: index.functions[id].facts.parameters[place].type, index.scope(of: id))
  }

  /// The arguments of a closure that is the value of a property.
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
