extension FunctionFlow {
  /// Follows a call, and returns its value.
  mutating func call(
    _ callee: Expression, _ arguments: [Argument], at position: Position, _ expected: SwiftType?
  ) -> FlowValue {
    if case .closure(let closure) = callee.kind {
      return runBody(of: closure, arguments.map { evaluate($0.value) })
    }
    if let wrapped = Expression(kind: .call(callee, arguments), position: position).wrapped {
      return evaluate(wrapped, expecting: expected?.unwrapped)
    }
    if case .member(nil, "some") = callee.kind, arguments.count == 1, expected?.isOptional == true {
      return evaluate(arguments[0].value, expecting: expected?.unwrapped)
    }
    if let type = madeType(callee, expected) { return make(type, arguments, at: position) }
    switch callee.kind {
    case .member(let base?, let name):
      return callMember(name, of: base, arguments, at: position)
    case .name(let name, let types):
      return callFunction(name, types, arguments, at: position)
    default:
      _ = evaluate(callee)
      return callUnknown("", arguments)
    }
  }

  // MARK: Making objects

  /// The type of the object that a call makes: `Book(…)`, `Book.init(…)`, `.init(…)`.
  private func madeType(_ callee: Expression, _ expected: SwiftType?) -> SwiftType? {
    switch callee.kind {
    case .name(let name, _) where state.names[name] != nil: return nil
    case .name("Self", _): return function.owner.map { .declared($0) }
    case .member(nil, "init"): return expected?.unwrapped
    case .member(let base?, "init"):
      guard base.text != "self", base.text != "super" else { return nil }
      return base.writtenType.flatMap(knownType)
    default: return callee.writtenType.flatMap(knownType)
    }
  }

  private func knownType(_ written: WrittenType) -> SwiftType? {
    switch names.resolved(written) {
    case .unseen, .unstorable: nil
    case let type: type
    }
  }

  private mutating func make(
    _ type: SwiftType, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    if FlowValue(type: type).isCollection { return collection(type, of: arguments) }
    guard case .declared(let id) = type else {
      for argument in arguments { pass(evaluate(argument.value)) }
      return FlowValue(type: type)
    }
    let initializer = index.initializer(of: id, taking: arguments)
    guard index.models.contains(id) else { return makeOther(id, arguments, initializer) }
    let values = arguments.map { evaluate($0.value) }
    for value in values { send(value) }
    let object = makeObject(of: id)
    let made = FlowValue(objects: [object], type: type)
    guard let initializer, let summary = summary(of: initializer) else {
      values.forEach { escape($0) }
      return made
    }
    let known = KnownCall(
      id: initializer, summary: summary, itself: made,
      passed: placed(values, arguments, in: initializer))
    relateMade(known, of: id, arguments, at: position)
    settle(known, at: position)
    return made
  }

  /// Relates the arguments that an initializer stores.
  private mutating func relateMade(
    _ known: KnownCall, of model: SourceProgram.TypeID, _ arguments: [Argument],
    at position: Position
  ) {
    var (properties, related): ([String], [FlowValue]) = ([], [])
    var taken: [RelationEvent.Taken] = []
    for (argument, place) in zip(arguments, index.places(of: arguments, in: known.id)) {
      guard let place, let value = known.passed[place], !value.isNothing,
        let relation = known.summary.relations.first(where: {
          $0.owner == .itself && $0.value == .parameter(place)
        })
      else { continue }
      properties.append(relation.property)
      related.append(value)
      let hasDefault = index.functions[known.id].facts.parameters[place].hasDefault
      taken.append(RelationEvent.Taken(label: argument.label ?? "_", isOmissible: hasDefault))
    }
    guard !related.isEmpty, let made = known.itself else { return }
    relate(
      made, properties, to: related, .initializer(model: model, taken: taken), at: position)
  }

  /// The value of a type that is no model: a struct only holds its arguments, and inserts nothing.
  private mutating func makeOther(
    _ id: SourceProgram.TypeID, _ arguments: [Argument], _ initializer: FunctionTable.ID?
  ) -> FlowValue {
    let places = initializer.map { index.places(of: arguments, in: $0) }
    for (place, argument) in arguments.enumerated() {
      if let closure = argument.value.closure {
        let given: [FlowValue]
        if let initializer {
          given = taken(byClosureAt: places?[place], of: initializer)
        } else {
          given = argument.label.map { taken(byProperty: $0, of: id) } ?? []
        }
        _ = runMaybe(closure, given)
      } else if index.program[id].facts.kind == .struct {
        show(evaluate(argument.value))
      } else {
        pass(evaluate(argument.value))
      }
    }
    return FlowValue(type: .declared(id))
  }

