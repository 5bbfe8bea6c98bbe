/// A JSON value, with the members of objects in the order in which they are written.
package enum JSONValue: Hashable, Sendable {
  /// The absence of a value.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Named values.
  case object([Member])

  /// A named value of an object.
  package struct Member: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value.
    package var value: JSONValue

    /// A member from its parts.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue {
  /// A whole number.
  package init(_ number: Int) { self = .integer(Int64(number)) }

  /// A text, or null where there is none.
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// A list of what a function makes of each element.
  package static func list<Element>(
    _ elements: some Sequence<Element>, _ value: (Element) -> JSONValue
  ) -> Self {
    .array(elements.map(value))
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A text.
  package init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// True or false.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// The absence of a value.
  package init(nilLiteral: ()) { self = .null }
  /// A list.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, its members in the order of the literal.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
