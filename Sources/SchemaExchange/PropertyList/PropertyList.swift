/// A value of a property list: one kind or another of plain value, a list or a dictionary.
package enum PropertyList: Hashable, Sendable {
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// An instant, in seconds since 2001.
  case date(Double)
  /// Bytes.
  case data([UInt8])
  /// A text.
  case string(String)
  /// The number of an object in a keyed archive.
  case uid(Int)
  /// A list.
  case array([PropertyList])
  /// Named values.
  case dictionary([String: PropertyList])
}

extension PropertyList {
  /// The named value of a dictionary; nil where there is none, and for everything else.
  package subscript(key: String) -> PropertyList? {
    guard case .dictionary(let members) = self else { return nil }
    return members[key]
  }

  /// The text, where it is one.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The whole number, where it is one.
  package var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// The elements, where it is a list; else none.
  package var elements: [PropertyList] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The bytes, where it is data.
  package var bytes: [UInt8]? {
    guard case .data(let bytes) = self else { return nil }
    return bytes
  }
}
