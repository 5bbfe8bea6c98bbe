internal import SchemaModel

/// Reads the defaults and bounds that a model file spells out.
enum LiteralText {
  /// What kind of thing a text has to be, and what it turned out to be.
  enum Reading: Equatable {
    case literal(Literal)
    /// The text is no value of the type; what would be one.
    case misfit(expected: String)
    /// Values of the type cannot be spelt.
    case unsupported
  }

  /// A default as a value of a type.
  static func value(_ text: String, as type: AttributeType) -> Reading {
    switch type {
    case .string: .literal(.string(text))
    case .bool: bool(text)
    case .int16: integer(text, within: Int64(Int16.min)...Int64(Int16.max), "16")
    case .int32: integer(text, within: Int64(Int32.min)...Int64(Int32.max), "32")
    case .int64: integer(text)
    case .float, .double: number(text)
    case .decimal:
      ValueSpelling.isDecimal(text) ? .literal(.string(text)) : .misfit(expected: "a number")
    case .uuid: ValueSpelling.isUUID(text) ? .literal(.string(text)) : .misfit(expected: "a UUID")
    case .url: ValueSpelling.isURL(text) ? .literal(.string(text)) : .misfit(expected: "a URL")
    case .date, .data, .transformable, .array, .enumeration, .composite: .unsupported
    }
  }

  /// A bound of a type's values; that of a text is a length.
  static func bound(_ text: String, of type: AttributeType) -> Reading {
    switch type {
    case .string: length(text)
    case .int16, .int32, .int64, .float, .double, .decimal: value(text, as: type)
    case .bool, .date, .uuid, .url, .data, .transformable, .array, .enumeration, .composite:
      .unsupported
    }
  }

  private static func bool(_ text: String) -> Reading {
    switch text.lowercased() {
    case "yes", "true", "1": .literal(.bool(true))
    case "no", "false", "0": .literal(.bool(false))
    default: .misfit(expected: "YES or NO")
    }
  }

  private static func number(_ text: String) -> Reading {
    if isZeroInWords(text) { return .literal(.double(0)) }
    guard let number = Double(text), number.isFinite else { return .misfit(expected: "a number") }
    return .literal(.double(number))
  }

  private static func length(_ text: String) -> Reading {
    let reading = integer(text)
    guard case .literal(.int(let length)) = reading, length < 0 else { return reading }
    return .misfit(expected: "the length of a text")
  }

  private static func integer(
    _ text: String, within range: ClosedRange<Int64>, _ bits: String
  ) -> Reading {
    let reading = integer(text)
    guard case .literal(.int(let number)) = reading, !range.contains(number) else { return reading }
    return .misfit(expected: "a whole number of \(bits) bits")
  }

  /// A whole number, which Xcode lets one write with a point.
  private static func integer(_ text: String) -> Reading {
    if let number = Int64(text) { return .literal(.int(number)) }
    if isZeroInWords(text) { return .literal(.int(0)) }
    if let number = Double(text).flatMap({ Int64(exactly: $0) }) { return .literal(.int(number)) }
    return .misfit(expected: "a whole number")
  }

  /// Whether a number's default is left over from when the attribute was a truth value.
  ///
  /// Stores of such models were written with the default 0 in their model cache.
  private static func isZeroInWords(_ text: String) -> Bool { text == "NO" }
}
