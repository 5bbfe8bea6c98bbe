internal import Diagnostics
internal import Digests
internal import SchemaModel

/// Reads values of a known type, which determines the meaning of a text.
///
/// Whether a value fits the model, such as an existing case or an integer of 16 bits, is checked later with
/// the whole model.
struct LiteralReader {
  let log: ProblemLog
  /// The types of the composites' elements.
  var elements: [String: [String: AttributeType]] = [:]
  /// The names of the schema's enumerations.
  var enumerations: Set<String> = []

  /// The default of a node; nil if it is invalid, which is reported.
  func defaultValue(_ node: YAMLNode, as type: AttributeType) -> DefaultValue? {
    guard isKnown(type) else { return nil }
    return switch node.content {
    case .scalar("uuid()", .plain): .newUUID
    case .scalar("now()", .plain): .now
    case .scalar("computed()", .plain): .computed
    default: literal(node, as: type).map(DefaultValue.literal)
    }
  }

  /// The value of a node for a type; nil if it is invalid, which is reported.
  func literal(_ node: YAMLNode, as type: AttributeType) -> Literal? {
    // In Swift's word, which YAML would take for a text.
    let isNil = if case .scalar("nil", .plain) = node.content { true } else { false }
    if node.isNull || isNil {
      return refuse(
        node, type, "leave out what has no value, or put quotes around a text that says so")
    }
    switch type {
    case .bool: return bool(node)
    case .int16, .int32, .int64: return integer(node, type)
    case .float, .double: return real(node, type)
    case .string, .url, .decimal, .enumeration: return text(node, type).map(Literal.string)
    case .uuid: return text(node, type).map { .string($0.uppercased()) }
    case .date: return date(node)
    case .data, .transformable: return bytes(node, type)
    case .array(let element): return list(node, type, of: element)
    case .composite(let name): return parts(node, type, of: name)
    }
  }

  /// Whether a type is declared; an undeclared type is reported elsewhere.
  private func isKnown(_ type: AttributeType) -> Bool {
    switch type {
    case .array(let element): isKnown(element)
    case .enumeration(.named(let name)): enumerations.contains(name)
    case .composite(let name): elements[name] != nil
    default: true
    }
  }

  private func refuse<Value>(
    _ node: YAMLNode, _ type: AttributeType, _ reason: String
  ) -> Value? {
    log.report(
      .unreadableLiteral(node.phrase, type: type.keyword, because: reason), at: node.location)
    return nil
  }
}

// MARK: - Single values

extension LiteralReader {
  private func text(_ node: YAMLNode, _ type: AttributeType) -> String? {
    guard case .scalar(let text, let style) = node.content else { return refuse(node, type, "") }
    if style == .plain, let first = text.first, "“”„‘’".contains(first) {
      return refuse(node, type, "write straight quotes, as in \"…\"")
    }
    return text
  }

  private func bool(_ node: YAMLNode) -> Literal? {
    switch node.content {
    case .scalar("true", .plain): .bool(true)
    case .scalar("false", .plain): .bool(false)
    default: refuse(node, .bool, "write true or false")
    }
  }

  private func integer(_ node: YAMLNode, _ type: AttributeType) -> Literal? {
    guard case .scalar(let text, .plain) = node.content else { return refuse(node, type, "") }
    guard let number = PlainNumber.integer(text) else {
      let isDigits = PlainNumber.isDigits(text.hasPrefix("-") ? text.dropFirst() : text[...])
      let reason = PlainNumber.reason(against: text)
      return refuse(node, type, reason.isEmpty && isDigits ? "64 bits cannot hold it" : reason)
    }
    return .int(number)
  }

  private func real(_ node: YAMLNode, _ type: AttributeType) -> Literal? {
    guard case .scalar(let text, .plain) = node.content else { return refuse(node, type, "") }
    guard let number = PlainNumber.real(text) else {
      return refuse(node, type, PlainNumber.reason(against: text))
    }
    return .double(number)
  }

  private func date(_ node: YAMLNode) -> Literal? {
    guard case .scalar(let text, _) = node.content else { return refuse(node, .date, "") }
    // An instant without an exact date: `@` and the seconds since 1970 in UTC.
    if text.hasPrefix("@"), let seconds = PlainNumber.real(String(text.dropFirst())) {
      return .date(seconds)
    }
    guard let seconds = ISODate.seconds(text) else {
      return refuse(node, .date, "write 2026-01-31, 2026-01-31T10:00:00Z or now()")
    }
    return .date(seconds)
  }

  private func bytes(_ node: YAMLNode, _ type: AttributeType) -> Literal? {
    guard case .scalar(let text, _) = node.content,
      let bytes = [UInt8](base64: String(text.filter { !$0.isWhitespace }))
    else { return refuse(node, type, "write the bytes in Base64") }
    return .data(bytes)
  }
}

// MARK: - Values with parts

extension LiteralReader {
  private func list(
    _ node: YAMLNode, _ type: AttributeType, of element: AttributeType
  ) -> Literal? {
    guard case .sequence(let nodes) = node.content else {
      return refuse(node, type, "write a list: [first, second]")
    }
    let literals = nodes.compactMap { literal($0, as: element) }
    return literals.count == nodes.count ? .array(literals) : nil
  }

  private func parts(_ node: YAMLNode, _ type: AttributeType, of composite: String) -> Literal? {
    guard case .mapping(let pairs) = node.content else {
      return refuse(node, type, "write its parts: {first: 1, second: 2}")
    }
    var parts: [String: Literal] = [:]
    for pair in pairs {
      // An unknown part is read as a text, and reported with the whole model.
      let type = elements[composite]?[pair.key.text] ?? .string
      parts[pair.key.text] = literal(pair.value, as: type)
    }
    return parts.count == pairs.count ? .object(parts) : nil
  }
}

// MARK: - Values without a type

extension LiteralReader {
  /// The SQL value of a node without a declared type.
  ///
  /// The outer nil stands for an invalid node, the inner nil for NULL.
  static func untyped(_ node: YAMLNode, key: String, log: ProblemLog) -> Literal?? {
    switch node.content {
    case .scalar(_, .plain) where node.isNull: return .some(nil)
    case .scalar("true", .plain): return .bool(true)
    case .scalar("false", .plain): return .bool(false)
    case .scalar(let text, .plain):
      if let number = PlainNumber.integer(text) { return .int(number) }
      if let number = PlainNumber.real(text) { return .double(number) }
      if !PlainNumber.isResembled(by: text) || ISODate.seconds(text) != nil { return .string(text) }
    case .scalar(let text, _): return .string(text)
    case .sequence, .mapping: break
    }
    log.report(
      .wrongValue(key: key, expected: "a decimal number or a text", found: node.phrase),
      at: node.location)
    return nil
  }
}
