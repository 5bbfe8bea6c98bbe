extension FlowAnalysis {
  /// What a function gives a closure that it is passed, as its declaration says.
  ///
  /// ```swift
  /// func each(_ body: (Book) -> Void)  // called as 'each { $0.author = author }', that is a book
  /// ```
  func given(toClosureAt place: Int?, of id: FunctionTable.ID) -> [FlowValue] {
    guard let place else { return [] }
    let facts = flow.functions[id].facts
    return given(
      toWhatIs: facts.parameters[place].type, flow.scope(of: id), hiding: { facts.hiddenNames })
  }

  /// Evaluates one of the arguments that a value is made with which is no model: a closure gets what the
  /// initializer says, or the property that it is for.
  mutating func evaluate(
    _ arguments: [Argument], at place: Int, toMake type: SwiftType
  ) -> FlowValue {
    guard let closure = arguments[place].value.closure, let id = type.declaration else {
      return evaluate(arguments[place].value)
    }
    if let initializer = flow.initializer(of: id, taking: arguments) {
      let places = flow.places(of: arguments, in: initializer)
      return runClosure(closure, given(toClosureAt: places[place], of: initializer))
    }
    guard let label = arguments[place].label, let (facts, scope) = flow.property(label, of: id),
      let written = facts.type
    else { return runClosure(closure) }
    return runClosure(closure, given(toWhatIs: written, scope, hiding: { [] }))
  }

  /// What a value of a type is given where it is called, of which only the types are known.
  private func given(
    toWhatIs written: WrittenType, _ scope: Scope, hiding hidden: () -> Set<String>
  ) -> [FlowValue] {
    let inner = if case .optional(let inner) = written { inner } else { written }
    guard case .other(let text) = inner, case .function(let taken, _) = WrittenShape(text) else {
      return []
    }
    let values = taken.map { typed($0) { flow.program.resolve($0, in: scope) } }
    guard values.contains(where: { $0.type?.core.declaration != nil || !$0.parts.isEmpty }) else {
      return values
    }
    // A generic parameter hides the type of its name.
    let generic = hidden()
    if generic.isEmpty { return values }
    return taken.map {
      typed($0) { type in
        if case .named(let path) = type, let first = path.first, generic.contains(first.name) {
          return .unseen("\(type)")
        }
        return flow.program.resolve(type, in: scope)
      }
    }
  }
}

extension FunctionFacts {
  /// The names in its body that stand for something of which nothing is known: its generic parameters.
  fileprivate var hiddenNames: Set<String> {
    var names: Set<String> = []
    for statement in statements {
      guard case .binding(let binding) = statement, binding.value == nil, binding.type == nil
      else { break }
      names.formUnion(binding.names)
    }
    return names
  }
}
