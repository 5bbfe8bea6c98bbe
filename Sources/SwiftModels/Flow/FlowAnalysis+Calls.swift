extension FlowAnalysis {
  /// What a call gives, with all that it does.
  mutating func call(
    _ callee: Expression, _ arguments: [Argument], at position: Position, _ expected: SwiftType?
  ) -> FlowValue {
    if case .closure(let closure) = callee.kind {
      return runBody(of: closure, arguments.map { evaluate($0.value) })
    }
    if let value = enumValue(callee, arguments, expected) { return value }
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

  /// The type of which a call makes an object: `Book(…)`, `Book.init(…)`, `.init(…)`.
  private func madeType(_ callee: Expression, _ expected: SwiftType?) -> SwiftType? {
    switch callee.kind {
    case .name(let name, _) where state.names[name] != nil:
      return state.names[name]?.alias == nil ? nil : knownType(.name(name))
    case .name("Self", _): return function.owner.map { .declared($0) }
    case .member(nil, "init"): return expected?.unwrapped
    case .member(let base?, "init"):
      guard base.text != "self", base.text != "super" else { return nil }
      return base.writtenType.flatMap(knownType)
    default: return callee.writtenType.flatMap(knownType)
    }
  }

  private func knownType(_ written: WrittenType) -> SwiftType? {
    switch resolved(written) {
    case .unseen, .unstorable: nil
    case let type: type
    }
  }

  private mutating func make(
    _ type: SwiftType, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    if FlowValue(type: type).isCollection { return collection(type, of: arguments) }
    guard case .declared(let id) = type, flow.models.contains(id) else {
      let values = arguments.indices.map { evaluate(arguments, at: $0, toMake: type) }
      // A struct only holds what it is made with: it inserts nothing.
      let isStruct = flow.isStruct(type)
      if !isStruct { values.forEach { pass($0) } }
      var value = FlowValue(type: type)
      if isStruct {
        value.held = values.reduce(into: []) { $0.formUnion($1.objects.union($1.held)) }
      }
      if case .declared(let id) = type {
        value.fields = fields(of: id, arguments, values)
        value.held.formUnion(value.fields.values.flatMap(\.objects))
      }
      return value
    }
    let values = evaluated(arguments)
    let object = makeObject(of: id)
    let result = FlowValue(objects: [object], type: type)
    guard let initializer = flow.initializer(of: id, taking: arguments) else {
      values.forEach { escape($0.value) }
      if !arguments.isEmpty { tied.insert(object) }
      return result
    }
    apply(initializer, to: result, of: id, arguments, values, at: position)
    return result
  }

  /// An object is made by an initializer that is known: what it relates is related here.
  private mutating func apply(
    _ initializer: FunctionTable.ID, to made: FlowValue, of model: SourceProgram.TypeID,
    _ arguments: [Argument], _ values: [PassedValue], at position: Position
  ) {
    guard let summary = walk.result(of: initializer)?.summary else {
      values.forEach { escape($0.value) }
      tied.formUnion(made.objects)
      return
    }
    if summary.tied.contains(.itself) { tied.formUnion(made.objects) }
    let parameters = flow.places(of: arguments, in: initializer)
    if summary.insertsItself { insert(made) }
    if summary.letsItselfEscape { escape(made) }
    var properties: [String] = []
    var taken: [RelationEvent.Taken] = []
    var related: [FlowValue] = []
    for (value, place) in zip(values, parameters) {
      guard let place else { continue }
      if summary.inserted.contains(place) { insert(value.value) }
      let relation = summary.relations.first {
        $0.owner == .itself && $0.value == .parameter(place)
      }
      if let relation, !value.value.isNothing {
        properties.append(relation.property)
        taken.append(
          RelationEvent.Taken(
            label: value.label ?? "_",
            isOmissible: flow.isOmissible(
              functionFacts(initializer, place), for: relation.property, of: model,
              from: initializer)))
        related.append(value.value)
      }
      if summary.escaped.contains(place) { escape(value.value) }
    }
    guard !related.isEmpty else { return }
    relate(
      made, properties, to: related, .initializer(model: model, taken: taken), at: position)
  }

  private func functionFacts(
    _ id: FunctionTable.ID, _ place: Int
  ) -> FunctionFacts.Parameter { flow.functions[id].facts.parameters[place] }

  // MARK: Arguments

  /// A value that is passed, with its label.
  struct PassedValue {
    var label: String?
    var value: FlowValue
    /// What it does, where it is a closure that is called only later.
    var closure: Closure?
  }

  /// The values of arguments; those of closures when they are called.
  mutating func evaluated(_ arguments: [Argument]) -> [PassedValue] {
    arguments.map { PassedValue(label: $0.label, value: evaluate($0.value)) }
  }

  // MARK: Functions

  private mutating func callFunction(
    _ name: String, _ types: [WrittenType], _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    if let known = state.names[name], let callback = known.callback {
      callBack(callback, arguments)
      return FlowValue(type: known.gives)
    }
    if let closure = localClosures[name], state.names[name] != nil {
      return callLocal(closure, named: name, arguments)
    }
    if let local = localFunctions[name] { return callLocal(local, arguments) }
    // A value that is called is a closure that came from somewhere.
    if let known = state.names[name] {
      _ = callUnknown(name, arguments)
      return FlowValue(type: known.gives)
    }
    if let found = flow.function(named: name, taking: arguments, from: function) {
      let value = callKnown(found, itself: state.names["self"], arguments, at: position)
      // A property that is called is a closure.
      guard arguments.isEmpty, let owner = function.owner,
        let gives = typed(property: name, of: owner)?.gives
      else { return value }
      return FlowValue(type: gives)
    }
    if let owner = function.owner, flow.isOverridden(name, of: owner, taking: arguments),
      let itself = state.names["self"]
    {
      escape(itself)
    }
    if function.extended == "ModelContext", Self.contextMembers.contains(name),
      var own = state.names["self"], own.isContext
    {
      own.text = nil
      return callContext(name, own, arguments, at: position)
    }
    if name == "insert", arguments.count == 1, arguments[0].label == nil {
      return insertValue(evaluate(arguments[0].value), at: position)
    }
    // `FetchDescriptor<Book>(…)`: what is fetched with it are books.
    if name == "FetchDescriptor" { return descriptor(of: types.first, arguments) }
    if name == "ModelContext" { return makeContext(arguments) }
    if ["Array", "ContiguousArray", "Set"].contains(name) { return collection(nil, of: arguments) }
    if name == "Optional", arguments.count == 1 { return evaluate(arguments[0].value) }
    if name == "zip", arguments.count == 2 {
      return .sequence(of: evaluated(arguments).map { .init(label: nil, value: $0.value.element) })
    }
    if name == "Dictionary", arguments.first?.label == "grouping" { return grouped(arguments) }
    _ = callUnknown(name, arguments)
    // A property may be a closure, too.
    return FlowValue(type: function.owner.flatMap { typed(property: name, of: $0)?.gives })
  }

  /// A dictionary of lists: `Dictionary(grouping: books, by: \.title)`.
  private mutating func grouped(_ arguments: [Argument]) -> FlowValue {
    let list = evaluate(arguments[0].value)
    for argument in arguments.dropFirst() {
      if let closure = argument.value.closure {
        _ = runClosure(closure, [list.element])
      } else {
        pass(evaluate(argument.value))
      }
    }
    var result = FlowValue.emptyDictionary
    result.objects = list.objects
    result.elementParts[1].value = FlowValue(
      objects: list.objects, type: list.type?.element.map { .array($0) },
      elementParts: list.elementParts)
    result.type = .dictionary
    return result
  }

  /// What an extension of a context may call by its bare name.
  private static let contextMembers: Set = [
    "delete", "enumerate", "fetch", "fetchCount", "fetchIdentifiers", "insert", "model",
    "registeredModel", "rollback", "save", "transaction",
  ]

  // MARK: What is not known

  /// A function that no file declares may do anything with what it is given.
  mutating func callUnknown(_ name: String, _ arguments: [Argument]) -> FlowValue {
    if isOfClass, !Self.lookers.contains(name) { releaseState() }
    var closures: [(label: String?, closure: Closure)] = []
    var shown: [FlowValue]?
    for argument in arguments {
      if let closure = argument.value.closure {
        closures.append((argument.label, closure))
        continue
      }
      let value = evaluate(argument.value)
      if Self.views.contains(name), argument.label == nil,
        value.isCollection || !value.elementParts.isEmpty
      {
        shown = [value.element]
      }
      if value.isContext {
        hasContext = true
        contextUse.isHandedOn = true
        leak(value)
      }
      if !Self.lookers.contains(name) { pass(value) }
    }
    // What it does with the values, it may do before it calls a function.
    guard !closures.isEmpty else { return .unknown }
    let values = shown ?? given(toClosuresOf: name, arguments)
    for (label, closure) in closures {
      runPassed(closure, to: name, Self.flagLabels.contains(label ?? "") ? [] : values)
    }
    return .unknown
  }

  private mutating func runPassed(
    _ closure: Closure, to name: String, _ values: [FlowValue]
  ) {
    if Self.laterRunners.contains(name) {
      keep(closure, values)
    } else if Self.runners.contains(name) {
      _ = runBody(of: closure, [])
    } else {
      _ = runClosure(closure, values)
    }
  }

  /// What closures of views are called that are only told whether something is so.
  private static let flagLabels: Set = ["isTargeted", "onDismiss"]

  /// Views that are made for each element of what they are given.
  private static let views: Set = ["ForEach", "List"]

  /// Functions that carry out the closure that they are given, once and for certain.
  private static let runners: Set = [
    "transaction", "withAnimation", "withTransaction", "run", "performAndWait", "autoreleasepool",
    "withExtendedLifetime", "assumeIsolated", "measure",
  ]

  /// Functions that carry it out when the function that passes it has gone on.
  private static let laterRunners: Set = [
    "Task", "addObserver", "addOperation", "async", "asyncAfter", "detached", "onAppear",
    "onChange", "onDisappear", "onReceive", "onTapGesture", "perform", "scheduledTimer", "sink",
    "task",
  ]

  /// Functions that only look at what they are given.
  private static let lookers: Set = [
    "print", "debugPrint", "dump", "assert", "precondition", "XCTAssert", "XCTAssertTrue",
    "XCTAssertFalse", "XCTAssertNil", "XCTAssertNotNil", "XCTAssertEqual", "XCTAssertNotEqual",
    "XCTAssertIdentical", "XCTAssertNotIdentical", "XCTUnwrap", "type", "ObjectIdentifier",
  ]
}
