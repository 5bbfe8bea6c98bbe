internal import Diagnostics
internal import SchemaModel

extension AttributeDraft {
  /// The keys of the long form, in the order of its documentation.
  static let keys = [
    "type", "optional", "default", "unique", "indexed", "storage", "transient", "renamedFrom",
    "hashModifier", "doc", "min", "max", "pattern", "column", "sqlType", "preserveOnDeletion",
    "derived",
  ]

  /// The keys to the type, which all attributes share.
  private static let typeKeys = ["type"]

  /// Reads an attribute in its short or long form; nil if it has no type, which is reported.
  init?(_ pair: YAMLNode.Pair, log: ProblemLog) {
    switch pair.value.content {
    case .mapping: self.init(long: pair, log: log)
    default: self.init(short: pair, log: log)
    }
  }

  private init?(short pair: YAMLNode.Pair, log: ProblemLog) {
    guard let notation = AttributeNotation(pair.value, of: pair.key.text, log: log) else {
      return nil
    }
    self.init(pair.key, notation, at: pair.value, log: log)
  }

  private init?(long pair: YAMLNode.Pair, log: ProblemLog) {
    let name = pair.key.text
    guard
      let fields = Fields(
        pair.value, of: "the attribute '\(name)'", key: name, allowed: Self.keys, log: log),
      fields.require("type"), let node = fields["type"],
      let notation = AttributeNotation(node, of: "type", log: log)
    else { return nil }
    self.init(pair.key, notation, at: node, log: log)
    places = fields.places + places.filter { $0.keys != ["type"] }
    setOptional(fields, log: log)
    setDefault(fields, log: log)
    setDetails(fields)
    for key in ["min", "max"] { rare[key] = fields[key] }
    for key in ["unique", "indexed"] where fields.flag(key) == true { rare[key] = fields[key] }
  }

  private init?(
    _ key: YAMLNode.Key, _ notation: AttributeNotation, at node: YAMLNode, log: ProblemLog
  ) {
    // A type that needs no other names is not set again.
    attribute = Attribute(
      key.text, notation.type.type(composites: []), isOptional: notation.isOptional)
    location = key.location
    type = notation.type
    places = [Place(keys: Self.typeKeys, location: node.location)]
    guard let (text, offset) = notation.defaultText else { return }
    let start = node.location(ofScalarAt: offset)
    guard let value = YAMLNode(inline: text, at: start, log: log) else { return }
    defaultNode = value
    places.append(Place(keys: ["default"], location: start))
  }

  private mutating func setOptional(_ fields: Fields, log: ProblemLog) {
    guard let isOptional = fields.flag("optional") else { return }
    if attribute.isOptional, !isOptional, let node = fields["optional"] {
      log.report(.contradictoryOptional(attribute: name), at: node.location)
    }
    attribute.isOptional = isOptional || attribute.isOptional
  }

  private mutating func setDefault(_ fields: Fields, log: ProblemLog) {
    guard let node = fields["default"] else { return }
    if defaultNode != nil { log.report(.defaultGivenTwice(attribute: name), at: node.location) }
    defaultNode = node
  }

  private mutating func setDetails(_ fields: Fields) {
    let storage = fields.word("storage", as: StorageWord.self)
    attribute.storage = storage == .external ? .external : .inline
    attribute.isFilePath = storage == .path
    attribute.isTransient = fields.flag("transient") ?? false
    attribute.preservesValueOnDeletion = fields.flag("preserveOnDeletion") ?? false
    attribute.renamedFrom = fields.text("renamedFrom")
    attribute.hashModifier = fields.text("hashModifier")
    attribute.derivation = fields.text("derived")
    attribute.documentation = fields.text("doc")
    attribute.pattern = fields.text("pattern")
    attribute.column = fields.text("column")
    attribute.sqlType = fields.text("sqlType")
  }
}

extension AttributeNotation {
  /// Reads a notation from a node; nil if it is invalid, which is reported.
  init?(_ node: YAMLNode, of key: String, log: ProblemLog) {
    guard let text = node.notation else {
      let expected = "a type such as string, int? or bool = false"
      log.report(.wrongValue(key: key, expected: expected, found: node.phrase), at: node.location)
      return nil
    }
    do throws(NotationError) { try self.init(text) } catch {
      log.report(.malformedType(text, because: error.reason), at: node.location)
      return nil
    }
  }
}

extension YAMLNode {
  /// The node as the text of a notation.
  ///
  /// `[string]` alone needs no quotes, although it is a list.
  fileprivate var notation: String? {
    switch content {
    case .scalar(let text, _): isNull ? nil : text
    case .sequence(let elements) where elements.count == 1:
      elements[0].notation.map { "[\($0)]" }
    case .sequence, .mapping: nil
    }
  }

  /// The place of a character in a scalar, as exactly as escapes and folded lines allow.
  fileprivate func location(ofScalarAt offset: Int) -> SourceLocation {
    var place = location
    switch content {
    case .scalar(_, .plain): place.column += offset
    case .scalar(_, .quoted): place.column += offset + 1
    default: break
    }
    return place
  }

  /// Reads the value after `=`.
  ///
  /// A value that begins with a quote, a bracket or a brace is parsed as YAML; any other value is the text
  /// itself.
  fileprivate init?(inline text: String, at start: SourceLocation, log: ProblemLog) {
    guard let first = text.first, "\"'[{".contains(first) else {
      self.init(text, .plain, at: start)
      return
    }
    if let quoted = text.textInQuotes {
      self.init(quoted, .quoted, at: start)
      return
    }
    do throws(DiagnosticsError) {
      let document = try YAMLDocument(parsing: Array(text.utf8), at: .inline(start))
      log.add(document.problems)
      self = document.root
    } catch {
      log.add(error.diagnostics)
      return nil
    }
  }
}

extension String {
  /// The text between quotes, if it is printable ASCII without escapes, and so needs no parser.
  fileprivate var textInQuotes: String? {
    guard utf8.count > 1, let quote = utf8.first, quote == utf8.last, first == "\"" || first == "'"
    else { return nil }
    let inner = utf8.dropFirst().dropLast()
    let isPlain = inner.allSatisfy {
      (0x20...0x7e).contains($0) && $0 != quote && $0 != UInt8(ascii: "\\")
    }
    return isPlain ? String(inner) : nil
  }
}

/// The values of `storage`.
private enum StorageWord: String, CaseIterable {
  case inline, external, path
}
