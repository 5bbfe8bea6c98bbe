internal import SchemaModel

extension FlowAnalysis {
  /// A member of a sequence or object that no file declares.
  mutating func callUnknownMember(
    _ name: String, _ base: FlowValue, _ arguments: [Argument]
  ) -> FlowValue {
    if let change = arguments.last, arguments.count == 1, Self.changers.contains(name),
      let result = mapped(base, change.value, by: name)
    {
      return result
    }
    if name == "reduce", arguments.count == 2, let closure = arguments[1].value.closure {
      return reduced(base, arguments[0], by: closure)
    }
    // A `Result` is asked for its value.
    if name == "get", arguments.isEmpty, let type = base.gives { return FlowValue(type: type) }
    guard base.isCollection || !base.objects.isEmpty else { return callUnknown(name, arguments) }
    switch name {
    case "forEach":
      guard let action = arguments.last else { break }
      forEachElement(base, action.value)
      return .unknown
    case "enumerated":
      return .sequence(of: [
        .init(label: "offset", value: .unknown), .init(label: "element", value: base.element),
      ])
    case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled":
      _ = callUnknown(name, arguments.filter { $0.value.closure != nil })
      var result = base
      // What is kept of all is no longer all.
      if name == "filter" { result.fetch = nil }
      return result
    case "first", "last", "min", "max", "randomElement", "popLast", "removeFirst", "removeLast":
      _ = callUnknown(name, arguments.filter { $0.value.closure != nil })
      return base.element
    default: break
    }
    // It may do anything with what it is asked of.
    if !Self.askers.contains(name) { pass(base) }
    return callUnknown(name, arguments)
  }

  /// Members of sequences and optionals that make values of what is in them.
  private static let changers: Set = ["map", "compactMap", "flatMap"]

  /// Members of lists that only answer, or change nothing but the list.
  private static let askers: Set = [
    "allSatisfy", "contains", "count", "distance", "elementsEqual", "firstIndex", "index",
    "lastIndex", "remove", "removeAll", "reserveCapacity", "reverse", "shuffle", "sort", "swapAt",
  ]

  /// A part of a sequence that a name spells: `first`, `lazy`, the `values` of a dictionary.
  func sequencePart(_ name: String, of sequence: FlowValue) -> FlowValue? {
    guard !sequence.objects.isEmpty else {
      // Of what a property holds only the class is known.
      if name == "values", let value = sequence.dictionaryValue, let type = value.type {
        return FlowValue(type: .array(type), origin: value.origin, elementParts: value.parts)
      }
      guard ["first", "last"].contains(name), let element = sequence.type?.element,
        isModel(element.unwrapped)
      else { return nil }
      return FlowValue(type: .optional(element.unwrapped), origin: sequence.origin)
    }
    switch name {
    case "first", "last": return sequence.element
    case "lazy": return sequence
    case "values":
      guard let value = sequence.dictionaryValue else { return nil }
      return FlowValue(objects: value.objects, type: value.type.map { .array($0) })
    default: return nil
    }
  }

  /// What stands in brackets behind a list or dictionary finds one of its objects.
  mutating func element(of base: Expression, _ arguments: [Argument]) -> FlowValue {
    let value = evaluate(base)
    if let type = registeredType(arguments), base.text == "self" {
      for argument in arguments.dropLast() { _ = evaluate(argument.value) }
      return FlowValue(type: .optional(type))
    }
    var fallback = FlowValue(isNothing: true)
    for argument in arguments {
      let value = evaluate(argument.value)
      if argument.label == "default" { fallback = value }
    }
    var element = value.dictionaryValue ?? value.element
    element.text = value.text.flatMap { text in
      arguments.count == 1 ? arguments[0].value.key.map { "\(text)[\($0)]" } : nil
    }
    return fallback.objects.isEmpty ? element : element.joined(fallback)
  }

  /// The class of which an actor finds an object by its identifier: `self[id, as: Book.self]`.
  private func registeredType(_ arguments: [Argument]) -> SwiftType? {
    guard let last = arguments.last, last.label == "as",
      case .member(let base?, "self") = last.value.kind, let written = base.writtenType
    else { return nil }
    let type = resolved(written)
    return isModel(type) ? type : nil
  }

  // MARK: Literals

  /// A dictionary, of whose keys nothing is known.
  mutating func dictionary(_ elements: [Expression]) -> FlowValue {
    var values: [FlowValue] = []
    for (place, element) in elements.enumerated() {
      let value = evaluate(element)
      if place.isMultiple(of: 2) { pass(value) } else { values.append(value) }
    }
    var value = FlowValue(objects: values.reduce(into: []) { $0.formUnion($1.objects) })
    if let type = values.first?.type, values.allSatisfy({ $0.type == type }) { value.type = type }
    var result = FlowValue.emptyDictionary
    result.objects = value.objects
    result.elementParts[1].value = value
    result.type = .dictionary
    result.isNothing = elements.isEmpty
    return result
  }

  /// What a list, set or dictionary is made of: `Array(repeating: Tag(), count: 3)`, `Set(tags)`.
  mutating func collection(_ type: SwiftType?, of arguments: [Argument]) -> FlowValue {
    var result = FlowValue(type: type, isNothing: arguments.isEmpty)
    if type == .dictionary { result.elementParts = FlowValue.emptyDictionary.elementParts }
    for (place, argument) in arguments.enumerated() {
      let value = evaluate(argument.value)
      guard place == 0, argument.label == nil || argument.label == "repeating",
        type != .dictionary
      else {
        pass(value)
        continue
      }
      result.objects = value.objects
      result.origin = value.origin
      result.elementParts = argument.label == nil ? value.elementParts : value.parts
      let element = argument.label == nil ? value.type?.element : value.type
      result.type = type ?? element.map { .array($0) }
    }
    return result
  }

