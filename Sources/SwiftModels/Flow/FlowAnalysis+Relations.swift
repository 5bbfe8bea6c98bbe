extension FlowAnalysis {
  /// Carries an assignment out: to a name, to a relationship, or to anything else.
  mutating func assign(
    _ expression: Expression, to target: Expression, isCompound: Bool, at position: Position
  ) {
    if let closure = expression.closure {
      keep(closure)
      return
    }
    if case .tuple(let targets) = target.kind {
      let value = evaluate(expression)
      assign(value, toEach: targets.map(\.value), at: position)
      return
    }
    assign({ $0.evaluate(expression, expecting: $1) }, to: target, isCompound, at: position)
  }

  /// The parts of a tuple are assigned, each to what stands in its place.
  private mutating func assign(
    _ tuple: FlowValue, toEach targets: [Expression], at position: Position
  ) {
    let isKnown = tuple.parts.count == targets.count
    if !isKnown { escape(tuple) }
    for (place, target) in targets.enumerated() {
      let part = isKnown ? tuple.parts[place].value : .unknown
      if case .tuple(let inner) = target.kind {
        assign(part, toEach: inner.map(\.value), at: position)
      } else {
        assign({ _, _ in part }, to: target, false, at: position)
      }
    }
  }

  /// Gives the value that is assigned, of the type that is expected.
  private typealias Assigned = (inout Self, SwiftType?) -> FlowValue

  private mutating func assign(
    _ assigned: Assigned, to target: Expression, _ isCompound: Bool, at position: Position
  ) {
    if let (owner, property) = relationship(target) {
      let type = flow.relationshipType(property, of: owner)
      var value = assigned(&self, type)
      guard !value.isNothing else { return }
      if value.type == nil, type?.element != nil, !isCompound { value.type = type }
      relate(
        owner, [property], to: [value], isCompound ? .addition : .assignment, at: position)
      return
    }
    if let (owner, setter) = setter(target) {
      let type = flow.functions[setter].facts.parameters.first.map {
        flow.program.resolve($0.type, in: flow.scope(of: setter))
      }
      set(by: setter, of: owner, to: assigned(&self, type), at: position)
      return
    }
    if case .element(let base, let arguments) = target.kind,
      let (owner, property) = relationship(base)
    {
      for argument in arguments { _ = evaluate(argument.value) }
      let value = assigned(&self, nil)
      if !value.isNothing { relate(owner, [property], to: [value], .addition, at: position) }
      return
    }
    noteDescriptorChange(target)
    loseMember(target)
    loseField(target)
    switch target.kind {
    case .name(let name, _) where state.names[name] != nil && state.heldInState[name] == nil:
      assign(assigned, toName: name, isCompound)
    case .name("_", _): _ = assigned(&self, nil)
    case .member(let base?, let part)
    where base.text.flatMap({ state.names[$0] })?.part(named: part) != nil:
      let value = assigned(&self, nil)
      base.text.map { state.names[$0]?.replacePart(named: part, with: value) }
    case .element(let base, let arguments) where holdsElements(base):
      for argument in arguments { _ = evaluate(argument.value) }
      hold(assigned(&self, nil), in: base)
    default:
      if isModelProperty(target) { contextUse.changes.append(position) }
      let type = evaluate(target).type
      let value = assigned(&self, type)
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

  /// What sets the computed property of an object that an expression spells.
  private mutating func setter(_ target: Expression) -> (owner: FlowValue, FunctionTable.ID)? {
    switch target.kind {
    case .member(let base?, let name) where flow.functions.setNames.contains(name):
      let owner = evaluate(base)
      guard case .declared(let id)? = owner.type?.unwrapped else { return nil }
      return flow.setter(of: name, of: id).map { (owner, $0) }
    case .name(let name, _):
      guard flow.functions.setNames.contains(name), state.names[name] == nil,
        let id = function.owner, let owner = state.names["self"]
      else { return nil }
      return flow.setter(of: name, of: id).map { (owner, $0) }
    default: return nil
    }
  }

  private mutating func assign(_ assigned: Assigned, toName name: String, _ isCompound: Bool) {
    guard let known = state.names[name] else { return }
    var value = assigned(&self, known.type)
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
    let some = newAmongSeveral(value)
    return RelationEvent.End(
      text: value.text, objects: some.isEmpty ? value.objects : some,
      isFresh: state.isFresh(value) || !some.isEmpty,
      isList: value.type?.element != nil && value.objects.count != 1
        || value.type?.element != nil && value.text != nil,
      isCollection: value.type?.element != nil, given: givenObject(value))
  }

  /// The object of the callers that a value is, as long as nothing is known to have inserted it.
  ///
  /// What a property has may have been inserted long ago, by whatever method.
  private func givenObject(_ value: FlowValue) -> FlowObject? {
    guard value.objects.count == 1, let object = value.objects.first,
      state.standing(object) == .given, members.name(of: object) == nil,
      !state.checked.contains(object)
    else { return nil }
    return object
  }

  /// Objects that are related go into a context together.
  private mutating func join(_ first: FlowValue, _ second: FlowValue) {
    for object in first.objects { neighbours[object, default: []].formUnion(second.objects) }
    for object in second.objects { neighbours[object, default: []].formUnion(first.objects) }
    if first.objects.isEmpty { tied.formUnion(second.objects) }
    if second.objects.isEmpty { tied.formUnion(first.objects) }
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
    if isInInitializer, callersEnd(owner) == .itself {
      noteEachStored(properties, values)
      noteParts(properties, values)
    }
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

  /// An initializer stores what it is given along with other objects: in a list, or where that is there.
  private mutating func noteEachStored(_ properties: [String], _ values: [FlowValue]) {
    for (property, value) in zip(properties, values) where value.objects.count > 1 {
      for object in value.objects.sorted(by: { $0.id < $1.id }) {
        guard case let end = callersEnd(FlowValue(objects: [object])), case .parameter = end else {
          continue
        }
        let relation = FlowSummary.Relation(owner: .itself, property: property, value: end)
        if !summary.relations.contains(relation) { summary.relations.append(relation) }
        origins[relation, default: []].insert([])
      }
    }
  }

  /// An initializer stores what it takes out of a parameter: a part of a tuple, what a struct has or
  /// another object leads to.
  private mutating func noteParts(_ properties: [String], _ values: [FlowValue]) {
    for (property, value) in zip(properties, values) where value.objects.isEmpty {
      guard let place = value.origin, holdsObjects(function.facts.parameters[place].type) else {
        continue
      }
      let relation = FlowSummary.Relation(
        owner: .itself, property: property, value: .parameter(place),
        part: value.text ?? function.facts.parameters[place].name)
      if !summary.relations.contains(relation) { summary.relations.append(relation) }
      origins[relation, default: []].insert([])
    }
  }

  /// Whether values of a type are models, or made of them as tuples, lists and structs are: nothing
  /// that finds models somewhere.
  private func holdsObjects(_ written: WrittenType) -> Bool {
    let value = typed(written)
    if !value.parts.isEmpty || value.type?.unwrapped == .dictionary { return true }
    guard let core = value.type?.core else { return false }
    return isModel(core) || flow.isStruct(core)
  }

  /// What an end is to the callers, unless it is inserted here, or may be: as behind
  /// `if book.modelContext == nil { context.insert(book) }`.
  private func callersEnd(_ value: FlowValue) -> FlowSummary.End {
    guard let object = value.objects.first, value.objects.count == 1,
      [.fresh, .given].contains(state.standing(object)), !state.checked.contains(object)
    else { return .other }
    if object == itself { return .itself }
    return givenEnd(value)
  }
}
