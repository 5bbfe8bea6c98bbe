extension FlowAnalysis {
  /// A function inside this one is followed at each call, with what is known there.
  ///
  /// One that calls itself, and calls beyond the limit, are taken for unknown.
  mutating func callLocal(_ facts: FunctionFacts, _ arguments: [Argument]) -> FlowValue {
    let passed = passedValues(arguments)
    defer { for value in passed { value.closure.map { _ = runClosure($0) } } }
    guard localCallCount < Self.localCallLimit, localCalls.insert(facts.name).inserted else {
      passed.forEach { escape($0.value) }
      return FlowValue(type: facts.result.map { resolved($0) })
    }
    localCallCount += 1
    defer { localCalls.remove(facts.name) }
    let values = placed(passed, facts.parameters.places(of: arguments), facts.parameters)
    let closure = Closure(
      parameters: facts.parameters.map(\.name),
      types: facts.parameters.map { $0.isVariadic ? .array($0.type) : $0.type },
      body: facts.statements)
    return runBody(of: closure, facts.parameters.indices.map { values[$0] ?? .unknown })
  }

  /// A function that is known: what it does to its parameters is done to what is passed.
  mutating func callKnown(
    _ id: FunctionTable.ID, itself: FlowValue?, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    callKnown(
      id, itself: itself, passedValues(arguments), flow.places(of: arguments, in: id), arguments,
      at: position)
  }

  /// A property is set: what its setter does to the new value is done to what is assigned.
  mutating func set(
    by setter: FunctionTable.ID, of owner: FlowValue, to value: FlowValue, at position: Position
  ) {
    let isNamed = flow.functions[setter].facts.parameters.isEmpty ? nil : 0
    _ = callKnown(
      setter, itself: owner, [PassedValue(label: nil, value: value)], [isNamed], [], at: position)
  }

  private mutating func callKnown(
    _ id: FunctionTable.ID, itself: FlowValue?, _ values: [PassedValue], _ places: [Int?],
    _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    let facts = flow.functions[id].facts
    if isOfClass || flow.functions[id].owner == function.owner { releaseState() }
    let type = facts.result.map { flow.program.resolve($0, in: flow.scope(of: id)) }
    let result = walk.result(of: id)
    noteActorCall(id, result?.summary, arguments, values, at: position)
    guard let result else {
      values.forEach { escape($0.value) }
      if let itself {
        escape(itself)
        loosen(itself.held)
      }
      for (place, value) in zip(places, values) {
        value.closure.map { _ = runClosure($0, given(toClosureAt: place, of: id)) }
      }
      contextUse.isHandedOn = true
      return FlowValue(type: type)
    }
    let summary = result.summary
    contextUse.include(result.contextUse, at: position)
    let known = Known(
      name: facts.name, summary: summary, itself: itself,
      passed: placed(values, places, facts.parameters))
    let closures = Dictionary(
      zip(places, values).compactMap { place, value in
        place.flatMap { place in value.closure.map { (place, $0) } }
      }
    ) { first, _ in first }
    for callback in summary.callbacks {
      closures[callback.place].map {
        run($0, as: callback, of: known, given(toClosureAt: callback.place, of: id))
      }
    }
    for relation in summary.relations { relate(relation, of: known, at: position) }
    settle(known, at: position)
    // When it calls the others is not known: what it inserts is inserted for them.
    let called = Set(summary.callbacks.map(\.place))
    for (place, value) in zip(places, values) where place.map(called.contains) != true {
      value.closure.map { _ = runClosure($0, given(toClosureAt: place, of: id)) }
    }
    let value = returned(known, facts.result, type)
    if summary.returnsTied { tied.formUnion(value.objects) }
    return value
  }

  /// A call of a known function.
  private struct Known {
    var name: String
    var summary: FlowSummary
    var itself: FlowValue?
    var passed: [Int: FlowValue]
  }

  /// What an end of a relation is here.
  private mutating func value(_ end: FlowSummary.End, of known: Known) -> FlowValue {
    switch end {
    case .itself: known.itself ?? .unknown
    case .parameter(let place): known.passed[place] ?? FlowValue(isNothing: true)
    case .member(let name): member(name, of: known) ?? .unknown
    case .other: .unknown
    }
  }

  /// What a property has of the object whose method is called.
  private mutating func member(_ name: String, of known: Known) -> FlowValue? {
    guard let itself = known.itself else { return nil }
    return itself.fields[name] ?? (isItself(itself) ? memberValue(name) : nil)
  }

  /// What has happened by then to the objects of the properties.
  private mutating func settleMembers(of known: Known, at position: Position) {
    guard let itself = known.itself else { return }
    let summary = known.summary
    if summary.losesMembers {
      loosen(itself.held)
      if isItself(itself) { loseMembers() }
    }
    for name in summary.insertedMembers.subtracting(summary.lostMembers).sorted() {
      member(name, of: known).map { settle($0, true, at: position) }
    }
    for name in summary.lostMembers.sorted() {
      member(name, of: known).map { escape($0) }
      if isItself(itself) { members.lost.insert(name) }
    }
    // Of what else it holds, anything may have been done with it.
    loosen(itself.held.subtracting(itself.fields.values.flatMap(\.objects)))
  }

  /// What has happened to the values that are passed by the time the function returns.
  private mutating func settle(_ known: Known, at position: Position) {
    for (place, value) in known.passed.sorted(by: { $0.key < $1.key }) {
      if known.summary.inserted.contains(place) {
        settle(value, known.summary.insertedByName.contains(.parameter(place)), at: position)
      }
      if known.summary.escaped.contains(place) { escape(value) }
      // What becomes of a struct's objects there is not known.
      loosen(value.held)
    }
    settleMembers(of: known, at: position)
    guard let itself = known.itself else { return }
    if known.summary.insertsItself {
      settle(itself, known.summary.insertedByName.contains(.itself), at: position)
    }
    if known.summary.letsItselfEscape { escape(itself) }
  }

  private mutating func settle(_ value: FlowValue, _ isByName: Bool, at position: Position) {
    if isByName { places.note(value.objects, insertedAt: position) }
    insert(value, isAlong: !isByName)
  }

  // MARK: Arguments

  /// The values of arguments; closures are kept for the time at which they are called.
  private mutating func passedValues(_ arguments: [Argument]) -> [PassedValue] {
    arguments.map { argument in
      guard let closure = argument.value.closure else {
        return PassedValue(label: argument.label, value: evaluate(argument.value))
      }
      return PassedValue(label: argument.label, value: .unknown, closure: closure)
    }
  }

  /// What each parameter gets, by its place; what is for none of them may go anywhere.
  private mutating func placed(
    _ values: [PassedValue], _ places: [Int?], _ parameters: [FunctionFacts.Parameter]
  ) -> [Int: FlowValue] {
    var result: [Int: FlowValue] = [:]
    for (value, place) in zip(values.map(\.value), places) {
      guard let place else {
        escape(value)
        continue
      }
      let value = parameters[place].isVariadic ? value.asList : value
      result[place] = result[place].map { $0.joined(value) } ?? value
    }
    return result
  }

  // MARK: Relations

  private mutating func relate(
    _ relation: FlowSummary.Relation, of known: Known, at position: Position
  ) {
    let (owner, other) = (value(relation.owner, of: known), value(relation.value, of: known))
    guard !owner.isNothing, !other.isNothing else { return }
    let before = tied
    relate(owner, [relation.property], to: [other], .helper(known.name), at: position)
    if isOnlyRelatedToOwn(relation, of: known) { tied = before }
  }

  /// Whether what a relation ties to something unknown has nothing but what the function made itself.
  private func isOnlyRelatedToOwn(_ relation: FlowSummary.Relation, of known: Known) -> Bool {
    let end: FlowSummary.End
    switch (relation.owner, relation.value) {
    case (let owner, .other): end = owner
    case (.other, let value): end = value
    default: return false
    }
    switch end {
    case .itself, .parameter: return !known.summary.tied.contains(end)
    case .member, .other: return false
    }
  }

  // MARK: Functions that are passed

  /// A function that was passed is called: the callers follow what it does.
  mutating func callBack(_ place: Int, _ arguments: [Argument]) {
    let values = evaluated(arguments).map(\.value)
    if laterDepth == 0 { note(callbackAt: place, values) }
    // It may do anything with what it is given.
    values.forEach { escape($0) }
  }

  private mutating func note(callbackAt place: Int, _ values: [FlowValue]) {
    var standings: [Int: Standing] = [:]
    for (object, place) in parameters where state.standing(object) != .given {
      standings[place] = state.standing(object)
    }
    let callback = FlowSummary.Callback(
      place: place, standings: standings, itself: itself.map { state.standing($0) } ?? .given,
      arguments: values.map(givenEnd))
    guard summary.callbacks.count < Self.callbackLimit, !summary.callbacks.contains(callback)
    else { return }
    summary.callbacks.append(callback)
  }

  /// As many calls of functions that are passed are told to the callers.
  private static let callbackLimit = 8

  /// A closure is carried out where a known function calls it, if it does.
  private mutating func run(
    _ closure: Closure, as callback: FlowSummary.Callback, of known: Known, _ typed: [FlowValue]
  ) {
    let (_, after) = fork { analysis in
      for (place, standing) in callback.standings.sorted(by: { $0.key < $1.key }) {
        known.passed[place].map { analysis.bring($0, to: standing) }
      }
      known.itself.map { analysis.bring($0, to: callback.itself) }
      var values = callback.arguments.map { analysis.value($0, of: known) }
      for place in values.indices where values[place].type == nil && place < typed.count {
        values[place].fill(from: typed[place])
      }
      _ = analysis.runBody(of: closure, values)
    }
    state = state.joined(after)
  }

  private mutating func bring(_ value: FlowValue, to standing: Standing) {
    switch standing {
    case .inserted: insert(value)
    case .open: escape(value)
    case .fresh, .given: break
    }
  }

  // MARK: Results

  /// What a known function returns: what it was given, or objects of its own making, as far as they
  /// have come there.
  private mutating func returned(
    _ known: Known, _ written: WrittenType?, _ type: SwiftType?
  ) -> FlowValue {
    let summary = known.summary
    if summary.makesContext { return newContext() }
    if summary.given != .other {
      var value = value(summary.given, of: known)
      if let type, isModel(type.core) || value.type == nil { value.type = type }
      value.text = nil
      return value
    }
    if !summary.parts.isEmpty { return tuple(of: summary.parts, labels: written?.tupleLabels) }
    guard let type, let standing = summary.result else { return FlowValue(type: type) }
    var value = object(of: type, standing)
    if summary.mayReturnNew, case .declared(let id) = type.unwrapped, flow.models.contains(id) {
      value.objects = [makeObject(of: id), makeObject()]
      value.isOneOfSeveral = true
    }
    return value
  }

  private mutating func tuple(of parts: [FlowSummary.Part], labels: [String?]?) -> FlowValue {
    let values = parts.enumerated().map { place, part in
      FlowValue.Part(
        label: part.label ?? labels.flatMap { $0.indices.contains(place) ? $0[place] : nil },
        value: part.type.map { object(of: $0, part.standing) } ?? .unknown)
    }
    return FlowValue(
      objects: values.reduce(into: []) { $0.formUnion($1.value.objects) }, parts: values)
  }

  /// An object that another function made, where it is known how far it has come.
  private mutating func object(of type: SwiftType, _ standing: Standing) -> FlowValue {
    var value = FlowValue(type: type)
    guard case .declared(let id) = type.core, flow.models.contains(id), standing != .open else {
      return value
    }
    let object = makeObject(of: id)
    state.standings[object] = standing
    if standing == .inserted { everInserted.insert(object) }
    value.objects = [object]
    return value
  }
}

extension FlowValue {
  /// One of the values of a variadic parameter, as the list that the parameter is.
  fileprivate var asList: FlowValue {
    var list = FlowValue(objects: objects, type: type.map { .array($0) })
    list.isNothing = isNothing
    return list
  }
}

extension WrittenType {
  /// The labels of a tuple's parts; nil where it is no plain tuple.
  fileprivate var tupleLabels: [String?]? {
    guard case .other(let text) = self, text.first == "(", text.last == ")" else { return nil }
    let inner = text.dropFirst().dropLast()
    guard !inner.contains(where: { "([<{".contains($0) }) else { return nil }
    return inner.split(separator: ",").map { part in
      let halves = part.split(separator: ":")
      return halves.count == 2 ? String(halves[0].filter { !$0.isWhitespace }) : nil
    }
  }
}
