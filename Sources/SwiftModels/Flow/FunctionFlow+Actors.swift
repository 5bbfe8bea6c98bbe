extension FunctionFlow {
  /// Notes the model objects that a call passes to a method of another actor, or gets from it.
  ///
  /// A new object that no other code holds may move to any actor, and may come from any actor.
  mutating func noteActorCall(
    _ id: FunctionTable.ID, _ summary: FlowSummary?, _ arguments: [Argument],
    _ values: [FlowValue], at position: Position
  ) {
    let method = index.functions[id]
    guard let actor = method.owner, index.program[actor].facts.kind == .actor,
      actor != function.owner, !method.facts.isStatic, !method.facts.isNonisolated,
      !method.isInitializer
    else { return }
    for value in values { send(value) }
    for (argument, value) in zip(arguments, values) where !isFree(value) {
      guard let model = index.models.model(value.type) else { continue }
      actorCrossings.append(
        ActorCrossing(
          way: .argument(method: method.facts.name, actor: actor), model: model,
          position: argument.value.position))
    }
    guard summary?.returned != .new,
      let result = method.facts.result,
      let model = index.models.model(index.program.resolve(result, in: index.scope(of: id)))
    else { return }
    actorCrossings.append(
      ActorCrossing(
        way: .result(method: method.facts.name, actor: actor), model: model,
        position: position))
  }

  /// Notes the model object that a property of another actor returns.
  mutating func noteActorProperty(
    _ name: String, of actor: SourceProgram.TypeID, at position: Position
  ) {
    guard index.program[actor].facts.kind == .actor, actor != function.owner,
      let property = index.propertyFacts(name, of: actor), !property.isStatic,
      let model = index.models.model(index.propertyType(name, of: actor))
    else { return }
    actorCrossings.append(
      ActorCrossing(way: .result(method: name, actor: actor), model: model, position: position))
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
      guard let value = state.names[name], name != "self", !isFree(value),
        let model = index.models.model(value.type)
      else { continue }
      actorCrossings.append(
        ActorCrossing(way: .capture(name), model: model, position: position))
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
