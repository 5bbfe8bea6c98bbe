/// Tells whether literals are values of types.
struct LiteralFit {
  /// The enumerations by name.
  let enumerations: [String: Enumeration]
  /// The composites by name.
  let composites: [String: Composite]

  /// Why the default cannot be a value of the type; nil where it can.
  func misfit(of value: DefaultValue, as type: AttributeType) -> LiteralMisfit? {
    switch value {
    case .literal(let literal): return misfit(of: literal, as: type)
    case .newUUID:
      return type == .uuid || type == .string ? nil : .generated("uuid()", type: type.keyword)
    case .now: return type == .date ? nil : .generated("now()", type: type.keyword)
    }
  }

  /// Why the literal cannot be a value of the type; nil where it can.
  ///
  /// A type that the schema does not declare fits everything: that it is missing is said once.
  func misfit(of literal: Literal, as type: AttributeType) -> LiteralMisfit? {
    switch (type, literal) {
    case (.bool, .bool), (.string, .string), (.date, .date), (.data, .data),
      (.transformable, .data), (.float, .double), (.double, .double), (.float, .int),
      (.double, .int), (.decimal, .int), (.decimal, .double), (.int64, .int):
      return nil
    case (.int16, .int(let number)):
      return Int16(exactly: number) == nil ? .range(number, type: "int16") : nil
    case (.int32, .int(let number)):
      return Int32(exactly: number) == nil ? .range(number, type: "int32") : nil
    case (.uuid, .string(let text)), (.url, .string(let text)), (.decimal, .string(let text)):
      return Self.spells(text, type) ? nil : .spelling(text, type: type.keyword)
    case (.array(let element), .array(let literals)):
      return misfit(ofElements: literals, as: element)
    case (.enumeration(let reference), let literal): return misfit(of: literal, in: reference)
    case (.composite(let name), .object(let parts)): return misfit(of: parts, in: name)
    default: return .kind(literal, type: type.keyword)
    }
  }

  private func misfit(ofElements literals: [Literal], as type: AttributeType) -> LiteralMisfit? {
    for (position, literal) in literals.enumerated() {
      if let misfit = misfit(of: literal, as: type) { return .element(position, misfit) }
    }
    return nil
  }

  private func misfit(
    of literal: Literal, in reference: Enumeration.Reference
  ) -> LiteralMisfit? {
    guard let names = caseNames(of: reference) else { return nil }
    guard case .string(let name) = literal else {
      return .kind(literal, type: AttributeType.enumeration(reference).keyword)
    }
    return names.contains(name) ? nil : .unknownCase(name)
  }

  private func misfit(of parts: [String: Literal], in name: String) -> LiteralMisfit? {
    guard let composite = composites[name] else { return nil }
    for part in parts.keys.sorted() {
      guard let element = composite.elements.first(where: { $0.name == part }) else {
        return .unknownPart(part, composite: name)
      }
      if let literal = parts[part], let misfit = misfit(of: literal, as: element.type) {
        return .part(part, misfit)
      }
    }
    let missing = composite.elements.first {
      !$0.isOptional && $0.defaultValue == nil && parts[$0.name] == nil
    }
    return missing.map { .missingPart($0.name, composite: name) }
  }

  /// The names of an enumeration's cases; nil for one that is not declared.
  private func caseNames(of reference: Enumeration.Reference) -> [String]? {
    switch reference {
    case .inline(let names): names
    case .named(let name): enumerations[name]?.cases.map(\.name)
    }
  }

  private static func spells(_ text: String, _ type: AttributeType) -> Bool {
    switch type {
    case .uuid: isUUID(text)
    case .decimal: isDecimal(text)
    default: isURL(text)
    }
  }

  /// Five groups of hexadecimal digits: 8, 4, 4, 4 and 12.
  private static func isUUID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }

  /// A sign, digits with at most one point among them, and an exponent; only a digit is required.
  private static func isDecimal(_ text: String) -> Bool {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
    let digits = withoutSign(parts[0]).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isExponent = parts.count == 1 || Int16(parts[1]) != nil
    return isExponent && digits.contains { !$0.isEmpty }
      && digits.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private static func withoutSign(_ text: Substring) -> Substring {
    text.first == "-" || text.first == "+" ? text.dropFirst() : text
  }

  /// Something, and nothing that a URL has to escape: spaces, controls, quotes or brackets.
  private static func isURL(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !"\"<>\\^`{|}".utf8.contains($0) }
  }
}
