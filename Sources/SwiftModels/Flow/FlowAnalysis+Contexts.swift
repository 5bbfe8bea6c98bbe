extension FlowAnalysis {
  /// What a call of a context gives, with all that it does.
  mutating func callContext(
    _ name: String, _ context: FlowValue, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    hasContext = true
    noteAttempt(name, context, at: position)
    let identity = identity(of: context)
    let isOwn = arguments.count == 1 && arguments[0].label == nil
    if !isOwn, let found = flow.contextMethod(named: name, taking: arguments) {
      return callKnown(found, itself: nil, arguments, at: position)
    }
    switch (name, arguments.first) {
    case ("insert", let first?) where isOwn:
      contextUse.changes.append(position)
      let value = evaluate(first.value)
      places.note(value.objects, insertedAt: position)
      insert(value, into: identity)
      return .unknown
    case ("fetch", let first?): return fetched(evaluate(first.value), from: identity)
    case ("enumerate", let first?):
      let list = fetched(evaluate(first.value), from: identity)
      for argument in arguments.dropFirst() {
        guard let closure = argument.value.closure else {
          _ = evaluate(argument.value)
          continue
        }
        forEach(list, names: []) { _ = $0.runBody(of: closure, [list.element]) }
      }
      return .unknown
    case ("model", let first?) where first.label == "for",
      ("registeredModel", let first?) where first.label == "for":
      _ = evaluate(first.value)
      let object = makeObject()
      state.contexts[object] = identity
      return FlowValue(objects: [object])
    case ("delete", let first?):
      contextUse.changes.append(position)
      _ = evaluate(first.value)
      return .unknown
    case ("save", _), ("transaction", _): contextUse.saves.append(position)
    case ("rollback", _): contextUse.isRolledBack = true
    default: break
    }
    return callUnknown(name, arguments)
  }

  /// A context that is made here.
  mutating func makeContext(_ arguments: [Argument]) -> FlowValue {
    for argument in arguments { _ = evaluate(argument.value) }
    return newContext()
  }

  /// A context that nobody else knows yet.
  mutating func newContext() -> FlowValue {
    contextCount += 1
    var value = FlowValue(type: .unseen("ModelContext"), isContext: true)
    value.madeContext = contextCount
    return value
  }

  /// Somebody else gets a context in hand, and may know it under a name.
  mutating func leak(_ context: FlowValue) {
    if let identity = identity(of: context) { contextUse.leaked.insert(identity) }
  }

  /// Which context a value is, where it is one.
  func identity(of context: FlowValue) -> ContextIdentity? {
    if let number = context.madeContext { return .made(number) }
    guard let text = context.text else { return nil }
    if let shared = sharedContext(text) { return shared }
    let name = text.withoutSelf
    // A name of the function's own hides the property.
    guard name != text || state.names[text] == nil, let owner = function.owner,
      let keeper = flow.keeper(ofContext: name, seenFrom: owner)
    else { return .named(text) }
    return .kept(by: keeper, name)
  }

  /// The context that a type keeps for all: `Library.background`, `Self.background`.
  private func sharedContext(_ text: String) -> ContextIdentity? {
    guard let dot = text.lastIndex(of: "."),
      let keeper = keeper(
        ofShared: String(text[text.index(after: dot)...]), spelled: String(text[..<dot]))
    else { return nil }
    return .kept(by: keeper, String(text[text.index(after: dot)...]))
  }

  /// The type that keeps a context for all under a name, where another one spells it.
  func keeper(ofShared name: String, spelled type: String) -> SourceProgram.TypeID? {
    let id: SourceProgram.TypeID?
    if type == "Self" {
      id = function.owner
    } else if state.names[type] == nil, type.first?.isUppercase == true,
      case .declared(let found) = flow.program.resolve(
        .named(type.split(separator: ".").map { .init(name: String($0)) }), in: scope)
    {
      id = found
    } else {
      id = nil
    }
    return id.flatMap { flow.keeper(ofContext: name, seenFrom: $0, isShared: true) }
  }

  // MARK: Fetches

  /// What can be fetched with a descriptor; where no class is written, its predicate or order says
  /// which it is.
  mutating func descriptor(of type: WrittenType?, _ arguments: [Argument]) -> FlowValue {
    var model = type.map { resolved($0) }
    for argument in arguments {
      let given = evaluate(argument.value)
      if model == nil, argument.label == "predicate" { model = given.gives }
    }
    guard let model else { return .unknown }
    var value = FlowValue(type: .array(model))
    value.isUnfiltered = !arguments.contains { $0.label != "sortBy" }
    return value
  }

  private mutating func fetched(
    _ descriptor: FlowValue, from context: ContextIdentity?
  ) -> FlowValue {
    var result = FlowValue(type: descriptor.type)
    guard case .declared(let model)? = descriptor.type?.core, flow.models.contains(model) else {
      return result
    }
    // One object stands for all that are fetched: nothing is known of it but its context.
    let object = makeObject()
    state.contexts[object] = context
    result.objects = [object]
    if descriptor.isUnfiltered {
      result.fetch = contextUse.fetches.count
      contextUse.fetches.append(ContextUse.Fetch(model: model, depth: depth + loopDepth))
    }
    return result
  }

  /// Remembers that a list goes through a filter, where it is all that was fetched.
  mutating func noteFilter(
    _ name: String, of list: FlowValue, _ arguments: [Argument], at position: Position
  ) {
    guard let fetch = list.fetch, ["filter", "first"].contains(name),
      case .closure(let closure)? = arguments.last?.value.kind
    else { return }
    // What is fetched once and looked through again and again is well kept in memory.
    if contextUse.fetches[fetch].depth < depth + loopDepth { contextUse.fetches[fetch].uses += 1 }
    contextUse.fetches[fetch].filters.append(
      ContextUse.Filter(name: name, closure: closure, position: position))
  }

  /// Setting a descriptor's predicate or limit makes it one that does not fetch all.
  mutating func noteDescriptorChange(_ target: Expression) {
    guard case .member(let base?, _) = target.kind, case .name(let name, _) = base.kind else {
      return
    }
    state.names[name]?.isUnfiltered = false
  }

  // MARK: Errors

  /// What follows `try?` or `try!`.
  mutating func attempt(
    _ inner: Expression, isForced: Bool, at position: Position, _ expected: SwiftType?
  ) -> FlowValue {
    let outer = attemptAround
    attemptAround = (position, isForced)
    defer { attemptAround = outer }
    return evaluate(inner, expecting: expected)
  }

  private mutating func noteAttempt(_ name: String, _ context: FlowValue, at position: Position) {
    let throwing: Set = [
      "save", "fetch", "fetchCount", "fetchIdentifiers", "enumerate", "transaction", "count",
    ]
    guard let attemptAround, throwing.contains(name) else { return }
    contextUse.attempts.append(
      ContextUse.Attempt(
        name: name, context: context.text, isForced: attemptAround.isForced,
        position: attemptAround.position))
  }

  // MARK: Links

  /// Remembers a link, and whether it leads from one context into another.
  mutating func noteLink(
    _ owner: FlowValue, _ properties: [String], to values: [FlowValue], at position: Position
  ) {
    contextUse.changes.append(position)
    for (property, value) in zip(properties, values) {
      var model: SourceProgram.TypeID?
      if case .declared(let id)? = owner.type?.unwrapped { model = id }
      contextUse.links.append(
        ContextUse.Link(
          owner: model, property: property,
          hasNewObject: owner.objects.union(value.objects).contains { made[$0] != nil },
          position: position))
      guard let first = context(of: owner), let second = context(of: value),
        first.mayBeOther(than: second)
      else { continue }
      contextUse.crossings.append(
        ContextUse.Crossing(property: property, contexts: [first, second], position: position))
    }
  }

  /// The context that all objects of a value belong to, if it is known.
  private func context(of value: FlowValue) -> ContextIdentity? {
    let contexts = Set(value.objects.map { state.contexts[$0] })
    return contexts.count == 1 ? contexts.first ?? nil : nil
  }
}
