internal import SchemaModel

// How parts of a schema read in a line about them: as a schema file would put them.

extension Attribute {
  /// Type, optionality and default: `int? = 0`.
  var shape: String {
    var text = type.keyword + (isOptional ? "?" : "")
    if let defaultValue { text += " = \(defaultValue.text)" }
    return text + (isTransient ? ", transient" : "")
  }

  /// Name and shape: `year: int?`.
  var declaration: String { "\(name): \(shape)" }

  /// Its bounds and its pattern, or that it has none.
  var boundsText: String {
    var parts: [String] = []
    if let minimum { parts.append("min \(minimum.text)") }
    if let maximum { parts.append("max \(maximum.text)") }
    if let pattern { parts.append("pattern \(pattern)") }
    return parts.isEmpty ? "no bounds" : parts.joined(separator: ", ")
  }
}

extension Relationship {
  /// Cardinality, destination and optionality: `toOne BookModel?`.
  var shape: String { "\(cardinality.rawValue) \(destination)\(isOptional ? "?" : "")" }

  /// Its least and greatest count, or that it has none.
  var countsText: String {
    var parts: [String] = []
    if let minimumCount { parts.append("min \(minimumCount)") }
    if let maximumCount { parts.append("max \(maximumCount)") }
    return parts.isEmpty ? "no counts" : parts.joined(separator: ", ")
  }
}

extension Relationship.Cardinality {
  /// The word in running text.
  var words: String { self == .toOne ? "to-one" : "to-many" }
}

extension DefaultValue {
  /// The default as a schema file writes it.
  var text: String {
    switch self {
    case .literal(let literal): literal.text
    case .newUUID: "uuid()"
    case .now: "now()"
    }
  }
}

extension Literal {
  /// The value in one line; the same text only for the same value.
  var text: String {
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
  /// The text in double quotes, on one line; the same only for the same text.
  var quoted: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
