// The text of each part of a schema in an outline.

extension Entity {
  /// The entity without its parts: `abstract, parent Publication`.
  var outline: String {
    var words = OutlineWords()
    words.add("abstract", isAbstract)
    words.add("parent", parent)
    words.add("renamedFrom", renamedFrom)
    words.add("hashModifier", hashModifier?.quoted)
    words.add("table", table?.quoted)
    words.add("primaryKey", primaryKey.map { "(\($0.map(\.quoted).joined(separator: ", ")))" })
    return words.text
  }
}

extension Attribute {
  /// The type and everything that differs from its default: `int? = 0, min 0`.
  var outline: String {
    var words = OutlineWords()
    words.add(type.outline + (isOptional ? "?" : "") + (defaultValue.map { " = \($0.text)" } ?? ""))
    words.add("external", storage == .external)
    words.add("transient", isTransient)
    words.add("preserveOnDeletion", preservesValueOnDeletion)
    words.add("derived", derivation?.quoted)
    words.add("renamedFrom", renamedFrom)
    words.add("hashModifier", hashModifier?.quoted)
    words.add("min", minimum?.text)
    words.add("max", maximum?.text)
    words.add("pattern", pattern?.quoted)
    words.add("column", column?.quoted)
    words.add("sqlType", sqlType?.quoted)
    return words.text
  }
}

extension AttributeType {
  /// The type in the notation of a schema file; an enumeration's cases are sorted, as their order has no
  /// meaning.
  fileprivate var outline: String {
    switch self {
    case .enumeration(.inline(let cases)):
      "enum(\(cases.sortedByName(\.self).joined(separator: ", ")))"
    case .array(let element): "[\(element.outline)]"
    case .string, .int16, .int32, .int64, .bool, .float, .double, .decimal, .date, .uuid, .url,
      .data, .transformable, .enumeration(.named), .composite:
      keyword
    }
  }
}

extension Relationship {
  /// The destination and the declared options: `toMany Note, inverse book, delete cascade`.
  var outline: String {
    var words = OutlineWords()
    words.add("\(cardinality.rawValue) \(destination)\(isOptional ? "?" : "")")
    words.add("inverse", inverse)
    words.add("delete", deleteRule.rawValue)
    words.add("ordered", isOrdered)
    words.add("min", minimumCount.map(String.init))
    words.add("max", maximumCount.map(String.init))
    words.add("renamedFrom", renamedFrom)
    words.add("hashModifier", hashModifier?.quoted)
    words.add("column", column?.quoted)
    return words.text
  }
}

extension Index {
  /// The properties in their order, and the declared name: `author, year desc`, `author as byWriter`.
  var outline: String {
    elements.map { $0.isAscending ? $0.property : "\($0.property) desc" }.joined(separator: ", ")
      + (name.map { " as \($0)" } ?? "")
  }
}

extension Enumeration {
  /// The raw type, and the cases sorted by name: `string: draft = "draft", done = "done"`.
  var outline: String {
    let cases = cases.sortedByName(\.name).map { "\($0.name) = \($0.rawValue.text)" }
    return "\(rawType.rawValue): \(cases.joined(separator: ", "))"
  }
}

extension MigrationDeclaration.Check {
  /// The check: `count Book`, `expect "SELECT …" equals 0`.
  var outline: String {
    switch self {
    case .count(let entity, let number): "count \(entity)" + (number.map { " equals \($0)" } ?? "")
    case .expect(let sql, let value): "expect \(sql.quoted) equals \(value?.text ?? "null")"
    }
  }
}

/// Words joined by commas.
private struct OutlineWords {
  private var words: [String] = []

  var text: String { words.joined(separator: ", ") }

  mutating func add(_ word: String) { words.append(word) }

  mutating func add(_ word: String, _ isTrue: Bool) {
    if isTrue { words.append(word) }
  }

  mutating func add(_ word: String, _ value: String?) {
    if let value { words.append("\(word) \(value)") }
  }
}
