extension FlowAnalysis {
  /// A call of a member: an insertion, an addition to a list, a known method, or anything else.
  mutating func callMember(
    _ name: String, of base: Expression, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    if base.text == "self" || base.text == "super", name == "init" {
      return delegate(arguments, isToSuper: base.text == "super")
    }
    let taken = noteCaptures(base, name, arguments)
    defer { send(taken, at: position) }
    if let added = addedValue(name, arguments), let result = add(added, to: base, at: position) {
      return result
    }
    var value = evaluate(base)
    // Of what an operator makes, only a range or another sequence has members that take closures.
    if case .operation(let operands, _) = base.kind, operands.count == 2, value.type == nil,
      arguments.last?.value.closure != nil
    {
      value.type = .array(.scalar(.int))
    }
    if value.fields.isEmpty { loosen(value.held) }
    if value.isContext { return callContext(name, value, arguments, at: position) }
    if let found = method(name, of: base, value, arguments) {
      return callMethod(found, of: value, arguments, at: position)
    }
    loosen(value.held)
    if name == "insert", arguments.count == 1, arguments[0].label == nil, !value.isCollection {
      let inserted = evaluate(arguments[0].value)
      // `book.insert(context)` is said of what is inserted.
      if inserted.isContext {
        hasContext = true
        contextUse.isHandedOn = true
        leak(inserted)
        escape(value)
        return .unknown
      }
      return insertValue(inserted, at: position)
    }
    noteFilter(name, of: value, arguments, at: position)
    return callUnknownMember(name, value, arguments)
  }

  // MARK: Insertion

  /// Some context takes an object.
  mutating func insertValue(_ value: FlowValue, at position: Position) -> FlowValue {
    contextUse.isHandedOn = true
    places.note(value.objects, insertedAt: position)
    insert(value)
    return .unknown
  }

  // MARK: Lists

  /// What a call adds to a list: `append(_:)`, `append(contentsOf:)`, `insert(_:at:)`.
  private func addedValue(_ name: String, _ arguments: [Argument]) -> Expression? {
    switch (name, arguments.count) {
    case ("append", 1): arguments[0].value
    case ("insert", 2) where arguments[1].label == "at": arguments[0].value
    case ("replaceSubrange", 2) where arguments[1].label == "with": arguments[1].value
    default: nil
    }
  }

  /// Adds to a list: to a to-many, which relates, or to any other list.
  private mutating func add(
    _ expression: Expression, to base: Expression, at position: Position
  ) -> FlowValue? {
    if let (owner, property) = relationship(base) {
      let value = evaluate(expression)
      if !value.isNothing { relate(owner, [property], to: [value], .addition, at: position) }
      return .unknown
    }
    let value = evaluate(expression)
    loosen(value.held)
    if case .name(let name, _) = base.kind, let known = state.names[name] {
      state.names[name]?.objects = known.objects.union(value.objects)
      state.names[name]?.isNothing = false
      if known.type == nil { state.names[name]?.type = value.type.map { .array($0) } }
    } else if case .element(let holder, let keys) = base.kind, holdsElements(holder) {
      for key in keys { _ = evaluate(key.value) }
      hold(FlowValue(objects: value.objects, type: value.type.map { .array($0) }), in: holder)
    } else {
      _ = evaluate(base)
      escape(value)
    }
    return .unknown
  }

  /// The owner and the name of a relationship, where an expression spells one.
  mutating func relationship(_ expression: Expression) -> (owner: FlowValue, property: String)? {
    switch expression.kind {
    case .member(let base?, let name):
      let owner = evaluate(base)
      guard case .declared(let id)? = owner.type?.unwrapped, flow.models.link(name, of: id) != nil
      else { return nil }
      return (owner, name)
    case .name(let name, _):
      guard state.names[name] == nil, let id = function.owner,
        flow.models.link(name, of: id) != nil, let owner = state.names["self"]
      else { return nil }
      return (owner, name)
    case .attempt(let inner, _): return relationship(inner)
    default: return nil
    }
  }

  // MARK: Methods

  private func method(
    _ name: String, of base: Expression, _ value: FlowValue, _ arguments: [Argument]
  ) -> FunctionTable.ID? {
    if let type = value.type {
      guard case .declared(let own) = type.unwrapped else { return nil }
      let isSuper = base.text == "super"
      guard let id = isSuper ? flow.program.superclass(of: own) : own else { return nil }
      if let found = flow.method(named: name, of: id, taking: arguments, isSuper: isSuper) {
        return found
      }
      guard flow.models.contains(id) else { return nil }
      return flow.inheritedMethod(named: name, of: id, taking: arguments)
    }
    guard let written = base.writtenType,
      case .declared(let id) = resolved(written)
    else { return nil }
    return flow.method(named: name, of: id, taking: arguments)
  }

  private mutating func callMethod(
    _ id: FunctionTable.ID, of value: FlowValue, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    callKnown(id, itself: value, arguments, at: position)
  }

  /// `self.init(…)` and `super.init(…)` do to what they are given what that initializer does.
  private mutating func delegate(_ arguments: [Argument], isToSuper: Bool) -> FlowValue {
    let owner = function.owner.flatMap { isToSuper ? flow.program.superclass(of: $0) : $0 }
    guard let owner, let id = flow.initializer(of: owner, taking: arguments) else {
      return callUnknown("init", arguments)
    }
    return callKnown(id, itself: state.names["self"], arguments, at: function.facts.position)
  }
}
