internal import SchemaModel

extension YAMLOutput {
  /// An attribute in short form if that is complete, else in long form.
  init(_ attribute: Attribute, isUnique: Bool) {
    let details = Self.details(attribute, isUnique: isUnique)
    if details.isEmpty, let notation = attribute.shortNotation,
      Self.fits(notation, of: attribute.name)
    {
      self = .text(notation)
    } else {
      self = .mapping(Self.basics(attribute) + details)
    }
  }

  /// Whether the short form fits on one line, at the usual indentation of attributes.
  private static func fits(_ notation: String, of name: String) -> Bool {
    let line = YAMLScalar.text(name) + ": " + YAMLScalar.text(notation)
    return line.unicodeScalars.count + 6 <= SchemaWriter.width
  }

  private static func basics(_ attribute: Attribute) -> [(String, YAMLOutput)] {
    var pairs: [(String, YAMLOutput)] = [("type", .text(attribute.type.notation))]
    if attribute.isOptional { pairs.append(("optional", .bare("true"))) }
    if let value = attribute.defaultValue { pairs.append(("default", YAMLOutput(value))) }
    return pairs
  }

  private static func details(
    _ attribute: Attribute, isUnique: Bool
  ) -> [(String, YAMLOutput)] {
    var pairs = KeyList()
    pairs.add("unique", isUnique)
    if attribute.storage != .inline { pairs.add("storage", attribute.storage.rawValue) }
    if attribute.isFilePath { pairs.add("storage", "path") }
    pairs.add("transient", attribute.isTransient)
    pairs.add("renamedFrom", attribute.renamedFrom)
    pairs.add("hashModifier", attribute.hashModifier)
    pairs.add("min", attribute.minimum.map { YAMLOutput($0) })
    pairs.add("max", attribute.maximum.map { YAMLOutput($0) })
    pairs.add("pattern", attribute.pattern)
    pairs.add("column", attribute.column)
    pairs.add("sqlType", attribute.sqlType)
    pairs.add("preserveOnDeletion", attribute.preservesValueOnDeletion)
    pairs.add("derived", attribute.derivation)
    pairs.add("doc", attribute.documentation)
    return pairs.pairs
  }
}

/// Keys whose values differ from the defaults.
struct KeyList {
  /// The keys so far.
  private(set) var pairs: [(String, YAMLOutput)] = []

  /// Adds a value, unless it is nil.
  mutating func add(_ key: String, _ value: YAMLOutput?) {
    if let value { pairs.append((key, value)) }
  }

  /// Adds a text, unless it is nil.
  mutating func add(_ key: String, _ value: String?) { add(key, value.map { YAMLOutput.text($0) }) }

  /// Adds a count, unless it is nil.
  mutating func add(_ key: String, _ value: Int?) { add(key, value.map { .bare("\($0)") }) }

  /// Adds `true`, if the condition is true.
  mutating func add(_ key: String, _ isTrue: Bool) { add(key, isTrue ? .bare("true") : nil) }

  /// Adds names on one line, unless the list is nil.
  mutating func add(names key: String, _ names: [String]?) {
    add(key, names.map { .list($0.map { .text($0) }) })
  }
}

extension Attribute {
  /// The short form; nil if the long form is easier to read or necessary.
  fileprivate var shortNotation: String? {
    let head = type.notation + (isOptional ? "?" : "")
    guard let defaultValue else { return head }
    guard let value = defaultValue.notation(of: type) else { return nil }
    let notation = "\(head) = \(value)"
    return YAMLScalar.isPlain(notation) || value == "[]" ? notation : nil
  }
}

extension DefaultValue {
  /// The text after `=`; nil if it would be hard to read there.
  fileprivate func notation(of type: AttributeType) -> String? {
    switch self {
    case .newUUID, .now, .computed: YAMLOutput(self).line
    case .literal(.string(let text)) where type == .string: YAMLScalar.quoted(text)
    case .literal(.string(let text)):
      YAMLScalar.isPlain("x " + text) && text.first.map { !"\"'[{ ".contains($0) } ?? false
        && !["null", "Null", "NULL", "~"].contains(text) && !YAMLOutput.calls.contains(text)
        ? text : nil
    case .literal(.array(let values)): values.isEmpty ? "[]" : nil
    case .literal(.object): nil
    case .literal(.date(let seconds)): ISODate.text(seconds)
    case .literal(.data(let bytes)): bytes.isEmpty ? "\"\"" : YAMLOutput(.data(bytes)).bareText
    case .literal(let literal): YAMLOutput(literal).line
    }
  }
}

extension YAMLOutput {
  /// The text without quotes.
  fileprivate var bareText: String {
    switch self {
    case .text(let text), .bare(let text): text
    case .list, .mapping, .items, .section, .chapters: line
    }
  }
}

extension AttributeType {
  /// The type as written, in a form that reads back whatever the names of its cases.
  var notation: String {
    switch self {
    case .array(let element): "[\(element.notation)]"
    case .enumeration(.inline(let cases)):
      "enum(\(cases.map(Self.caseNotation).joined(separator: ", ")))"
    default: keyword
    }
  }

  private static func caseNotation(_ name: String) -> String {
    let needsQuotes = name.unicodeScalars.contains {
      $0.properties.isWhitespace || "[]()?=,\"".unicodeScalars.contains($0)
    }
    guard needsQuotes else { return name }
    return "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
