extension FunctionFlow {
  /// Follows an assignment: to a relationship, to a name, or to anything else.
  mutating func assign(
    _ expression: Expression, to target: Expression, isCompound: Bool, at position: Position
  ) {
    if let closure = expression.closure { return runLater(closure) }
    if case .tuple(let targets) = target.kind {
      guard case .tuple(let parts) = expression.kind, parts.count == targets.count else {
        return escape(evaluate(expression))
      }
      let values = parts.map { evaluate($0.value) }
      for (target, value) in zip(targets, values) {
        assign(value, to: target.value, isCompound, at: position)
      }
      return
    }
    assign(evaluate(expression, expecting: type(of: target)), to: target, isCompound, at: position)
  }

  /// The type of the target of an assignment.
  private mutating func type(of target: Expression) -> SwiftType? {
    if let (owner, property) = relationship(target) {
      return owner.type?.declaration.flatMap { index.propertyType(property, of: $0) }
    }
    return target.text.flatMap { state.names[$0] }?.type
  }

  private mutating func assign(
    _ value: FlowValue, to target: Expression, _ isCompound: Bool, at position: Position
  ) {
    if let (owner, property) = relationship(target) {
      guard !value.isNothing else { return }
      var value = value
      if !isCompound, value.type == nil, let type = type(of: target), type.element != nil {
        value.type = type
      }
      let way: RelationEvent.Way = isCompound ? .addition : .assignment
      return relate(owner, [property], to: [value], way, at: position)
    }
    if let (owner, id, name) = property(target), let setter = index.setter(of: name, of: id) {
      return set(by: setter, of: owner, to: value, at: position)
    }
    switch target.kind {
    case .element(let base, let arguments):
      for argument in arguments { _ = evaluate(argument.value) }
      add(value, to: base, at: position)
    case .name("_", _): break
    case .name(let name, _) where state.names[name] != nil:
      assign(value, toName: name, isCompound)
    default:
      if case .member(let base?, _) = target.kind {
        if case .declared(let id)? = evaluate(base).type?.unwrapped, index.models.contains(id) {
          contextUse.changes.append(position)
          send(value)
        }
      }
      escape(value)
    }
  }

  private mutating func assign(_ value: FlowValue, toName name: String, _ isCompound: Bool) {
    guard let known = state.names[name] else { return }
    var value = value
    for object in value.objects where objects[object].name == nil { objects[object].name = name }
    value.type = known.type ?? value.type
    value.text = name
    if isCompound {
      value.objects.formUnion(known.objects)
      value.identifiers.formUnion(known.identifiers)
    }
    state.names[name] = value
  }

  /// Adds objects to a list, which may be a relationship.
  mutating func add(_ value: FlowValue, to list: Expression, at position: Position) {
    guard let (owner, property) = relationship(list) else { return hold(value, in: list) }
    if !value.isNothing { relate(owner, [property], to: [value], .addition, at: position) }
  }

  /// Adds objects to a local list, or passes them to other code if the list is not local.
  private mutating func hold(_ value: FlowValue, in base: Expression) {
    guard case .name(let name, _) = base.kind, let known = state.names[name],
      known.objects.allSatisfy({ objects[$0].model != nil })
    else {
      _ = evaluate(base)
      return escape(value)
    }
    state.names[name]?.objects.formUnion(value.objects)
    state.names[name]?.identifiers.formUnion(value.identifiers)
    state.names[name]?.isNothing = false
    if known.type == nil { state.names[name]?.type = value.type.map { .array($0) } }
  }

  /// The owner and the name of a relationship, if an expression is one.
  private mutating func relationship(
    _ expression: Expression
  ) -> (owner: FlowValue, property: String)? {
    guard let (owner, id, name) = property(expression), index.models.link(name, of: id) != nil
    else { return nil }
    return (owner, name)
  }

