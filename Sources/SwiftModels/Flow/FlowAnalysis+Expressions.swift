internal import SchemaModel

extension FlowAnalysis {
  /// What an expression gives, with all that it does on the way.
  mutating func evaluate(
    _ expression: Expression, expecting expected: SwiftType? = nil
  ) -> FlowValue {
    switch expression.kind {
    case .nothing: return FlowValue(isNothing: true)
    case .literal(let literal): return FlowValue(type: type(of: literal))
    case .type: return .unknown
    case .name(let name, _):
      noteUse(ofSent: name, at: expression.position)
      return value(named: name)
    case .member(let base?, let name) where asksOfListAlone(base, name):
      return unwatched { $0.member(name, of: base, expected) }
    case .member(let base, let name): return member(name, of: base, expected)
    case .call(let callee, let arguments):
      return call(callee, arguments, at: expression.position, expected)
    case .element(let base, let arguments): return element(of: base, arguments)
    case .closure(let closure): return runClosure(closure)
    case .list(let elements): return list(elements, expected)
    case .pairs(let elements): return dictionary(elements)
    case .tuple(let elements): return tuple(elements)
    case .choice(let values): return choice(values, expected)
    case .assignment(let target, let value, let isCompound):
      assign(value, to: target, isCompound: isCompound, at: expression.position)
      return .unknown
    case .cast(let inner, let type):
      let type = resolved(type)
      return cast(evaluate(inner), to: type)
    case .keyPath: return .unknown
    case .branches(let statement): return run([statement]) ?? .unknown
    case .attempt(let inner, let isForced):
      return attempt(inner, isForced: isForced, at: expression.position, expected)
    case .macro(let macro):
      macro.arguments.forEach { _ = evaluate($0.value) }
      guard macro.name == "Predicate", let about = macro.types.first else { return .unknown }
      return FlowValue(gives: resolved(about))
    case .operation(let operands, _): return operation(operands)
    }
  }

  /// A value taken for another type; behind `as?`, only objects are left that can be of it.
  ///
  /// Whether an object of the callers is of it turns out as the app runs: nothing is known of it then.
  mutating func cast(_ value: FlowValue, to type: SwiftType) -> FlowValue {
    var value = value
    value.type = type
    guard type.isOptional, case .declared(let id) = type.unwrapped, flow.models.contains(id),
      !value.objects.isEmpty
    else { return value }
    let given = value.objects.filter { state.standing($0) == .given }
    escape(FlowValue(objects: given))
    value.objects = value.objects.filter { object in
      !given.contains(object)
        && made[object].map { flow.program.modelLineage(of: $0).contains(id) } ?? true
    }
    value.isNothing = value.objects.isEmpty && given.isEmpty
    return value
  }

  private func type(of literal: Literal) -> SwiftType? {
    switch literal {
    case .string: .scalar(.string)
    case .int: .scalar(.int)
    case .double: .scalar(.double)
    case .bool: .scalar(.bool)
    case .date, .data, .array, .object: nil
    }
  }

  private mutating func tuple(_ elements: [Argument]) -> FlowValue {
    let parts = elements.map { FlowValue.Part(label: $0.label, value: evaluate($0.value)) }
    return FlowValue(
      objects: parts.reduce(into: []) { $0.formUnion($1.value.objects) }, parts: parts)
  }

  private mutating func list(_ elements: [Expression], _ expected: SwiftType?) -> FlowValue {
    var result = FlowValue(isNothing: elements.isEmpty)
    var parts: [[FlowValue.Part]] = []
    for element in elements {
      let value = evaluate(element, expecting: expected?.element)
      result.objects.formUnion(value.objects)
      loosen(value.held)
      if result.type == nil { result.type = value.type.map { .array($0) } }
      parts.append(value.parts)
    }
    if let first = parts.first, parts.allSatisfy({ $0.map(\.label) == first.map(\.label) }) {
      result.elementParts = parts.dropFirst().reduce(first, FlowValue.joined)
    }
    return result
  }

  /// What an operator makes of its operands: of lists, a list of all that is in them.
  private mutating func operation(_ operands: [Expression]) -> FlowValue {
    let lists = operands.map { evaluate($0) }.filter(\.isCollection)
    return FlowValue(
      objects: lists.reduce(into: []) { $0.formUnion($1.objects) }, type: lists.first?.type)
  }

  private mutating func choice(_ values: [Expression], _ expected: SwiftType?) -> FlowValue {
    let first = evaluate(values[0], expecting: expected)
    return values.dropFirst().reduce(first) { result, next in
      let (value, after) = fork { $0.evaluate(next, expecting: expected) }
      state = state.joined(after)
      return result.joined(value)
    }
  }

