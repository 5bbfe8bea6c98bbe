internal import SchemaModel

extension FlowAnalysis {
  /// A member of a sequence or object that no file declares.
  mutating func callUnknownMember(
    _ name: String, _ base: FlowValue, _ arguments: [Argument]
  ) -> FlowValue {
    guard base.isCollection || !base.objects.isEmpty else { return callUnknown(name, arguments) }
    switch name {
    case "forEach":
      guard let action = arguments.last else { break }
      forEachElement(base, action.value)
      return .unknown
    case "map", "compactMap", "flatMap":
      if let change = arguments.last, let result = mapped(base, change.value) { return result }
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

  /// Members of lists that only answer, or change nothing but the list.
  private static let askers: Set = [
    "allSatisfy", "contains", "count", "distance", "elementsEqual", "firstIndex", "index",
    "lastIndex", "remove", "removeAll", "reserveCapacity", "reverse", "shuffle", "sort", "swapAt",
  ]

  /// A part of a sequence that a name spells: `first`, `lazy`, the `values` of a dictionary.
  func sequencePart(_ name: String, of sequence: FlowValue) -> FlowValue? {
    guard !sequence.objects.isEmpty else { return nil }
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
    var result = FlowValue.sequence(of: [
      .init(label: "key", value: .unknown), .init(label: "value", value: value),
    ])
    result.type = .dictionary
    result.isNothing = elements.isEmpty
    return result
  }

  // MARK: Each element

  private mutating func mapped(_ base: FlowValue, _ change: Expression) -> FlowValue? {
    if case .keyPath(_, let names) = change.kind { return mapped(base, to: names) }
    guard let closure = change.closure else { return made(by: change) }
    let (made, after) = fork { $0.runBody(of: closure, [base.element]) }
    state = state.joined(after)
    // There may be none; those that there are have come as far as the closure brought them.
    for object in made.objects { state.standings[object] = after.standing(object) }
    return FlowValue(
      objects: made.objects, type: made.type.map { .array($0) }, elementParts: made.parts)
  }

  /// What key paths of the elements lead to, where that is known.
  private func mapped(_ base: FlowValue, to names: [String]) -> FlowValue? {
    guard names.count == 1, names[0] != "self" else { return names.count == 1 ? base : nil }
    if let part = base.element.part(named: names[0]) {
      return FlowValue(objects: part.objects, type: part.type.map { .array($0) })
    }
    // A property of objects is none of them.
    return base.type.map { isModel($0.core) } == true ? .unknown : nil
  }

  /// The objects that an initializer makes of values, where it does nothing besides: `Book.init`.
  private mutating func made(by initializer: Expression) -> FlowValue? {
    guard case .member(let base?, "init") = initializer.kind, let written = base.writtenType,
      case .declared(let id) = flow.program.resolve(written, in: scope), flow.models.contains(id),
      flow.functions.members(named: "init", of: id).allSatisfy(isPlain)
    else { return nil }
    return FlowValue(objects: [makeObject(of: id)], type: .array(.declared(id)))
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
      places.note(base.objects, insertedAt: target.position, isDirect: true)
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
  /// Whether it is a list, a set or a dictionary.
  var isCollection: Bool {
    switch type?.unwrapped {
    case .array, .set, .dictionary: true
    default: false
    }
  }

  /// What is known of any value of a dictionary.
  fileprivate var dictionaryValue: FlowValue? {
    guard type?.unwrapped == .dictionary else { return nil }
    return elementParts.first { $0.label == "value" }?.value
  }
}