  /// The object, its type and the name of a property, if an expression is one.
  private mutating func property(
    _ expression: Expression
  ) -> (owner: FlowValue, SourceProgram.TypeID, name: String)? {
    switch expression.kind {
    case .member(let base?, let name):
      let owner = evaluate(base)
      return owner.type?.declaration.map { (owner, $0, name) }
    case .name(let name, _) where state.names[name] == nil:
      guard let id = function.owner, let owner = state.names["self"] else { return nil }
      return (owner, id, name)
    case .attempt(let inner, _): return property(inner)
    default: return nil
    }
  }

  // MARK: Relations

  /// Relates objects, and notes the relation if one of them may not be inserted.
  mutating func relate(
    _ owner: FlowValue, _ properties: [String], to values: [FlowValue], _ way: RelationEvent.Way,
    at position: Position
  ) {
    let event = RelationEvent(
      way: way, owner: end(owner), properties: properties, values: values.map(end),
      position: position)
    noteLink(owner, properties, to: values, at: position)
    note(event, owner, values)
    for value in values {
      objects.relate(owner.objects, to: value.objects)
      for (one, other) in [(owner, value), (value, owner)] where one.mayBeStored {
        for object in other.objects { objects[object].isRelatedToUnknown = true }
      }
      // An object that is related to an inserted object joins its context.
      if isInserted(owner) { insert(value.objects, into: nil, at: nil) }
      if isInserted(value) { insert(owner.objects, into: nil, at: nil) }
    }
  }

  private func isInserted(_ value: FlowValue) -> Bool {
    !value.objects.isEmpty && value.objects.allSatisfy { state.standing($0) == .inserted }
  }

  /// Whether no code can have inserted the objects of a value.
  ///
  /// A closure that runs later cannot be sure of objects that were made before it: other code may have
  /// inserted them.
  private func isNewHere(_ value: FlowValue) -> Bool {
    state.isFresh(value) && value.objects.allSatisfy { $0.number >= laterStart }
  }

  private func end(_ value: FlowValue) -> RelationEvent.End {
    let some = newAmongSeveral(value)
    let isCollection = value.type?.element != nil
    return RelationEvent.End(
      text: value.text, objects: some.isEmpty ? value.objects : some,
      isFresh: isNewHere(value) || !some.isEmpty,
      isList: isCollection && (value.objects.count != 1 || value.text != nil),
      isCollection: isCollection, given: given(value))
  }

  // MARK: Fate of objects

  /// Inserts objects and all objects related to them.
  ///
  /// With a position, the objects are inserted by name; without one, along with others.
  mutating func insert(
    _ inserted: Set<FlowObject>, into context: ContextIdentity?, at position: Position?
  ) {
    if let position {
      for object in inserted {
        objects[object].insertions.append(.init(position: position, context: context))
      }
      for early in state.early.keys where inserted.contains(early.object) {
        state.early[early] = true
      }
    }
    for object in objects.connected(to: inserted) {
      state.standings[object] = .inserted
      if state.contexts[object] == nil { state.contexts[object] = context }
      objects[object].isInserted = true
    }
  }

  /// Passes the objects of a value, or the context that it is, to other code.
  mutating func escape(_ value: FlowValue) {
    if let context = value.context { contextUse.leaked.insert(context) }
    for object in value.objects { objects[object].isEscaped = true }
    mayBeInserted(value.objects)
  }

  /// Notes the use of identifiers outside the context: in a model, another context or actor, or a file.
  mutating func send(_ value: FlowValue) {
    for read in value.identifiers { objects[read.object].identifierReads.append(read.position) }
  }

  /// Passes the objects of a value to a struct, which in most cases only shows them.
  mutating func show(_ value: FlowValue) {
    for object in value.objects {
      objects[object].isShown = true
      // The struct does not know whether the callers' objects are inserted.
      if objects[object].model == nil { objects[object].isEscaped = true }
    }
    mayBeInserted(value.objects)
  }

  /// Passes a value to other code, unless this function only shows objects.
  mutating func pass(_ value: FlowValue) {
    if !function.isForShow { escape(value) }
  }
}
