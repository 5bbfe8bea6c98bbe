/// A value of a property list: a plain value, a list or a dictionary.
package enum PropertyList: Hashable, Sendable {
  /// True or false.
  case bool(Bool)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
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
  /// The value of a key in a dictionary; nil if the key is missing, or if this is not a dictionary.
  package subscript(key: String) -> PropertyList? {
    guard case .dictionary(let members) = self else { return nil }
    return members[key]
  }

  /// The text; nil for any other kind.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The integer; nil for any other kind.
  package var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// The elements of a list; empty for any other kind.
  package var elements: [PropertyList] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// The bytes of data; nil for any other kind.
  package var bytes: [UInt8]? {
    guard case .data(let bytes) = self else { return nil }
    return bytes
  }
}
