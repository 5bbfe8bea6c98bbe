package import Diagnostics

/// A value of a JSON document, and where it begins.
package struct JSONNode: Hashable, Sendable {
  /// What the value is.
  package enum Content: Hashable, Sendable {
    /// The absence of a value.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, as it is spelt.
    case number(String)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONNode])
    /// Named values, in the order in which they are written.
    case object([Member])
  }

  /// A named value of an object.
  package struct Member: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value.
    package var value: JSONNode
  }

  /// What the value is.
  package var content: Content
  /// Where it begins.
  package var location: SourceLocation
}

extension JSONNode {
  /// The named value of an object; nil where there is none, and for everything else.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text, where it is one.
  package var text: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  /// The elements, where it is a list; else none.
  package var elements: [JSONNode] {
    guard case .array(let elements) = content else { return [] }
    return elements
  }

  /// The whole number, where it is one.
  package var integer: Int? {
    guard case .number(let digits) = content else { return nil }
    return Int(digits)
  }

  /// Whether it says true.
  package var isTrue: Bool { content == .bool(true) }
}
