internal import SchemaModel

extension FunctionFlow {
  /// Follows an expression, and returns its value.
  mutating func evaluate(
    _ expression: Expression, expecting expected: SwiftType? = nil
  ) -> FlowValue {
    switch expression.kind {
    case .nothing: return FlowValue(isNothing: true)
    case .literal(let literal): return FlowValue(type: type(of: literal))
    case .type, .keyPath: return .unknown
    case .name(let name, _): return value(named: name)
    case .member(let base, let name): return member(name, of: base, expected)
    case .call(let callee, let arguments):
      return call(callee, arguments, at: expression.position, expected)
    case .element(let base, let arguments): return element(of: base, arguments)
    case .closure(let closure): return runMaybe(closure)
    case .list(let elements): return list(elements, expected)
    case .pairs(let parts): return dictionary(parts, expected)
    case .tuple(let parts):
      for part in parts { escape(evaluate(part.value)) }
      return .unknown
    case .choice(let values): return choice(values, expected)
    case .assignment(let target, let value, let isCompound):
      assign(value, to: target, isCompound: isCompound, at: expression.position)
      return .unknown
    case .cast(let inner, let type): return cast(evaluate(inner), to: names.resolved(type))
    case .branches(let statement): return run([statement]) ?? .unknown
    case .attempt(let inner, let isForced):
      let outer = body.attempt
      body.attempt = (expression.position, isForced)
      defer { body.attempt = outer }
      return evaluate(inner, expecting: expected)
    case .macro(let macro):
      for argument in macro.arguments { _ = evaluate(argument.value) }
      return .unknown
    case .operation(let operands, _):
      // An operation on lists gives a list of all their elements.
      let lists = operands.map { evaluate($0) }.filter(\.isCollection)
      return FlowValue(
        objects: lists.reduce(into: []) { $0.formUnion($1.objects) }, type: lists.first?.type)
    }
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

  private mutating func list(_ elements: [Expression], _ expected: SwiftType?) -> FlowValue {
    var result = FlowValue(isNothing: elements.isEmpty)
    for element in elements {
      let value = evaluate(element, expecting: expected?.element)
      result.objects.formUnion(value.objects)
      result.identifiers.formUnion(value.identifiers)
      if result.type == nil { result.type = value.type.map { .array($0) } }
    }
    return result
  }

  /// The value of a dictionary: a list of its values, each with a key.
  private mutating func dictionary(_ parts: [Expression], _ expected: SwiftType?) -> FlowValue {
    let (keys, values) = (
      stride(from: 0, to: parts.count, by: 2).map { parts[$0] },
      stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    )
    for key in keys { pass(evaluate(key)) }
    var result = list(values, expected)
    result.isPaired = true
    return result
  }

  private mutating func choice(_ values: [Expression], _ expected: SwiftType?) -> FlowValue {
    let first = evaluate(values[0], expecting: expected)
    return values.dropFirst().reduce(first) { result, next in
      let (value, after) = fork { $0.evaluate(next, expecting: expected) }
      state = state.joined(after)
      return result.joined(value)
    }
  }

  /// A cast value; after `as?`, nothing is known of objects that may have another type.
  mutating func cast(_ value: FlowValue, to type: SwiftType) -> FlowValue {
    var value = value
    value.type = type
    guard type.isOptional, let model = index.models.model(type.unwrapped) else { return value }
    let (program, traced) = (index.program, objects)
    let others = value.objects.filter { object in
      traced[object].model.map { !program.modelLineage(of: $0).contains(model) } ?? true
    }
    escape(FlowValue(objects: others))
    value.isNothing =
      !others.isEmpty && others == value.objects && others.allSatisfy { traced[$0].model != nil }
    value.objects.subtract(others)
    return value
  }

  // MARK: Names and members

  private mutating func value(named name: String) -> FlowValue {
    if let known = state.names[name] { return known }
    if name == "super" { return state.names["self"] ?? .unknown }
    if name == "modelContext", let itself { mayBeInserted([itself]) }
    if let owner = function.owner, let type = index.propertyType(name, of: owner) {
      return property(name, type, of: owner, text: name)
    }
    return FlowValue(context: isContext(name) ? names.context(named: name) : nil, text: name)
  }

  /// The value of a property: only the class of its objects is known.
  private mutating func property(
    _ name: String, _ type: SwiftType, of owner: SourceProgram.TypeID, text: String
  ) -> FlowValue {
    var value = FlowValue(type: type, text: text)
    guard FlowNames.isContext(type) || isContext(name) else { return value }
    hasContext = true
    if FlowNames.isContext(type), makesContextEachTime(name, of: owner) { return newContext() }
    value.context = names.context(named: text)
    return value
  }

  private mutating func member(
    _ name: String, of base: Expression?, _ expected: SwiftType?
  ) -> FlowValue {
    guard let base else {
      return FlowValue(type: expected, isNothing: name == "none" && expected?.isOptional != false)
    }
    if name == "none", base.isOptionalType { return FlowValue(isNothing: true) }
    let value = evaluate(base)
    switch name {
    case "objectID", "persistentModelID":
      return FlowValue(
        identifiers: Set(value.objects.map { .init(object: $0, position: base.position) }))
    // Code that reads this property may know that the object has a context.
    case "modelContext": mayBeInserted(value.objects)
    case "first", "last":
      guard value.isCollection || !value.objects.isEmpty else { break }
      var element = value.element
      element.type = element.type.map { .optional($0.unwrapped) }
      return element
    case "lazy" where value.isCollection: return value
    case "values" where value.isPaired:
      var values = value
      values.isPaired = false
      return values
    default: break
    }
    let text = [value.text, name].compactMap(\.self).joined(separator: ".")
    if case .declared(let id)? = value.type?.unwrapped,
      let type = index.propertyType(name, of: id)
    {
      noteActorProperty(name, of: id, at: base.position)
      return property(name, type, of: id, text: text)
    }
    let isContext = isContext(name) || names.isSharedContext(name, spelled: base.text)
    return FlowValue(
      context: isContext ? names.context(named: text) : nil, text: value.text == nil ? nil : text)
  }

  /// Marks objects as possibly inserted, unless they are known to be.
  mutating func mayBeInserted(_ found: Set<FlowObject>) {
    for object in found where state.standing(object) != .inserted {
      state.standings[object] = .open
    }
  }

  /// The element of a list that a subscript returns.
  private mutating func element(of base: Expression, _ arguments: [Argument]) -> FlowValue {
    // An actor finds an object by its identifier: `self[id, as: Book.self]`.
    if base.text == "self", let last = arguments.last, last.label == "as",
      case .member(let base?, "self") = last.value.kind, let written = base.writtenType
    {
      return FlowValue(type: .optional(names.resolved(written)))
    }
    let value = evaluate(base)
    for argument in arguments { _ = evaluate(argument.value) }
    var element = value.element
    element.text = value.text.map { "\($0)[…]" }
    return element
  }

  // MARK: Closures

  /// Follows a closure that is stored or passed on, and therefore may or may not run.
  mutating func runMaybe(_ closure: Closure, _ values: [FlowValue] = []) -> FlowValue {
    let (result, after) = fork { $0.runBody(of: closure, values) }
    state = state.joined(after)
    // The caller of the closure may do anything with its result.
    pass(result)
    return FlowValue(type: result.type)
  }

  /// Follows a closure that runs later, if ever.
  mutating func runLater(_ closure: Closure) {
    let outer = laterStart
    laterStart = objects.all.count
    _ = runMaybe(closure)
    laterStart = outer
  }

  /// Follows the body of a closure, with its parameters bound.
  mutating func runBody(of closure: Closure, _ values: [FlowValue]) -> FlowValue {
    // Real code does not nest closures this deep.
    guard depth < 24 else { return .unknown }
    depth += 1
    let outer = body
    body = Body()
    let last = inBlock { flow in
      flow.bindParameters(of: closure, values)
      return flow.run(closure.body)
    }
    let given = body.results + [last].compactMap(\.self)
    body = outer
    depth -= 1
    state.isReachable = true
    return given.first.map { first in given.dropFirst().reduce(first) { $0.joined($1) } }
      ?? .unknown
  }

  private mutating func bindParameters(of closure: Closure, _ values: [FlowValue]) {
    if closure.parameters.isEmpty {
      for (place, value) in values.enumerated() { declare("$\(place)", value) }
    }
    for (place, name) in closure.parameters.enumerated() where name != "_" {
      var value = place < values.count ? values[place] : .unknown
      if place < closure.types.count, let type = closure.types[place] {
        value.type = names.resolved(type)
      }
      if isContext(name) || value.type.map(FlowNames.isContext) ?? false {
        value.context = value.context ?? .named(name)
      }
      declare(name, value)
    }
  }

  /// The arguments that a function passes to a closure parameter, by the types in its declaration.
  ///
  /// ```swift
  /// func each(_ body: (Book) -> Void)  // called as 'each { $0.author = author }', that is a book
  /// ```
  func taken(byClosureAt place: Int?, of id: FunctionTable.ID) -> [FlowValue] {
    guard let place else { return [] }
    return taken(by: index.functions[id].facts.parameters[place].type, index.scope(of: id))
  }

  /// The arguments of a closure that is the value of a property.
  func taken(byProperty name: String, of id: SourceProgram.TypeID) -> [FlowValue] {
    guard let (facts, scope) = index.property(name, of: id), let type = facts.type else {
      return []
    }
    return taken(by: type, scope)
  }

  private func taken(by written: WrittenType, _ scope: Scope) -> [FlowValue] {
    let inner = if case .optional(let inner) = written { inner } else { written }
    guard case .other(let text) = inner, case .function(let taken, _) = WrittenShape(text) else {
      return []
    }
    return taken.map { FlowValue(type: index.program.resolve($0, in: scope)) }
  }
}
