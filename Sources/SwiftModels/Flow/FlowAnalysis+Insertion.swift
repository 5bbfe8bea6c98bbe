extension FlowAnalysis {
  /// The objects of a value are inserted, and with them all that they are related to.
  ///
  /// Without a context, into one that is not known.
  mutating func insert(
    _ value: FlowValue, into context: ContextIdentity? = nil, isAlong: Bool = false
  ) {
    if !isAlong { insertByName(value.objects) }
    var pending = value.objects
    var visited: Set<FlowObject> = []
    while let object = pending.popFirst() {
      guard visited.insert(object).inserted else { continue }
      if let context, let known = state.contexts[object], known.mayBeOther(than: context) {
        for inserted in value.objects where inserted != object {
          places.note(.init(inserted: inserted, other: object, contexts: [context, known]))
        }
      }
      state.standings[object] = .inserted
      if state.contexts[object] == nil { state.contexts[object] = context }
      everInserted.insert(object)
      pending.formUnion(neighbours[object] ?? [])
    }
  }

  /// Objects are inserted themselves, and with that later than they were related by now.
  private mutating func insertByName(_ objects: Set<FlowObject>) {
    state.insertedByName.formUnion(objects)
    for relation in state.earlyRelations.keys where objects.contains(relation.object) {
      state.earlyRelations[relation] = true
    }
  }

  /// Somebody else gets the objects of a value in hand.
  mutating func escape(_ value: FlowValue) {
    for object in value.objects {
      everEscaped.insert(object)
      if state.standing(object) != .inserted { state.standings[object] = .open }
    }
    loosen(value.held)
    if isItself(value) {
      releaseState()
      loseMembers()
    }
  }

  /// Somebody else gets a struct in hand, and with it the objects that it holds.
  ///
  /// Mostly they are only shown then, so that they do not count as handed out.
  mutating func loosen(_ held: Set<FlowObject>) {
    everLoosened.formUnion(held)
    for object in held {
      if parameters[object] != nil { everEscaped.insert(object) }
      if state.standing(object) != .inserted { state.standings[object] = .open }
    }
  }

  /// What is shown only may be passed around: that inserts nothing.
  mutating func pass(_ value: FlowValue) {
    if function.isForShow { return }
    escape(value)
  }
}
