extension FlowAnalysis {
  /// Whether nobody but this function has the objects of a value in hand, nor any that they are
  /// related to: no context has them, and no property.
  func isFree(_ value: FlowValue) -> Bool {
    !value.isOneOfSeveral && !value.objects.isEmpty && isFree(value.objects)
  }

  /// Whether nobody but this function has objects in hand, nor any that they are related to.
  func isFree(_ objects: Set<FlowObject>) -> Bool {
    let group = group(of: objects)
    let kept = state.heldInState.values.reduce(into: Set(ownObjects.values)) { $0.formUnion($1) }
    return group.isDisjoint(with: kept) && group.isDisjoint(with: tied)
      && group.isDisjoint(with: state.checked) && group.allSatisfy(isUntouched)
  }

  /// Tells of each object of the callers whether it is related by now to what they do not know and
  /// somebody else may have in hand.
  ///
  /// What the function made itself and gave to nobody is only known by way of it.
  mutating func noteTied() {
    for object in parameters.keys where isTied(object) {
      summary.tied.insert(givenEnd(FlowValue(objects: [object])))
    }
    if let itself, isTied(itself) { summary.tied.insert(.itself) }
  }

  private func isTied(_ object: FlowObject) -> Bool {
    let known = everInserted.union(everEscaped).union(everLoosened)
    return group(of: [object]).contains { other in
      if tied.contains(other) || ownObjects.values.contains(other) { return true }
      if other == object { return false }
      let isOfCallers = parameters[other] != nil || other == itself
      return known.contains(other) || !isOfCallers && made[other] == nil
    }
  }

  /// Objects, and all that they are related to.
  private func group(of objects: Set<FlowObject>) -> Set<FlowObject> {
    var group: Set<FlowObject> = []
    var pending = objects
    while let object = pending.popFirst() {
      if group.insert(object).inserted { pending.formUnion(neighbours[object] ?? []) }
    }
    return group
  }

  /// Whether an object is as it was made, here or by a caller that lets go of it.
  private func isUntouched(_ object: FlowObject) -> Bool {
    switch state.standing(object) {
    case .fresh: made[object] != nil
    case .given: parameters[object].map { function.facts.parameters[$0].isSending } ?? false
    case .open, .inserted: false
    }
  }

  /// Objects go to another actor, to be used there alone, and with them what they are related to.
  mutating func send(_ objects: Set<FlowObject>, at position: Position) {
    for object in group(of: objects) where state.sent[object] == nil {
      state.sent[object] = position
    }
  }

  /// Remembers that an object is used which went to another actor.
  mutating func noteUse(ofSent name: String, at position: Position) {
    guard !state.sent.isEmpty, let value = state.names[name], let model = model(value.type),
      let place = value.objects.compactMap({ state.sent[$0] }).min()
    else { return }
    actorCrossings.append(
      ActorCrossing(way: .use(name, after: place), model: model, position: position))
  }

  /// Remembers the objects from before a loop that go to another actor in each of its turns, with
  /// what is known at the end of one.
  mutating func noteSentEachTurn(_ end: FlowState, except elements: Set<FlowObject> = []) {
    for (object, place) in end.sent.sorted(by: { $0.key.id < $1.key.id }) {
      guard state.standings[object] != nil, state.sent[object] == nil,
        !elements.contains(object), let name = objectNames[object],
        let model = model(state.names[name]?.type)
      else { continue }
      actorCrossings.append(ActorCrossing(way: .eachTurn(name), model: model, position: place))
    }
  }

  /// Whether all that is asked is how many objects a list has, and nothing of them.
  func asksOfListAlone(_ base: Expression, _ name: String) -> Bool {
    guard case .name(let list, _) = base.kind, ["count", "isEmpty"].contains(name) else {
      return false
    }
    return state.names[list]?.isCollection ?? false
  }

  /// Carries something out that uses no object, whatever it names.
  mutating func unwatched(_ body: (inout Self) -> FlowValue) -> FlowValue {
    let sent = state.sent
    state.sent = [:]
    defer { state.sent = sent }
    return body(&self)
  }
}
