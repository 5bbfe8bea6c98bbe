package import Diagnostics

/// A JSON value; the members of objects keep the order in which they are written.
///
/// ```swift
/// JSONWriter.text(of: ["version": "2.0.0", "changes": .list(changes) { .string($0.name) }])
/// try JSONReader.value(of: bytes, file: "plan.json")["version"]?.text  // "2.0.0"
/// ```
package struct JSONValue: Hashable, Sendable {
  /// The content of a value.
  package enum Content: Hashable, Sendable {
    /// The absence of a value.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, as written.
    case number(String)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named values.
    case object([Member])
  }

  /// A named value of an object.
  package struct Member: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value.
    package var value: JSONValue

    /// Creates a member from its parts.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The content.
  package var content: Content
  /// The place in the document; line 0 for a value that was not read from a document.
  package var location: SourceLocation

  init(_ content: Content, at location: SourceLocation = .init(file: "", line: 0, column: 0)) {
    self.content = content
    self.location = location
  }
}

// Values are compared without their places.
extension JSONValue {
  package static func == (left: Self, right: Self) -> Bool { left.content == right.content }

  package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

// MARK: - Making values

extension JSONValue {
  /// The absence of a value.
  package static var null: Self { Self(.null) }
  /// True or false.
  package static func bool(_ isTrue: Bool) -> Self { Self(.bool(isTrue)) }
  /// A whole number.
  package static func integer(_ number: Int64) -> Self { Self(.number("\(number)")) }
  /// A number.
  ///
  /// NaN and the infinities, which JSON lacks, become the texts `"NaN"`, `"Infinity"` and `"-Infinity"`.
  package static func number(_ number: Double) -> Self {
    number.isFinite
      ? Self(.number("\(number)"))
      : .string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
  }
  /// A text.
  package static func string(_ text: String) -> Self { Self(.string(text)) }
  /// A list.
  package static func array(_ elements: [JSONValue]) -> Self { Self(.array(elements)) }
  /// Named values.
  package static func object(_ members: [Member]) -> Self { Self(.object(members)) }

  /// A whole number.
  package init(_ number: Int) { self = .integer(Int64(number)) }

  /// A text; nil becomes null.
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// A list with the value of each element.
  package static func list<Element>(
    _ elements: some Sequence<Element>, _ value: (Element) -> JSONValue
  ) -> Self {
    .array(elements.map(value))
  }
}

// Not `ExpressibleByNilLiteral`: where an optional value is expected, nil would mean no value.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  package init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// True or false.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A list.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, its members in the order of the literal.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

// MARK: - Reading values

extension JSONValue {
  /// The value of a member; nil for a missing member, and for a value that is not an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text, if the value is a text.
  package var text: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  /// The members by name; empty if the value is not an object.
  package var members: [String: JSONValue] {
    guard case .object(let members) = content else { return [:] }
    return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
  }

  /// The elements; empty if the value is not a list.
  package var elements: [JSONValue] {
    guard case .array(let elements) = content else { return [] }
    return elements
  }

  /// The whole number, if the value is one.
  package var integer: Int? {
    guard case .number(let digits) = content else { return nil }
    return Int(digits)
  }

  /// Whether the value is `true`.
  package var isTrue: Bool { content == .bool(true) }
}
