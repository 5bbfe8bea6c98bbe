extension FunctionFlow {
  /// Follows a call of a member: an insertion, an addition to a list, a known method, or any other.
  mutating func callMember(
    _ name: String, of base: Expression, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    if ["self", "super"].contains(base.text), name == "init" {
      return delegate(arguments, isToSuper: base.text == "super")
    }
    noteCaptures(base, name, arguments)
    if let added = addedValue(name, arguments) {
      add(evaluate(added), to: base, at: position)
      return .unknown
    }
    var value = evaluate(base)
    // Only a range or another sequence, among the results of operators, has members that take closures.
    if case .operation(let operands, _) = base.kind, operands.count == 2, value.type == nil,
      arguments.last?.value.closure != nil
    {
      value.type = .array(.scalar(.int))
    }
    if value.context != nil { return callContext(name, value, arguments, at: position) }
    if let found = method(name, of: base, value, arguments) {
      return callKnown(found, itself: value, arguments, at: position)
    }
    if name == "insert", arguments.count == 1, arguments[0].label == nil, !value.isCollection {
      return insertElsewhere(arguments[0].value, value, at: position)
    }
    return callUnknownMember(name, of: value, arguments)
  }

  /// Follows an insertion into something unknown.
  ///
  /// In `book.insert(context)`, both the book and the context are passed to other code.
  private mutating func insertElsewhere(
    _ argument: Expression, _ base: FlowValue, at position: Position
  ) -> FlowValue {
    let value = evaluate(argument)
    contextUse.isHandedOn = true
    if value.context != nil {
      hasContext = true
      escape(value)
      escape(base)
    } else {
      insert(value.objects, into: nil, at: position)
    }
    return .unknown
  }

  /// The value that a call adds to a list: `append(_:)`, `append(contentsOf:)`, `insert(_:at:)`.
  private func addedValue(_ name: String, _ arguments: [Argument]) -> Expression? {
    switch (name, arguments.count) {
    case ("append", 1): arguments[0].value
    case ("insert", 2) where arguments[1].label == "at": arguments[0].value
    case ("replaceSubrange", 2) where arguments[1].label == "with": arguments[1].value
    default: nil
    }
  }

  private func method(
    _ name: String, of base: Expression, _ value: FlowValue, _ arguments: [Argument]
  ) -> FunctionTable.ID? {
    let owner: SwiftType?
    if let type = value.type {
      owner = type.unwrapped
    } else {
      owner = base.writtenType.map(names.resolved)
    }
    guard case .declared(let own)? = owner else { return nil }
    let isSuper = base.text == "super"
    guard let id = isSuper ? index.program.superclass(of: own) : own else { return nil }
    return index.method(named: name, of: id, taking: arguments, isSuper: isSuper)
  }

  /// Follows `self.init(…)` or `super.init(…)` with the effects of that initializer on the arguments.
  private mutating func delegate(_ arguments: [Argument], isToSuper: Bool) -> FlowValue {
    let owner = function.owner.flatMap { isToSuper ? index.program.superclass(of: $0) : $0 }
    guard let owner, let id = index.initializer(of: owner, taking: arguments) else {
      return callUnknown("init", arguments)
    }
    return callKnown(id, itself: state.names["self"], arguments, at: function.facts.position)
  }

  // MARK: Sequences

  /// Follows a call of a member of a sequence or object that no file declares.
  private mutating func callUnknownMember(
    _ name: String, of base: FlowValue, _ arguments: [Argument]
  ) -> FlowValue {
    if arguments.count == 1, ["map", "compactMap", "flatMap"].contains(name) {
      if let closure = arguments[0].value.closure { return mapped(base, by: closure, name) }
      if let made = made(by: arguments[0].value, of: base) { return made }
    }
    guard base.isCollection || !base.objects.isEmpty else { return callUnknown(name, arguments) }
    switch name {
    case "forEach":
      if let action = arguments.last?.value { forEachElement(base, action) }
      return .unknown
    case "enumerated":
      var list = base
      list.isPaired = true
      return list
    case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled":
      ask(base, arguments)
      return base
    case "first", "last", "min", "max", "randomElement", "popLast", "removeFirst", "removeLast":
      ask(base, arguments)
      return base.element
    default: break
    }
    // The member may do anything with its base.
    if !Self.askers.contains(name) { pass(base) }
    return callUnknown(name, arguments)
  }

  /// Members of lists that only answer a question, or change nothing but the list.
  private static let askers: Set = [
    "allSatisfy", "contains", "count", "distance", "elementsEqual", "firstIndex", "index",
    "lastIndex", "remove", "removeAll", "reserveCapacity", "reverse", "shuffle", "sort", "swapAt",
  ]

  private mutating func ask(_ base: FlowValue, _ arguments: [Argument]) {
    for closure in arguments.compactMap(\.value.closure) {
      _ = runMaybe(closure, elements(of: base, for: closure))
    }
  }

  /// The arguments of a closure that is called for each element.
  ///
  /// A closure with one parameter for a pair gets unknown arguments, and the elements count as passed to
  /// other code.
  mutating func elements(of list: FlowValue, for closure: Closure) -> [FlowValue] {
    guard list.isPaired else { return [list.element] }
    if closure.parameters.count == 2 { return [.unknown, list.element] }
    escape(list)
    return []
  }

  /// The objects that an initializer makes from values: `Book.init`; nil if an initializer of the class has
  /// other effects.
  private mutating func made(by initializer: Expression, of values: FlowValue) -> FlowValue? {
    guard case .member(let base?, "init") = initializer.kind,
      let model = index.models.model(base.writtenType.map(names.resolved))
    else { return nil }
    for id in index.functions.members(named: "init", of: model) {
      guard let summary = summary(of: id), summary.fates.isEmpty, summary.relations.isEmpty else {
        return nil
      }
    }
    let isOptional = values.type?.isOptional == true && !values.isCollection
    let type = SwiftType.declared(model)
    return FlowValue(
      objects: [makeObject(of: model)], type: isOptional ? .optional(type) : .array(type))
  }

  /// The values that a closure makes from the elements of a sequence, or from an optional's value.
  private mutating func mapped(
    _ base: FlowValue, by closure: Closure, _ name: String
  ) -> FlowValue {
    let isOptional = base.type?.isOptional == true && !base.isCollection
    var element = base.element
    if isOptional {
      element = base
      element.type = base.type?.unwrapped
    }
    let (made, after) = fork { flow in
      let values = base.isPaired ? flow.elements(of: base, for: closure) : [element]
      return flow.runBody(of: closure, values)
    }
    state = state.joined(after)
    // The sequence may be empty; any objects have the standing that the closure gave them.
    for object in made.objects { state.standings[object] = after.standing(object) }
    var type: SwiftType?
    if isOptional {
      type = made.type.map { .optional($0.unwrapped) }
    } else if base.isCollection || !base.objects.isEmpty {
      let isFlat = name == "flatMap" && made.type?.element != nil
      type = made.type.map { isFlat ? $0 : .array(name == "map" ? $0 : $0.unwrapped) }
    }
    return FlowValue(objects: made.objects, type: type)
  }

  private mutating func forEachElement(_ base: FlowValue, _ action: Expression) {
    if let closure = action.closure {
      let values = elements(of: base, for: closure)
      forEach(base) { _ = $0.runBody(of: closure, values) }
    } else if case .member(let target?, "insert") = action.kind,
      let context = evaluate(target).context
    {
      contextUse.changes.append(target.position)
      insert(base.objects, into: context, at: target.position)
    } else {
      escape(base)
    }
  }
}