  // MARK: Each element

  /// What a closure makes of each element of a sequence, or of the value of an optional.
  private mutating func mapped(
    _ base: FlowValue, _ change: Expression, by name: String
  ) -> FlowValue? {
    let isKnown = base.isCollection || !base.objects.isEmpty
    if case .keyPath(let root, let names) = change.kind {
      let path = flow.program.keyPath(root, names, in: scope).names
      return isKnown ? mapped(base, to: path, by: name) : nil
    }
    guard let closure = change.closure else { return made(by: change, of: base) }
    let (made, after) = fork { $0.runBody(of: closure, [base.content]) }
    state = state.joined(after)
    // There may be none; those that there are have come as far as the closure brought them.
    for object in made.objects { state.standings[object] = after.standing(object) }
    return FlowValue(
      objects: made.objects, type: made.type.flatMap { Self.type(of: $0, by: name, base) },
      elementParts: isKnown ? made.parts : [])
  }

  /// The type of what a closure's results make together; nil where it is not known of what.
  private static func type(of result: SwiftType, by name: String, _ base: FlowValue) -> SwiftType? {
    if base.isOneOptional { return .optional(result.unwrapped) }
    guard base.isCollection || !base.objects.isEmpty else { return nil }
    switch name {
    case "flatMap" where result.element != nil: return result
    case "compactMap", "flatMap": return .array(result.unwrapped)
    default: return .array(result)
    }
  }

  /// What a closure makes of a first value and each element of a sequence in turn.
  ///
  /// With `into:` that is what it changes its first parameter to.
  private mutating func reduced(
    _ base: FlowValue, _ first: Argument, by closure: Closure
  ) -> FlowValue {
    let start = evaluate(first.value)
    var step = closure
    if first.label == "into" {
      let name = Expression(
        kind: .name(closure.parameters.first ?? "$0", []), position: first.value.position)
      step.body.append(.expression(name))
    }
    let (made, after) = fork { $0.runBody(of: step, [start, base.element]) }
    state = state.joined(after)
    for object in made.objects { state.standings[object] = after.standing(object) }
    var result = start.joined(made)
    result.text = nil
    return result
  }

  /// What key paths of the elements lead to, where that is known.
  private func mapped(
    _ base: FlowValue, to names: [String], by method: String
  ) -> FlowValue? {
    guard names.count == 1, names[0] != "self" else { return names.count == 1 ? base : nil }
    if let part = base.element.part(named: names[0]) {
      return FlowValue(objects: part.objects, type: part.type.map { .array($0) })
    }
    // A property of objects is none of them: of what it has only the type is known.
    guard case .declared(let id)? = base.type?.core, flow.models.contains(id) else { return nil }
    return FlowValue(
      type: flow.propertyType(names[0], of: id).flatMap { Self.type(of: $0, by: method, base) })
  }

  /// The objects that an initializer makes of values, where it does nothing besides: `Book.init`.
  private mutating func made(by initializer: Expression, of values: FlowValue) -> FlowValue? {
    guard case .member(let base?, "init") = initializer.kind, let written = base.writtenType,
      case .declared(let id) = resolved(written), flow.models.contains(id),
      flow.functions.members(named: "init", of: id).allSatisfy(isPlain)
    else { return nil }
    return FlowValue(
      objects: [makeObject(of: id)], type: Self.type(of: .declared(id), by: "map", values))
  }

  private func isPlain(_ initializer: FunctionTable.ID) -> Bool {
    guard let summary = walk.result(of: initializer)?.summary else { return false }
    return !summary.insertsItself && !summary.letsItselfEscape && summary.inserted.isEmpty
      && summary.escaped.isEmpty && summary.relations.isEmpty
  }

  private mutating func forEachElement(_ base: FlowValue, _ action: Expression) {
    if let closure = action.closure {
      forEach(base, names: []) { _ = $0.runBody(of: closure, [base.element]) }
    } else if case .member(let target?, "insert") = action.kind,
      case let context = evaluate(target),
      context.isContext
    {
      contextUse.changes.append(target.position)
      places.note(base.objects, insertedAt: target.position)
      insert(base, into: identity(of: context))
    } else {
      escape(base)
    }
  }
}

extension Expression {
  /// How a key is written that is a name or a literal.
  fileprivate var key: String? {
    switch kind {
    case .name(let name, _): name
    case .literal(.int(let number)): "\(number)"
    case .literal(.string(let text)):
      text.contains(where: { "\\\"\n".contains($0) }) ? nil : "\"\(text)\""
    default: nil
    }
  }
}

extension FlowValue {
  /// Whether it is one value that may be absent.
  fileprivate var isOneOptional: Bool { type?.isOptional == true && !isCollection }

  /// What a closure gets of it: each element of a sequence, or the value of an optional.
  fileprivate var content: FlowValue {
    guard isOneOptional else { return element }
    var value = self
    value.type = type?.unwrapped
    value.text = nil
    return value
  }

  /// Whether it is a list, a set or a dictionary.
  var isCollection: Bool {
    switch type?.unwrapped {
    case .array, .set, .dictionary: true
    default: false
    }
  }

  /// A dictionary that nothing is known to be in.
  static let emptyDictionary = FlowValue.sequence(of: [
    .init(label: "key", value: .unknown), .init(label: "value", value: .unknown),
  ])

  /// What is known of any value of a dictionary.
  fileprivate var dictionaryValue: FlowValue? {
    guard type?.unwrapped == .dictionary else { return nil }
    return elementParts.first { $0.label == "value" }?.value
  }
}
