extension DefaultValue {
  /// The default in the notation of a schema file.
  package var text: String {
    switch self {
    case .literal(let literal): literal.text
    case .newUUID: "uuid()"
    case .now: "now()"
    case .computed: "computed()"
    }
  }
}

extension Literal {
  /// The value in one line; different values have different texts.
  package var text: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.quoted
    case .date(let seconds): "date(\(seconds))"
    case .data(let bytes): "data(\(bytes.map { "\($0)" }.joined(separator: " ")))"
    case .array(let values): "[\(values.map(\.text).joined(separator: ", "))]"
    case .object(let parts):
      "{\(parts.sorted { $0.key < $1.key }.map { "\($0): \($1.text)" }.joined(separator: ", "))}"
    }
  }
}

extension String {
  /// The text in double quotes, on a single line; different texts have different results.
  package var quoted: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where Self.endsLine(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether a character would end the line if it were printed unescaped.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
