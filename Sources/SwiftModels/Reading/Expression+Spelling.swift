extension Expression {
  /// Whether the expression is spelled like a type, with a capital letter or in brackets.
  var spellsType: Bool {
    switch kind {
    case .name(let name, _), .member(_, let name): name.first?.isUppercase ?? false
    case .list, .type: true
    default: false
    }
  }

  /// Whether the expression is the type of an optional: `Int?`, `Optional<Int>`.
  var isOptionalType: Bool {
    switch kind {
    case .name("Optional", _), .type(.optional): true
    case .member(let base?, "Optional"): base.text == "Swift"
    default: false
    }
  }

  /// The value that the expression wraps in an optional: `Optional(3)`, `Int?.some(3)`.
  var wrapped: Expression? {
    guard case .call(let callee, let arguments) = kind, arguments.count == 1,
      arguments[0].label == nil
    else { return nil }
    switch callee.kind {
    case _ where callee.isOptionalType: return arguments[0].value
    case .member(let base?, "some") where base.isOptionalType: return arguments[0].value
    default: return nil
    }
  }

  /// The type that the expression spells, if it can be a type: `Book`, `SchemaV1.Book`, `[String]`.
  var writtenType: WrittenType? {
    switch kind {
    case .name(let name, let arguments): return .named([.init(name: name, arguments: arguments)])
    case .type(let type): return type
    case .member(let base?, let name):
      guard case .named(let path) = base.writtenType else { return nil }
      return .named(path + [.init(name: name)])
    case .list(let elements) where elements.count == 1:
      return elements[0].writtenType.map { .array($0) }
    default: return nil
    }
  }
}
