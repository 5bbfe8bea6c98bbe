extension FlowAnalysis {
  /// What is known of a value by the type that is written of it, and not of its objects.
  ///
  /// ```swift
  /// var byTitle: [String: Book]  // of what it has for a title, that it is a book
  /// ```
  func typed(_ written: WrittenType) -> FlowValue { typed(written) { resolved($0) } }

  /// The same, of a property of a type, or of its superclasses.
  func typed(property name: String, of owner: SourceProgram.TypeID) -> FlowValue? {
    guard let (facts, scope) = flow.property(name, of: owner), let written = facts.type else {
      return nil
    }
    return typed(written) { flow.program.resolve($0, in: scope) }
  }

  func typed(_ written: WrittenType, by meaning: (WrittenType) -> SwiftType) -> FlowValue {
    var value = FlowValue(type: meaning(written))
    switch written {
    case .optional(let inner):
      value = typed(inner, by: meaning)
      value.type = value.type.map { $0.isOptional ? $0 : .optional($0) }
    case .array(let element): value.elementParts = typed(element, by: meaning).parts
    case .dictionary(let key, let item): value.elementParts = pair(key, item, by: meaning)
    case .other(let text):
      switch WrittenShape(text) {
      case .tuple(let parts):
        value.parts = parts.map { .init(label: $0.label, value: typed($0.type, by: meaning)) }
      case .function(_, let result): value.gives = typed(result, by: meaning).type
      case nil: break
      }
    case .named(let path): give(path, to: &value, by: meaning)
    }
    return value
  }

  private func pair(
    _ key: WrittenType, _ item: WrittenType, by meaning: (WrittenType) -> SwiftType
  ) -> [FlowValue.Part] {
    [
      .init(label: "key", value: typed(key, by: meaning)),
      .init(label: "value", value: typed(item, by: meaning)),
    ]
  }

  /// What the platform's generic types stand for, unless one of the files declares them.
  private func give(
    _ path: [WrittenType.Component], to value: inout FlowValue,
    by meaning: (WrittenType) -> SwiftType
  ) {
    guard let last = path.last, let first = last.arguments.first, value.type?.declaration == nil
    else { return }
    switch (last.name, last.arguments.count) {
    case ("Dictionary", 2): value.elementParts = pair(first, last.arguments[1], by: meaning)
    case ("FetchDescriptor", 1): value.type = .array(meaning(first))
    case ("Predicate", 1), ("Result", 2): value.gives = meaning(first)
    case (let name, 1) where Self.sequences.contains(name):
      value.type = .array(meaning(first))
      value.elementParts = typed(first, by: meaning).parts
    default: break
    }
  }

  /// Protocols and types of the platform whose values are sequences of what they are given.
  private static let sequences: Set = [
    "ArraySlice", "BidirectionalCollection", "Collection", "MutableCollection",
    "RandomAccessCollection", "Sequence",
  ]

  /// What a view's modifier gives its closures, as its arguments say.
  mutating func given(toClosuresOf name: String, _ arguments: [Argument]) -> [FlowValue] {
    guard let first = arguments.first(where: { $0.label != nil })?.value else { return [] }
    let labels = arguments.compactMap(\.label)
    switch name {
    case "onChange" where labels.first == "of" && first.text != nil:
      let type = evaluate(first).type
      return type.map { [FlowValue(type: $0), FlowValue(type: $0)] } ?? []
    case "sheet" where labels.contains("item"), "fullScreenCover" where labels.contains("item"),
      "popover" where labels.contains("item"),
      "navigationDestination" where labels.contains("item"):
      return arguments.first { $0.label == "item" }.flatMap { item($0.value) }.map { [$0] } ?? []
    case "alert" where labels.contains("presenting"),
      "confirmationDialog" where labels.contains("presenting"):
      guard let shown = arguments.first(where: { $0.label == "presenting" })?.value,
        shown.text != nil
      else { return [] }
      return evaluate(shown).type.map { [FlowValue(type: $0.unwrapped)] } ?? []
    case "navigationDestination" where labels.first == "for":
      return type(named: first).map { [FlowValue(type: $0)] } ?? []
    case "dropDestination" where labels.first == "for":
      return type(named: first).map { [FlowValue(type: .array($0))] } ?? []
    default: return []
    }
  }

  /// The type that an argument is the name of: `Book.self`.
  private func type(named value: Expression) -> SwiftType? {
    guard case .member(let base?, "self") = value.kind else { return nil }
    return base.writtenType.map(resolved)
  }

  /// What a binding has where it is there: `$selected`, `$library.selected`.
  private func item(_ binding: Expression) -> FlowValue? {
    let type: SwiftType?
    switch binding.kind {
    case .name(let name, _) where name.first == "$":
      type = function.owner.flatMap { flow.propertyType(String(name.dropFirst()), of: $0) }
    case .member(let base?, let name):
      switch (base.text, name.first) {
      case ("self", "$"):
        type = function.owner.flatMap { flow.propertyType(String(name.dropFirst()), of: $0) }
      default:
        type = item(base)?.type?.declaration.flatMap { flow.propertyType(name, of: $0) }
      }
    default: type = nil
    }
    return type.map { FlowValue(type: $0.unwrapped) }
  }
}
