extension FlowAnalysis {
  /// Carries an assignment out: to a name, to a relationship, or to anything else.
  mutating func assign(
    _ expression: Expression, to target: Expression, isCompound: Bool, at position: Position
  ) {
    if let closure = expression.closure {
      keep(closure)
      return
    }
    if let (owner, property) = relationship(target) {
      let type = flow.relationshipType(property, of: owner)
      var value = evaluate(expression, expecting: type)
      guard !value.isNothing else { return }
      if value.type == nil, type?.element != nil, !isCompound { value.type = type }
      relate(
        owner, [property], to: [value], isCompound ? .addition : .assignment, at: position)
      return
    }
    noteDescriptorChange(target)
    switch target.kind {
    case .name(let name, _) where state.names[name] != nil && state.heldInState[name] == nil:
      assign(expression, toName: name, isCompound)
    case .name("_", _): _ = evaluate(expression)
    case .member(let base?, let part)
    where base.text.flatMap({ state.names[$0] })?.part(named: part) != nil:
      let value = evaluate(expression)
      base.text.map { state.names[$0]?.replacePart(named: part, with: value) }
    case .element(let base, let arguments) where holdsElements(base):
      for argument in arguments { _ = evaluate(argument.value) }
      hold(evaluate(expression), in: base)
    default:
      if isModelProperty(target) { contextUse.changes.append(position) }
      let type = evaluate(target).type
      let value = evaluate(expression, expecting: type)
      if value.isContext { leak(value) }
      if !holdInState(value, target) { escape(value) }
    }
  }

  /// Whether an expression is a list or dictionary of the function's own.
  func holdsElements(_ base: Expression) -> Bool {
    guard case .name(let name, _) = base.kind, isDeclaredHere(name) else { return false }
    return state.names[name]?.isCollection ?? false
  }

  /// A list or dictionary gets an object in addition to those that it may have.
  mutating func hold(_ value: FlowValue, in base: Expression) {
    guard case .name(let name, _) = base.kind else { return }
    state.names[name]?.objects.formUnion(value.objects)
    guard let place = state.names[name]?.elementParts.firstIndex(where: { $0.label == "value" })
    else { return }
    state.names[name]?.elementParts[place].value.objects.formUnion(value.objects)
    let known = state.names[name]?.elementParts[place].value.type
    state.names[name]?.elementParts[place].value.type = known ?? value.type
  }

  /// Whether an expression spells a property of a model object.
  private mutating func isModelProperty(_ target: Expression) -> Bool {
    guard case .member(let base?, _) = target.kind,
      case .declared(let id)? = evaluate(base).type?.unwrapped
    else { return false }
    return flow.models.contains(id)
  }

  private mutating func assign(_ expression: Expression, toName name: String, _ isCompound: Bool) {
    guard let known = state.names[name] else { return }
    var value = evaluate(expression, expecting: known.type)
    for object in value.objects where objectNames[object] == nil { objectNames[object] = name }
    value.type = known.type ?? value.type
    value.text = name
    if isCompound { value.objects.formUnion(known.objects) }
    state.names[name] = value
  }

  /// Objects are related: noted, if one of them cannot have been inserted.
  mutating func relate(
    _ owner: FlowValue, _ properties: [String], to values: [FlowValue], _ way: RelationEvent.Way,
    at position: Position
  ) {
    let isInInitializer = function.isInitializer && itself.map(owner.objects.contains) ?? false
    let event = RelationEvent(
      way: way, owner: end(owner), properties: properties, values: values.map { end($0) },
      position: position)
    noteForCallers(owner, properties, values, event, isInInitializer: isInInitializer)
    noteLink(owner, properties, to: values, at: position)
    if !isInInitializer { note(event) }
    for value in values { join(owner, value) }
  }

  private mutating func note(_ event: RelationEvent) {
    let given = event.ends.compactMap(\.given)
    for object in given {
      state.earlyRelations[EarlyRelation(object: object, position: event.position)] = false
    }
    if event.ends.contains(where: \.isFresh) {
      events.append(event)
    } else if !given.isEmpty {
      givenEvents.append(event)
    }
  }

  private func end(_ value: FlowValue) -> RelationEvent.End {
    RelationEvent.End(
      text: value.text, objects: value.objects, isFresh: state.isFresh(value),
      isList: value.type?.element != nil && value.objects.count != 1
        || value.type?.element != nil && value.text != nil,
      isCollection: value.type?.element != nil, isPresent: isPresent(value.type),
      given: givenObject(value))
  }

  private func isPresent(_ type: SwiftType?) -> Bool {
    switch type {
    case .declared: true
    case .array(.declared): true
    default: false
    }
  }

  /// The object of the callers that a value is, as long as nothing is known to have inserted it.
  private func givenObject(_ value: FlowValue) -> FlowObject? {
    guard value.objects.count == 1, let object = value.objects.first,
      state.standing(object) == .given
    else { return nil }
    return object
  }

  /// Objects that are related go into a context together.
  private mutating func join(_ first: FlowValue, _ second: FlowValue) {
    for object in first.objects { neighbours[object, default: []].formUnion(second.objects) }
    for object in second.objects { neighbours[object, default: []].formUnion(first.objects) }
    let isInserted = { (value: FlowValue, state: FlowState) in
      !value.objects.isEmpty && value.objects.allSatisfy { state.standing($0) == .inserted }
    }
    // What is related to an inserted object goes into its context.
    if isInserted(first, state) { insert(second, isAlong: true) }
    if isInserted(second, state) { insert(first, isAlong: true) }
  }

  /// A relation between what the callers pass is theirs to answer for, unless both ends are
  /// inserted here first.
  private mutating func noteForCallers(
    _ owner: FlowValue, _ properties: [String], _ values: [FlowValue], _ event: RelationEvent,
    isInInitializer: Bool
  ) {
    for (place, (property, value)) in zip(properties, values).enumerated() {
      let relation = FlowSummary.Relation(
        owner: callersEnd(owner), property: property, value: callersEnd(value))
      guard relation.owner != .other || relation.value != .other else { continue }
      if !summary.relations.contains(relation) { summary.relations.append(relation) }
      let given = [event.owner.given, event.values[place].given].compactMap(\.self)
      origins[relation, default: []].insert(
        isInInitializer
          ? [] : given.map { EarlyRelation(object: $0, position: event.position) })
    }
  }

  /// What an end is to the callers, unless it is inserted here, or may be: as behind
  /// `if book.modelContext == nil { context.insert(book) }`.
  private func callersEnd(_ value: FlowValue) -> FlowSummary.End {
    guard let object = value.objects.first, value.objects.count == 1,
      [.fresh, .given].contains(state.standing(object))
    else { return .other }
    if object == itself { return .itself }
    return givenEnd(value)
  }
}
