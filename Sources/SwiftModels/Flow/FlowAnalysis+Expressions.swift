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
    case .name(let name, _): return value(named: name)
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
      var value = evaluate(inner)
      value.type = flow.program.resolve(type, in: scope)
      return value
    case .keyPath: return .unknown
    case .branches(let statement): return run([statement]) ?? .unknown
    case .attempt(let inner, let isForced):
      return attempt(inner, isForced: isForced, at: expression.position, expected)
    case .macro(let macro):
      macro.arguments.forEach { _ = evaluate($0.value) }
      return .unknown
    case .operation(let operands):
      operands.forEach { _ = evaluate($0) }
      return .unknown
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
      if result.type == nil { result.type = value.type.map { .array($0) } }
      parts.append(value.parts)
    }
    if let first = parts.first, parts.allSatisfy({ $0.map(\.label) == first.map(\.label) }) {
      result.elementParts = parts.dropFirst().reduce(first, FlowValue.joined)
    }
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

  // MARK: Names and members

  private mutating func value(named name: String) -> FlowValue {
    if let known = state.names[name] {
      if let fetch = known.fetch { contextUse.fetches[fetch].uses += 1 }
      return known
    }
    if name == "super" { return state.names["self"] ?? .unknown }
    if let owner = function.owner, let type = flow.propertyType(name, of: owner) {
      return property(name, type)
    }
    let isContext = isContextName(name) || flow.isContext(name, of: function.owner)
    return FlowValue(isContext: isContext, text: name)
  }

  /// The value of a property: of its objects nothing is known but their class.
  private mutating func property(_ name: String, _ type: SwiftType) -> FlowValue {
    let isContext = Self.isContext(type) || isContextName(name)
    if isContext { note(context: name) }
    return FlowValue(type: type, isContext: isContext, text: name)
  }

  private mutating func isContextName(_ name: String) -> Bool {
    let isContext = [
      "context", "modelContext", "mainContext", "viewContext", "managedObjectContext",
    ].contains(name)
    if isContext { note(context: name) }
    return isContext
  }

  private mutating func member(
    _ name: String, of base: Expression?, _ expected: SwiftType?
  ) -> FlowValue {
    guard let base else { return FlowValue(type: expected) }
    let value = evaluate(base)
    if var part = value.part(named: name) {
      part.text = value.text.map { "\($0).\(name)" }
      return part
    }
    if let part = sequencePart(name, of: value) { return part }
    let text = [value.text, name].compactMap(\.self).joined(separator: ".")
    if case .declared(let id)? = value.type?.unwrapped,
      let type = flow.propertyType(name, of: id)
    {
      var result = property(name, type)
      result.text = text
      return result
    }
    return FlowValue(isContext: isContextName(name), text: value.text == nil ? nil : text)
  }

  // MARK: Closures

  /// A closure that is kept or passed on: what it does may be done, or not.
  mutating func runClosure(_ closure: Closure, _ values: [FlowValue] = []) -> FlowValue {
    laterDepth += 1
    let (result, after) = fork { $0.runBody(of: closure, values) }
    laterDepth -= 1
    state = state.joined(after)
    // Only what it gives is known by its objects; the closure itself is no object.
    return FlowValue(objects: [], type: result.type)
  }

  /// The body of a closure, with its parameters bound.
  mutating func runBody(of closure: Closure, _ values: [FlowValue]) -> FlowValue {
    guard depth < Self.depthLimit else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    let (outerExits, outerResults, outerAttempt) = (exits, closureResults, attemptAround)
    (exits, closureResults, attemptAround) = ([], [], nil)
    let last = inBlock { analysis in
      analysis.bindParameters(of: closure, values)
      return analysis.run(closure.body)
    }
    let values = closureResults + [last].compactMap(\.self)
    (exits, closureResults, attemptAround) = (outerExits, outerResults, outerAttempt)
    state.isReachable = true
    return values.dropFirst().reduce(values.first ?? .unknown) { $0.joined($1) }
  }

  private mutating func bindParameters(of closure: Closure, _ given: [FlowValue]) {
    let values = closure.takesApart(given) ? given[0].parts.map(\.value) : given
    if closure.parameters.isEmpty {
      for (place, value) in values.enumerated() { declare("$\(place)", value) }
    }
    for (place, name) in closure.parameters.enumerated() where name != "_" {
      var value = place < values.count ? values[place] : .unknown
      if place < closure.types.count, let type = closure.types[place] {
        value.type = flow.program.resolve(type, in: scope)
      }
      if let type = value.type { value.isContext = value.isContext || Self.isContext(type) }
      if isContextName(name) { value.isContext = true }
      value.text = name
      declare(name, value)
    }
  }
}

extension Closure {
  /// Whether it names the parts of the only value that it is given, and not that value.
  fileprivate func takesApart(_ values: [FlowValue]) -> Bool {
    guard values.count == 1, values[0].parts.count > 1 else { return false }
    if !parameters.isEmpty { return parameters.count == values[0].parts.count }
    return body.containsExpression { expression in
      if case .name("$1", _) = expression.kind { true } else { false }
    }
  }
}