  // MARK: Names and members

  private mutating func value(named name: String) -> FlowValue {
    if let known = state.names[name] {
      if let fetch = known.fetch { contextUse.fetches[fetch].uses += 1 }
      return known
    }
    if name == "super" { return state.names["self"] ?? .unknown }
    if let own = ownObject(name) ?? memberValue(name) { return own }
    if let owner = function.owner, let type = flow.propertyType(name, of: owner) {
      return property(name, type, of: owner)
    }
    let isContext =
      isContextName(name) || flow.isContext(name, of: function.owner) || isKeptContext(name)
    return FlowValue(isContext: isContext, text: name)
  }

  /// An object that the function's type made for itself and that nobody else knows.
  private mutating func ownObject(_ name: String) -> FlowValue? {
    guard !function.facts.isStatic, let owner = function.owner,
      let model = flow.ownObjects.model(named: name, of: owner, in: function)
    else { return nil }
    let object = ownObjects[name] ?? makeObject(of: model)
    ownObjects[name] = object
    if objectNames[object] == nil { objectNames[object] = name }
    return FlowValue(objects: [object], type: .declared(model), text: name)
  }

  /// The value of a property: of its objects nothing is known but their class.
  private mutating func property(
    _ name: String, _ type: SwiftType, of owner: SourceProgram.TypeID
  ) -> FlowValue {
    if Self.isContext(type), makesContextEachTime(name, of: owner) { return newContext() }
    let isContext = Self.isContext(type) || isContextName(name)
    if isContext { hasContext = true }
    var value = typed(property: name, of: owner) ?? FlowValue(type: type)
    value.isContext = isContext
    value.text = name
    return value
  }

  /// Whether a property is computed, and makes another context each time.
  private func makesContextEachTime(_ name: String, of owner: SourceProgram.TypeID) -> Bool {
    let getters = flow.functions.members(named: name, of: owner)
    guard getters.count == 1, flow.functions[getters[0]].facts.parameters.isEmpty,
      flow.propertyFacts(name, of: owner).map({ !$0.isStored && $0.value == nil }) == true
    else { return false }
    return walk.result(of: getters[0])?.summary.makesContext ?? false
  }

  /// Whether a name is that of a context that the function's type keeps.
  private mutating func isKeptContext(_ name: String) -> Bool {
    guard let owner = function.owner, flow.keeper(ofContext: name, seenFrom: owner) != nil else {
      return false
    }
    hasContext = true
    return true
  }

  mutating func isContextName(_ name: String) -> Bool {
    let isContext = [
      "context", "modelContext", "mainContext", "viewContext", "managedObjectContext",
    ].contains(name)
    if isContext { hasContext = true }
    return isContext
  }

  private mutating func member(
    _ name: String, of base: Expression?, _ expected: SwiftType?
  ) -> FlowValue {
    guard let base else {
      let isNothing = name == "none" && expected?.isOptional != false
      return FlowValue(type: expected, isNothing: isNothing)
    }
    if name == "none", base.isOptionalType {
      return FlowValue(isNothing: true)
    }
    if base.text == "self", state.names["self"]?.objects.isEmpty ?? true,
      var own = ownObject(name) ?? memberValue(name)
    {
      own.text = "self.\(name)"
      return own
    }
    if base.text == "self", state.heldInState[name] != nil, let held = state.names[name] {
      return held
    }
    let value = evaluate(base)
    if ["objectID", "persistentModelID"].contains(name) {
      places.note(value.objects, identifiedAt: base.position)
    }
    if var part = value.part(named: name) {
      part.text = value.text.map { "\($0).\(name)" }
      return part
    }
    if var field = value.fields[name] {
      field.text = value.text.map { "\($0).\(name)" }
      return field
    }
    // Behind the name of a method, anything may be done with it.
    if !value.fields.isEmpty { loosen(value.held) }
    if let part = sequencePart(name, of: value) { return part }
    let text = [value.text, name].compactMap(\.self).joined(separator: ".")
    if case .declared(let id)? = value.type?.unwrapped,
      let type = flow.propertyType(name, of: id)
    {
      noteActorProperty(name, of: id, at: base.position)
      var result = property(name, type, of: id)
      result.text = text
      result.origin = value.origin
      return result
    }
    let isContext =
      isContextName(name) || base.text == "self" && isKeptContext(name)
      || base.text.flatMap { keeper(ofShared: name, spelled: $0) } != nil
    return FlowValue(isContext: isContext, text: value.text == nil ? nil : text)
  }
}