  /// Makes a list or set: `Array(repeating: Tag(), count: 3)`, `Set(tags)`.
  private mutating func collection(_ type: SwiftType?, of arguments: [Argument]) -> FlowValue {
    var result = FlowValue(type: type, isNothing: arguments.isEmpty)
    for (place, argument) in arguments.enumerated() {
      let value = evaluate(argument.value)
      guard place == 0, [nil, "repeating"].contains(argument.label), type != .dictionary else {
        pass(value)
        continue
      }
      result.objects = value.objects
      result.isPaired = value.isPaired
      let element = argument.label == nil ? value.type?.element : value.type
      result.type = type ?? element.map { .array($0) }
    }
    return result
  }

  // MARK: Functions

  private mutating func callFunction(
    _ name: String, _ types: [WrittenType], _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    if let closure = localBodies[name] { return callLocal(closure, named: name, arguments) }
    // A value that is called is a closure that came from somewhere.
    if state.names[name] != nil { return callUnknown(name, arguments) }
    if let found = index.function(named: name, taking: arguments, from: function) {
      return callKnown(found, itself: state.names["self"], arguments, at: position)
    }
    if function.extended == "ModelContext", let own = state.names["self"] {
      return callContext(name, own, arguments, at: position)
    }
    switch name {
    case "insert" where arguments.count == 1 && arguments[0].label == nil:
      contextUse.isHandedOn = true
      insert(evaluate(arguments[0].value).objects, into: nil, at: position)
      return .unknown
    case "FetchDescriptor": return descriptor(of: types.first, arguments)
    case "ModelContext":
      for argument in arguments { _ = evaluate(argument.value) }
      return newContext()
    case "Array", "ContiguousArray", "Set": return collection(nil, of: arguments)
    default: break
    }
    // A subclass may override this method.
    if let owner = function.owner, !index.functions.members(named: name, of: owner).isEmpty {
      state.names["self"].map { escape($0) }
    }
    return callUnknown(name, arguments)
  }

  /// Follows a closure or inner function at each call, with the facts known there.
  ///
  /// A recursive call, and calls beyond `localCallLimit`, count as unknown.
  private mutating func callLocal(
    _ closure: Closure, named name: String, _ arguments: [Argument]
  ) -> FlowValue {
    let closures = arguments.compactMap(\.value.closure)
    let values = arguments.map { $0.value.closure == nil ? evaluate($0.value) : .unknown }
    defer { for closure in closures { _ = runMaybe(closure) } }
    guard localCalls < Self.localCallLimit, running.insert(name).inserted else {
      values.forEach { escape($0) }
      return .unknown
    }
    localCalls += 1
    defer { running.remove(name) }
    return runBody(of: closure, values)
  }

  /// The number of local calls to follow; without a limit, they could double at each level.
  private static let localCallLimit = 256

  // MARK: Known functions

  /// A call of a function with a summary.
  private struct KnownCall {
    var id: FunctionTable.ID
    var summary: FlowSummary
    var itself: FlowValue?
    var passed: [Int: FlowValue]

    /// The value of an end at the call.
    func value(_ end: FlowSummary.End) -> FlowValue {
      switch end {
      case .itself: itself ?? .unknown
      case .parameter(let place): passed[place] ?? FlowValue(isNothing: true)
      case .other: .unknown
      }
    }
  }

  /// Follows a call of a declared function: its effects on the parameters apply to the arguments.
  mutating func callKnown(
    _ id: FunctionTable.ID, itself: FlowValue?, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    let facts = index.functions[id].facts
    let type = facts.result.map { index.program.resolve($0, in: index.scope(of: id)) }
    let values = arguments.map { $0.value.closure == nil ? evaluate($0.value) : .unknown }
    let summary = summary(of: id)
    noteActorCall(id, summary, arguments, values, at: position)
    var result = FlowValue(type: type)
    if let summary {
      let known = KnownCall(
        id: id, summary: summary, itself: itself, passed: placed(values, arguments, in: id))
      carryOut(known, at: position)
      result = returned(known, type)
    } else {
      values.forEach { escape($0) }
      itself.map { escape($0) }
      contextUse.isHandedOn = true
    }
    // When the function calls its closures is unknown: its own insertions count as done before them.
    for (place, argument) in zip(index.places(of: arguments, in: id), arguments) {
      argument.value.closure.map { _ = runMaybe($0, taken(byClosureAt: place, of: id)) }
    }
    return result
  }

