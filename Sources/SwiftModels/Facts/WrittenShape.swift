/// The structure of a tuple or function type that is kept as text.
///
/// ```swift
/// WrittenShape("(Book, position: Int)")  // .tuple([(nil, Book), ("position", Int)])
/// WrittenShape("(Int) async throws -> [Book]")  // .function([Int], gives: [Book])
/// ```
enum WrittenShape {
  /// A tuple of several values, with the labels of its parts.
  case tuple([(label: String?, type: WrittenType)])
  /// A function, with the types of its parameters and of its result.
  case function([WrittenType], gives: WrittenType)

  /// Parses the text of a type; nil unless it is a tuple or a function.
  init?(_ text: String) {
    var reader = TypeText(text[...])
    guard let shape = reader.shape(), reader.isAtEnd else { return nil }
    self = shape
  }
}

/// A parser for the text of types.
private struct TypeText {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

  /// A tuple or a function.
  mutating func shape() -> WrittenShape? {
    skipSpecifiers()
    guard let parts = parts() else { return nil }
    while let effect = ["async", "throws", "rethrows"].first(where: { startsWithWord($0) }) {
      rest = rest.dropFirst(effect.count)
      // `throws(Failure)`
      if effect == "throws", take("("), type() == nil || !take(")") { return nil }
    }
    if take("->") { return type().map { .function(parts.map(\.type), gives: $0) } }
    return parts.count > 1 ? .tuple(parts) : nil
  }

  /// The types between parentheses, with their labels.
  private mutating func parts() -> [(label: String?, type: WrittenType)]? {
    guard take("(") else { return nil }
    var parts: [(label: String?, type: WrittenType)] = []
    while !take(")") {
      if !parts.isEmpty, !take(",") { return nil }
      let label = label()
      guard let type = type() else { return nil }
      parts.append((label, type))
    }
    return parts
  }

  /// The label before the colon of a part; the first of two names.
  private mutating func label() -> String? {
    let before = rest
    guard let name = word() else { return nil }
    _ = word()
    guard take(":") else {
      rest = before
      return nil
    }
    return name == "_" ? nil : name
  }

  private mutating func type() -> WrittenType? {
    skipSpecifiers()
    guard var type = rest.first == "(" ? parenthesised() : rest.first == "[" ? bracketed() : path()
    else { return nil }
    while take("?") || take("!") { type = .optional(type) }
    return type
  }

  /// A tuple or function, kept as text, or the type inside single parentheses.
  private mutating func parenthesised() -> WrittenType? {
    let start = rest
    var inner = self
    if let parts = inner.parts(), parts.count < 2, !inner.startsWithArrow {
      self = inner
      return parts.first?.type ?? .other("()")
    }
    guard shape() != nil else { return nil }
    return .other(String(start[..<rest.startIndex]))
  }

  private mutating func bracketed() -> WrittenType? {
    guard take("["), let first = type() else { return nil }
    let value = take(":") ? type() : nil
    guard take("]") else { return nil }
    return value.map { .dictionary(first, $0) } ?? .array(first)
  }

  private mutating func path() -> WrittenType? {
    var components: [WrittenType.Component] = []
    repeat {
      guard let name = word() else { return nil }
      var component = WrittenType.Component(name: name)
      if take("<") {
        repeat {
          guard let argument = type() else { return nil }
          component.arguments.append(argument)
        } while take(",")
        guard take(">") else { return nil }
      }
      components.append(component)
    } while take(".")
    return .named(components)
  }

  // MARK: Words

  private var startsWithArrow: Bool {
    let next = rest.drop(while: \.isWhitespace)
    return ["async", "throws", "rethrows", "->"].contains(where: next.hasPrefix)
  }

  private mutating func skipped() -> Substring {
    rest = rest.drop(while: \.isWhitespace)
    return rest
  }

  private mutating func take(_ text: String) -> Bool {
    guard skipped().hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func word() -> String? {
    let word = skipped().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !word.isEmpty else { return nil }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private mutating func startsWithWord(_ text: String) -> Bool {
    guard skipped().hasPrefix(text) else { return false }
    return rest.dropFirst(text.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  /// Skips the words before a type that do not change its values.
  private mutating func skipSpecifiers() {
    while skipped().first == "@" {
      rest = rest.dropFirst()
      _ = word()
    }
    let words = ["inout", "borrowing", "consuming", "sending", "isolated", "some", "any"]
    while let found = words.first(where: { startsWithWord($0) }) {
      rest = rest.dropFirst(found.count)
      _ = skipped()
    }
  }
}
