internal import SchemaModel

/// Parses the defaults and bounds in a model file.
enum LiteralText {
  /// The result of parsing a text.
  enum Reading: Equatable {
    case literal(Literal)
    /// The text is not a value of the type; `expected` describes valid texts.
    case misfit(expected: String)
    /// Values of the type have no text form.
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

  /// A bound for values of a type; a length for texts.
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

  /// An integer, which Xcode also accepts with a decimal point.
  private static func integer(_ text: String) -> Reading {
    if let number = Int64(text) { return .literal(.int(number)) }
    if isZeroInWords(text) { return .literal(.int(0)) }
    if let number = Double(text).flatMap({ Int64(exactly: $0) }) { return .literal(.int(number)) }
    return .misfit(expected: "a whole number")
  }

  /// Whether the default of a number is a remainder of a former Boolean attribute.
  ///
  /// Stores of such models have the default 0 in their model cache.
  private static func isZeroInWords(_ text: String) -> Bool { text == "NO" }
}