  /// Sets a property: the effects of the setter on the new value apply to the assigned value.
  mutating func set(
    by setter: FunctionTable.ID, of owner: FlowValue, to value: FlowValue, at position: Position
  ) {
    guard let summary = summary(of: setter) else { return escape(value) }
    carryOut(
      KnownCall(id: setter, summary: summary, itself: owner, passed: [0: value]), at: position)
  }

  private mutating func carryOut(_ known: KnownCall, at position: Position) {
    contextUse.add(known.summary.effects, at: position)
    for relation in known.summary.relations {
      let (owner, value) = (known.value(relation.owner), known.value(relation.value))
      guard !owner.isNothing, !value.isNothing else { continue }
      let name = index.functions[known.id].facts.name
      relate(owner, [relation.property], to: [value], .helper(name), at: position)
    }
    settle(known, at: position)
  }

  /// The value of each parameter, by index; the objects of other arguments may go anywhere.
  private mutating func placed(
    _ values: [FlowValue], _ arguments: [Argument], in id: FunctionTable.ID
  ) -> [Int: FlowValue] {
    var result: [Int: FlowValue] = [:]
    for (var value, place) in zip(values, index.places(of: arguments, in: id)) {
      guard let place else {
        escape(value)
        continue
      }
      if index.functions[id].facts.parameters[place].isVariadic {
        value.type = value.type.map { .array($0) }
      }
      result[place] = result[place].map { $0.joined(value) } ?? value
    }
    return result
  }

  /// Gives the arguments the standing that they have when the function returns.
  private mutating func settle(_ known: KnownCall, at position: Position) {
    for (end, fate) in known.summary.fates {
      let value = known.value(end)
      switch fate {
      case .inserted(let isByName):
        insert(value.objects, into: nil, at: isByName ? position : nil)
      case .escaped: escape(value)
      }
    }
  }

  private mutating func returned(_ known: KnownCall, _ type: SwiftType?) -> FlowValue {
    var value = FlowValue(type: type)
    let model = index.models.model(type)
    switch (known.summary.returned, model) {
    case (.newContext, _): return newContext()
    case (.given(let end), _):
      value = known.value(end)
      value.type = model == nil ? value.type ?? type : type
      value.text = nil
    case (.new, let model?): value.objects = [makeObject(of: model)]
    case (.inserted, let model?):
      value.objects = [makeObject(of: model)]
      insert(value.objects, into: nil, at: nil)
    case (.foundOrNew, let model?):
      value.objects = [makeObject(of: model), foundObject()]
      value.isOneOfSeveral = true
    default: break
    }
    return value
  }

  // MARK: Unknown functions

  /// Follows a call of a function that no file declares, which may do anything with its arguments.
  mutating func callUnknown(_ name: String, _ arguments: [Argument]) -> FlowValue {
    var shown: FlowValue?
    for argument in arguments where argument.value.closure == nil {
      let value = evaluate(argument.value)
      if Self.views.contains(name), argument.label == nil, value.isCollection { shown = value }
      if value.context != nil {
        hasContext = true
        contextUse.isHandedOn = true
      }
      if name == "encode" { send(value) }
      if !Self.lookers.contains(name) { pass(value) }
    }
    // The function may use the other arguments before it calls the closure.
    for argument in arguments {
      guard let closure = argument.value.closure else { continue }
      if Self.laterRunners.contains(name) {
        runLater(closure)
      } else if Self.runners.contains(name) {
        _ = runBody(of: closure, [])
      } else {
        _ = runMaybe(closure, shown.map { elements(of: $0, for: closure) } ?? [])
      }
    }
    return .unknown
  }

  /// Views that make a view for each element of an argument.
  private static let views: Set = ["ForEach", "List"]

  /// Functions that run a closure argument once and for certain.
  private static let runners: Set = [
    "transaction", "withAnimation", "withTransaction", "run", "performAndWait", "autoreleasepool",
    "withExtendedLifetime", "assumeIsolated", "measure",
  ]

  /// Functions that run a closure argument after the caller has continued.
  private static let laterRunners: Set = [
    "Task", "addObserver", "addOperation", "async", "asyncAfter", "detached", "onAppear",
    "onChange", "onDisappear", "onReceive", "onTapGesture", "perform", "scheduledTimer", "sink",
    "task",
  ]

  /// Functions that only read their arguments.
  private static let lookers: Set = [
    "print", "debugPrint", "dump", "assert", "precondition", "XCTAssert", "XCTAssertTrue",
    "XCTAssertFalse", "XCTAssertNil", "XCTAssertNotNil", "XCTAssertEqual", "XCTAssertNotEqual",
    "XCTAssertIdentical", "XCTAssertNotIdentical", "XCTUnwrap", "type", "ObjectIdentifier",
  ]
}
