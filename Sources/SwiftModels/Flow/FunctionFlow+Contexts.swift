extension FunctionFlow {
  /// Follows a call of a method of a context, and returns its value.
  mutating func callContext(
    _ name: String, _ context: FlowValue, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    hasContext = true
    noteAttempt(name, context)
    let isOwn = arguments.count == 1 && arguments[0].label == nil
    if !isOwn, let found = index.contextMethod(named: name, taking: arguments) {
      return callKnown(found, itself: nil, arguments, at: position)
    }
    switch (name, arguments.first) {
    case ("insert", let first?) where isOwn:
      contextUse.changes.append(position)
      insert(evaluate(first.value).objects, into: context.context, at: position)
      return .unknown
    case ("fetch", let first?): return fetched(evaluate(first.value), from: context.context)
    case ("enumerate", let first?):
      let list = fetched(evaluate(first.value), from: context.context)
      for closure in arguments.compactMap(\.value.closure) {
        forEach(list) { _ = $0.runBody(of: closure, [list.element]) }
      }
      return .unknown
    case ("model", let first?) where first.label == "for",
      ("registeredModel", let first?) where first.label == "for":
      let identifier = evaluate(first.value)
      if context.context.map({ isElsewhere(identifier, than: $0) }) ?? false { send(identifier) }
      return FlowValue(objects: [foundObject(in: context.context)])
    case ("delete", let first?):
      contextUse.changes.append(position)
      contextUse.deleted[position] = index.models.model(evaluate(first.value).type)
      return .unknown
    case ("save", _), ("transaction", _): contextUse.saves.append(position)
    case ("rollback", _): contextUse.isRolledBack = true
    default: break
    }
    return callUnknown(name, arguments)
  }

  /// Whether an identifier belongs to an object of another context.
  private func isElsewhere(_ identifier: FlowValue, than context: ContextIdentity) -> Bool {
    identifier.identifiers.contains { read in
      state.contexts[read.object]?.mayBeOther(than: context) ?? false
    }
  }

  /// Notes a call behind `try?` or `try!`.
  private mutating func noteAttempt(_ name: String, _ context: FlowValue) {
    let throwing: Set = [
      "save", "fetch", "fetchCount", "fetchIdentifiers", "enumerate", "transaction", "count",
    ]
    guard let attempt = body.attempt, throwing.contains(name) else { return }
    contextUse.attempts.append(
      ContextUse.Attempt(
        name: name, context: context.text == "self" ? nil : context.text,
        isForced: attempt.isForced, position: attempt.position))
  }

  /// Whether a name stands for a context, to which the function's code then has access.
  mutating func isContext(_ name: String) -> Bool {
    let isContext = names.isContext(name)
    if isContext { hasContext = true }
    return isContext
  }

  /// Whether a property is computed, and makes a new context each time.
  mutating func makesContextEachTime(_ name: String, of owner: SourceProgram.TypeID) -> Bool {
    let getters = index.functions.members(named: name, of: owner)
    guard getters.count == 1, index.functions[getters[0]].facts.parameters.isEmpty,
      let facts = index.propertyFacts(name, of: owner), !facts.isStored, facts.value == nil
    else { return false }
    return summary(of: getters[0])?.returned == .newContext
  }

  // MARK: Fetches

  /// The list that a descriptor fetches; without a written class, the predicate names the class.
  mutating func descriptor(of written: WrittenType?, _ arguments: [Argument]) -> FlowValue {
    var model = written
    for argument in arguments {
      if case .macro(let macro) = argument.value.kind { model = model ?? macro.types.first }
      _ = evaluate(argument.value)
    }
    return FlowValue(type: model.map { .array(names.resolved($0)) })
  }

  private mutating func fetched(
    _ descriptor: FlowValue, from context: ContextIdentity?
  ) -> FlowValue {
    // One traced object stands for all fetched objects.
    let isModel = index.models.model(descriptor.type) != nil
    return FlowValue(
      objects: isModel ? [foundObject(in: context)] : [], type: descriptor.type)
  }

  // MARK: Links

  /// Notes a link, and whether it connects two contexts.
  mutating func noteLink(
    _ owner: FlowValue, _ properties: [String], to values: [FlowValue], at position: Position
  ) {
    contextUse.changes.append(position)
    for (property, value) in zip(properties, values) {
      let isNew = owner.objects.union(value.objects).contains { objects[$0].model != nil }
      contextUse.links.append(
        ContextUse.Link(
          owner: owner.type?.declaration, property: property, hasNewObject: isNew,
          position: position))
      guard let first = context(of: owner), let second = context(of: value),
        first.mayBeOther(than: second)
      else { continue }
      contextUse.crossings.append(
        ContextUse.Crossing(property: property, contexts: [first, second], position: position))
    }
  }

  /// The common context of all objects of a value; nil if it is not known.
  private func context(of value: FlowValue) -> ContextIdentity? {
    let contexts = Set(value.objects.map { state.contexts[$0] })
    return contexts.count == 1 ? contexts.first ?? nil : nil
  }

  // MARK: Actors

  /// Notes the model objects that a call passes to a method of another actor, or gets from it.
  ///
  /// A new object that no other code holds may move to any actor, and may come from any actor.
  mutating func noteActorCall(
    _ id: FunctionTable.ID, _ summary: FlowSummary?, _ arguments: [Argument],
    _ values: [FlowValue], at position: Position
  ) {
    let method = index.functions[id]
    guard let actor = method.owner, isOther(actor), !method.facts.isStatic,
      !method.facts.isNonisolated, !method.isInitializer
    else { return }
    for value in values { send(value) }
    for (argument, value) in zip(arguments, values) where !isFree(value) {
      noteCrossing(
        .argument(method: method.facts.name, actor: actor), value.type, argument.value.position)
    }
    guard summary?.returned != .new, let result = method.facts.result else { return }
    noteCrossing(
      .result(method: method.facts.name, actor: actor),
      index.program.resolve(result, in: index.scope(of: id)), position)
  }

  /// Notes the model object that a property of another actor returns.
  mutating func noteActorProperty(
    _ name: String, of actor: SourceProgram.TypeID, at position: Position
  ) {
    guard isOther(actor), index.propertyFacts(name, of: actor)?.isStatic == false else { return }
    noteCrossing(
      .result(method: name, actor: actor), index.propertyType(name, of: actor), position)
  }

  private func isOther(_ actor: SourceProgram.TypeID) -> Bool {
    index.program[actor].facts.kind == .actor && actor != function.owner
  }

  private mutating func noteCrossing(
    _ way: ActorCrossing.Way, _ type: SwiftType?, _ position: Position
  ) {
    guard let model = index.models.model(type) else { return }
    actorCrossings.append(ActorCrossing(way: way, model: model, position: position))
  }

  /// Notes the model objects that a closure captures, if the closure runs on another actor.
  mutating func noteCaptures(_ base: Expression, _ name: String, _ arguments: [Argument]) {
    let isElsewhere =
      base.text == "Task" && name == "detached"
      || base.text == "DispatchQueue.global(…)" && name == "async"
    guard isElsewhere, let closure = arguments.last?.value.closure else { return }
    var known = closure.ownNames
    for (name, position) in closure.namesElsewhere where known.insert(name).inserted {
      state.names[name].map { send($0) }
      guard let value = state.names[name], name != "self", !isFree(value) else { continue }
      noteCrossing(.capture(name), value.type, position)
    }
  }

  /// Whether only this function holds the objects of a value, and all objects related to them.
  private func isFree(_ value: FlowValue) -> Bool {
    !value.objects.isEmpty
      && objects.connected(to: value.objects).allSatisfy { object in
        switch objects[object].origin {
        case .made: state.standing(object) == .fresh
        case .parameter(let place):
          state.standing(object) == .given && function.facts.parameters[place].isSending
        case .itself, .found: false
        }
      }
  }
}

extension Closure {
  /// The names that the closure declares.
  fileprivate var ownNames: Set<String> {
    var names = Set(parameters)
    CodeWalk(statement: { statement in
      switch statement {
      case .binding(let binding), .iteration(let binding, _): names.formUnion(binding.names)
      default: break
      }
    }).go(through: body)
    return names
  }

  /// The names that the closure reads outside the main actor.
  ///
  /// Code that the closure runs on the main actor is left out, because the objects of views belong there.
  fileprivate var namesElsewhere: [(name: String, position: Position)] {
    var names: [(String, Position)] = []
    CodeWalk(expression: { expression in
      if case .call(let callee, _) = expression.kind, callee.text == "MainActor.run" {
        return false
      }
      if case .name(let name, _) = expression.kind { names.append((name, expression.position)) }
      return true
    }).go(through: body)
    return names
  }
}
