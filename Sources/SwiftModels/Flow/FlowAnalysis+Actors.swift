extension FlowAnalysis {
  /// Remembers the model objects that a call hands to a method of another actor, or gets of it.
  ///
  /// An object that no context has yet may go to any actor, as long as the one that it leaves does
  /// nothing with it any more.
  mutating func noteActorCall(
    _ id: FunctionTable.ID, _ summary: FlowSummary?, _ arguments: [Argument],
    _ values: [PassedValue], at position: Position
  ) {
    let method = flow.functions[id]
    guard let actor = method.owner, flow.program[actor].facts.kind == .actor,
      actor != function.owner, !method.facts.isStatic, !method.facts.isNonisolated,
      !method.isInitializer
    else { return }
    for (argument, value) in zip(arguments, values) {
      guard let model = model(value.value.type) else { continue }
      if !state.sent.keys.allSatisfy({ !value.value.objects.contains($0) }) { continue }
      if isFree(value.value) {
        send(value.value.objects, at: argument.value.position)
        continue
      }
      actorCrossings.append(
        ActorCrossing(
          way: .argument(method: method.facts.name, actor: actor), model: model,
          position: argument.value.position))
    }
    if summary?.result == .fresh, summary?.returnsFree == true { return }
    let scope = flow.scope(of: id)
    if let model = method.facts.result.flatMap({ self.model(in: $0, scope) }) {
      actorCrossings.append(
        ActorCrossing(
          way: .result(method: method.facts.name, actor: actor), model: model, position: position))
    }
  }

  /// Remembers the model objects that a property of another actor hands out.
  mutating func noteActorProperty(
    _ name: String, of actor: SourceProgram.TypeID, at position: Position
  ) {
    guard flow.program[actor].facts.kind == .actor, actor != function.owner,
      let property = flow.propertyFacts(name, of: actor), !property.isStatic,
      let written = property.type,
      let model = model(in: written, Scope(file: flow.program[actor].file, type: actor))
    else { return }
    actorCrossings.append(
      ActorCrossing(way: .result(method: name, actor: actor), model: model, position: position))
  }

  /// The model class of which a value of a type has objects: of lists, tuples, dictionaries, results.
  private func model(in written: WrittenType, _ scope: Scope) -> SourceProgram.TypeID? {
    switch written {
    case .optional(let inner), .array(let inner): return model(in: inner, scope)
    case .dictionary(let key, let value): return model(in: value, scope) ?? model(in: key, scope)
    case .named(let path):
      if let found = model(flow.program.resolve(written, in: scope)) { return found }
      guard path.count == 1, Self.holders.contains(path[0].name) else { return nil }
      return path[0].arguments.lazy.compactMap { model(in: $0, scope) }.first
    case .other(let text):
      // A tuple; what a function takes or gives is none of it.
      guard text.first == "(", text.last == ")", !text.contains("->"), !text.contains(".") else {
        return nil
      }
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return words.lazy.compactMap { model(in: .name(String($0)), scope) }.first
    }
  }

  /// Types that hold what stands between their angle brackets.
  private static let holders: Set = [
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Optional", "Result", "Set",
  ]

  /// Remembers the model objects that a closure takes along to where it runs; returns those among
  /// them that no context has yet.
  mutating func noteCaptures(
    _ base: Expression, _ name: String, _ arguments: [Argument]
  ) -> Set<FlowObject> {
    let isElsewhere =
      base.text == "Task" && name == "detached"
      || base.text == "DispatchQueue.global(…)" && name == "async"
    guard isElsewhere, case .closure(let closure)? = arguments.last?.value.kind else { return [] }
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
    var free: Set<FlowObject> = []
    for (name, position) in captured where !own.contains(name) && known.insert(name).inserted {
      guard let value = state.names[name], name != "self", let model = model(value.type) else {
        continue
      }
      if isFree(value) {
        free.formUnion(value.objects)
        continue
      }
      actorCrossings.append(
        ActorCrossing(way: .capture(name), model: model, position: position))
    }
    return free
  }

  /// The model class of a value, or of what it is a list of.
  func model(_ type: SwiftType?) -> SourceProgram.TypeID? {
    guard case .declared(let id)? = type?.core, flow.models.contains(id) else { return nil }
    return id
  }
}
