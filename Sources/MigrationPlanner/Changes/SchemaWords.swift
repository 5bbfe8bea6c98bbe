internal import SchemaModel

// The words for parts of a schema in a line about them, as in a schema file.

extension Attribute {
  /// Type, optionality and default: `int? = 0`.
  var shape: String {
    var text = type.keyword + (isOptional ? "?" : "")
    if let defaultValue { text += " = \(defaultValue.text)" }
    return text + (isTransient ? ", transient" : "")
  }

  /// Name and shape: `year: int?`.
  var declaration: String { "\(name): \(shape)" }

  /// The bounds and the pattern in words, or a note that there are none.
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

  /// The least and the greatest count in words, or a note that there are none.
  var countsText: String {
    var parts: [String] = []
    if let minimumCount { parts.append("min \(minimumCount)") }
    if let maximumCount { parts.append("max \(maximumCount)") }
    return parts.isEmpty ? "no counts" : parts.joined(separator: ", ")
  }
}

extension Relationship.Cardinality {
  /// The word for use in a sentence.
  var words: String { self == .toOne ? "to-one" : "to-many" }
}
