package import SchemaModel

// Lines to write into a schema file, as advices give them.

extension Attribute {
  /// The line of the attribute, with all that it says: `year: {type: int, default: 0, renamedFrom: born}`.
  package var line: String { line(default: defaultValue?.text) }

  /// The same with another default, as a schema file writes it.
  package func line(default value: String?) -> String {
    let type = type.keyword + (isOptional ? "?" : "")
    let isPlain = type.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "?" }
    let details = [
      ("storage", storage == .external ? "external" : isFilePath ? "path" : nil),
      ("renamedFrom", renamedFrom), ("hashModifier", hashModifier?.quoted),
      ("min", minimum?.text), ("max", maximum?.text), ("pattern", pattern?.quoted),
      ("column", column?.quoted), ("sqlType", sqlType?.quoted),
    ].compactMap { key, text in text.map { "\(key): \($0)" } }
    if details.isEmpty { return "\(name): \(type)\(value.map { " = \($0)" } ?? "")" }
    let head =
      ["type: \(isPlain ? type : "\"\(type)\"")"]
      + [value.map { "default: \($0)" }].compactMap(\.self)
    return "\(name): {\((head + details).joined(separator: ", "))}"
  }
}

extension Relationship {
  /// The line of the relationship: `book: {toOne: Book?, inverse: notes, renamedFrom: volume}`.
  package var line: String {
    let optional = isOptional && cardinality == .toOne ? "?" : ""
    let words = [
      ("\(cardinality.rawValue)", "\(destination)\(optional)"), ("inverse", inverse),
      ("delete", declaredDeleteRule?.rawValue), ("ordered", isOrdered ? "true" : nil),
      ("renamedFrom", renamedFrom),
    ].compactMap { key, text in text.map { "\(key): \($0)" } }
    return "\(name): {\(words.joined(separator: ", "))}"
  }
}
