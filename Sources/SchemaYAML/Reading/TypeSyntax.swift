internal import SchemaModel

/// A type as written in a schema file, before its names are resolved.
enum TypeSyntax: Hashable, Sendable {
  /// A built-in type.
  case scalar(AttributeType)
  /// The name of an enumeration or a composite.
  case named(String)
  /// A list of values of one type.
  indirect case array(TypeSyntax)
  /// An enumeration without a name.
  case inlineEnumeration([String])

  /// The built-in types by their names.
  static let scalars = Dictionary(
    AttributeType.scalars.map { ($0.keyword, $0.type) }, uniquingKeysWith: { first, _ in first })

  /// The type with a name.
  init(keyword: String) {
    self = Self.scalars[keyword].map(Self.scalar) ?? .named(keyword)
  }

  /// The resolved type; every name that is not a composite is an enumeration.
  func type(composites: Set<String>) -> AttributeType {
    switch self {
    case .scalar(let type): type
    case .array(let element): .array(element.type(composites: composites))
    case .inlineEnumeration(let cases): .enumeration(.inline(cases))
    case .named(let name):
      composites.contains(name) ? .composite(name) : .enumeration(.named(name))
    }
  }
}

/// The short form of an attribute: `string`, `[string]?`, `enum(a, b) = a`, `uuid = uuid()`.
struct AttributeNotation {
  /// The type.
  var type: TypeSyntax
  /// Whether a `?` follows it.
  var isOptional: Bool
  /// The default after `=`, with the number of Unicode scalars before it.
  var defaultText: (text: String, offset: Int)?
}

/// The reason why a text is not a notation of an attribute, as a clause after 'the type '…''.
struct NotationError: Error {
  /// The clause.
  var reason: String
}

extension AttributeNotation {
  /// Reads a notation.
  init(_ text: String) throws(NotationError) {
    // Most notations are the name of a type and no more.
    let hasMark = text.utf8.last == UInt8(ascii: "?")
    if let scalar = TypeSyntax.scalars[hasMark ? String(text.dropLast()) : text] {
      (type, isOptional) = (.scalar(scalar), hasMark)
      return
    }
    var scanner = NotationScanner(text)
    type = try scanner.type()
    isOptional = scanner.skip("?")
    if scanner.skip("=") {
      guard let rest = scanner.remainder else {
        throw NotationError(
          reason: "has no default after '='; one with a '#' needs quotes around all of it")
      }
      defaultText = rest
    } else if let rest = scanner.remainder {
      throw NotationError(
        reason: "goes on with '\(rest.text.abbreviated)', where only '?' or '= default' may follow")
    }
  }
}

/// Reads the parts of a notation from the front of a text.
private struct NotationScanner {
  private let text: String
  private var position: String.Index

  init(_ text: String) { (self.text, position) = (text, text.startIndex) }

  private var next: Unicode.Scalar? {
    position < text.endIndex ? text.unicodeScalars[position] : nil
  }

  private mutating func advance() { text.unicodeScalars.formIndex(after: &position) }

  private mutating func skipBlanks() {
    while let next, next.isBlank { advance() }
  }

  /// Skips white space, and the character if it follows.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == scalar else { return false }
    advance()
    return true
  }

  /// The rest without surrounding white space; nil if it is empty.
  var remainder: (text: String, offset: Int)? {
    let scalars = text.unicodeScalars
    guard let start = scalars[position...].firstIndex(where: { !$0.isBlank }),
      let last = scalars[start...].lastIndex(where: { !$0.isBlank })
    else { return nil }
    return (String(scalars[start...last]), scalars.distance(from: text.startIndex, to: start))
  }

  mutating func type() throws(NotationError) -> TypeSyntax {
    // The recursion depth is the number of nested brackets.
    try type(depth: 0)
  }

  private mutating func type(depth: Int) throws(NotationError) -> TypeSyntax {
    guard depth < 8 else { throw NotationError(reason: "has lists nested more than 8 deep") }
    if skip("[") {
      let element = try type(depth: depth + 1)
      if skip("?") {
        throw NotationError(reason: "has optional elements, which a list cannot have")
      }
      guard skip("]") else { throw NotationError(reason: "has a '[' without its ']'") }
      return .array(element)
    }
    let name = word()
    if name.isEmpty { throw NotationError(reason: "does not begin with the name of a type") }
    if name == "enum", skip("(") { return .inlineEnumeration(try cases()) }
    return TypeSyntax(keyword: name)
  }

  /// The characters up to one with a meaning in a notation.
  private mutating func word() -> String {
    skipBlanks()
    let start = position
    while let next, !next.isBlank, !next.hasMeaning { advance() }
    return String(text.unicodeScalars[start..<position])
  }

  private mutating func cases() throws(NotationError) -> [String] {
    var names: [String] = []
    if skip(")") { return names }
    repeat {
      let name = skip("\"") ? try quotedRest() : word()
      if name.isEmpty { throw NotationError(reason: "has a case without a name") }
      names.append(name)
    } while skip(",")
    guard skip(")") else {
      throw NotationError(
        reason: "has a '(' without its ')'; within braces it needs quotes: \"enum(a, b)\"")
    }
    return names
  }

  /// The text up to the closing quote; `\"` and `\\` are escapes.
  private mutating func quotedRest() throws(NotationError) -> String {
    var result = String.UnicodeScalarView()
    while let scalar = next {
      advance()
      if scalar == "\"" { return String(result) }
      if scalar == "\\", let escaped = next {
        advance()
        result.append(escaped)
      } else {
        result.append(scalar)
      }
    }
    throw NotationError(reason: "has a quote that does not end")
  }
}

extension Unicode.Scalar {
  /// Whether the character is white space; Unicode's tables are used only for non-ASCII characters.
  fileprivate var isBlank: Bool {
    isASCII ? self == " " || (9...13).contains(value) : properties.isWhitespace
  }

  /// Whether the character has a meaning in a notation, and so ends a word.
  fileprivate var hasMeaning: Bool {
    switch self {
    case "[", "]", "(", ")", "?", "=", ",", "\"": true
    default: false
    }
  }
}
