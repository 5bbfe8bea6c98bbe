internal import Diagnostics
package import SchemaModel

// The texts of a schema's parts in documents, in the notation of a schema file.

extension Attribute {
  /// Type, optionality and default: `int? = 0`.
  package var shape: String {
    let head = type.keyword + (isOptional ? "?" : "")
    return defaultValue.map { "\(head) = \($0.wording)" } ?? head
  }

  /// Further facts: storage, bounds and the previous name.
  package var details: [String] { facts + (renamedFrom.map { ["until now '\($0)'"] } ?? []) }

  /// Further facts without the previous name.
  package var facts: [String] {
    var words: [String] = []
    if isTransient { words.append("transient") }
    if isFilePath { words.append("the path of a file that the object owns") }
    if storage == .external { words.append("kept in a file next to the store") }
    if preservesValueOnDeletion { words.append("kept in the history after deletion") }
    if let derivation { words.append("derived: \(derivation)") }
    if let minimum { words.append("at least \(minimum.wording)") }
    if let maximum { words.append("at most \(maximum.wording)") }
    if let pattern { words.append("matches \(pattern)") }
    return words
  }
}

extension Relationship {
  /// The number and type of the linked objects: `many Note`, `one Book?`.
  package var shape: String {
    let number = cardinality == .toOne ? "one" : isOrdered ? "many, in order," : "many"
    return "\(number) \(destination)\(cardinality == .toOne && isOptional ? "?" : "")"
  }

  /// Further facts: the inverse, the delete rule, the counts and the previous name.
  package var details: [String] {
    (inverse.map { ["inverse \($0)"] } ?? []) + ["delete \(deleteRule.rawValue)"] + counts
      + (renamedFrom.map { ["until now '\($0)'"] } ?? [])
  }

  /// The declared counts.
  package var counts: [String] {
    [minimumCount.map { "at least \($0)" }, maximumCount.map { "at most \($0)" }]
      .compactMap(\.self)
  }
}

extension DefaultValue {
  /// The default in the notation of a schema file.
  package var wording: String {
    switch self {
    case .literal(let literal): literal.wording
    case .newUUID: "uuid()"
    case .now: "now()"
    case .computed: "computed()"
    }
  }
}

extension Literal {
  /// The value in one line.
  package var wording: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .date(let seconds): "\(seconds) s since 1970"
    case .data(let bytes): Quantity.count(bytes.count, "byte")
    case .array(let values): "[\(values.map(\.wording).joined(separator: ", "))]"
    case .object(let parts):
      "{\(parts.sorted { $0.key < $1.key }.map { "\($0): \($1.wording)" }.joined(separator: ", "))}"
    }
  }
}
