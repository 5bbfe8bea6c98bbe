extension FlowAnalysis {
  /// Remembers the model objects that a call hands to a method of another actor, or gets of it.
  mutating func noteActorCall(
    _ id: FunctionTable.ID, _ arguments: [Argument], _ values: [PassedValue], _ result: SwiftType?,
    at position: Position
  ) {
    let method = flow.functions[id]
    guard let actor = method.owner, flow.program[actor].facts.kind == .actor,
      actor != function.owner, !method.facts.isStatic, !method.facts.isNonisolated,
      !method.isInitializer
    else { return }
    for (argument, value) in zip(arguments, values) {
      guard let model = model(value.value.type) else { continue }
      actorCrossings.append(
        ActorCrossing(
          way: .argument(method: method.facts.name, actor: actor), model: model,
          position: argument.value.position))
    }
    if let model = model(result) {
      actorCrossings.append(
        ActorCrossing(
          way: .result(method: method.facts.name, actor: actor), model: model, position: position))
    }
  }

  /// Remembers the model objects that a closure takes along to where it runs.
  mutating func noteCaptures(_ base: Expression, _ name: String, _ arguments: [Argument]) {
    let isElsewhere =
      base.text == "Task" && name == "detached"
      || base.text == "DispatchQueue.global(…)" && name == "async"
    guard isElsewhere, case .closure(let closure)? = arguments.last?.value.kind else { return }
    var own = Set(closure.parameters)
    var captured: [(name: String, position: Position)] = []
    CodeWalk(
      statement: { statement in
        switch statement {
        case .binding(let binding), .iteration(let binding, _): own.formUnion(binding.names)
        default: break
        }
      },
      expression: { expression in
        // What is done on the main actor there is done where the object belongs.
        if case .call(let callee, _) = expression.kind, callee.text == "MainActor.run" {
          return false
        }
        if case .name(let name, _) = expression.kind {
          captured.append((name, expression.position))
        }
        return true
      }
    ).go(through: closure.body)
    var known: Set<String> = []
    for (name, position) in captured where !own.contains(name) && known.insert(name).inserted {
      guard let value = state.names[name], name != "self", let model = model(value.type) else {
        continue
      }
      actorCrossings.append(
        ActorCrossing(way: .capture(name), model: model, position: position))
    }
  }

  /// The model class of a value, or of what it is a list of.
  private func model(_ type: SwiftType?) -> SourceProgram.TypeID? {
    guard case .declared(let id)? = type?.core, flow.models.contains(id) else { return nil }
    return id
  }
}
