/// Checks whether literals are values of types.
struct LiteralFit {
  /// The enumerations by name.
  let enumerations: [String: Enumeration]
  /// The composites by name.
  let composites: [String: Composite]

  /// The reason why the default cannot be a value of the type; nil if it can.
  func misfit(of value: DefaultValue, as type: AttributeType) -> LiteralMisfit? {
    switch value {
    case .literal(let literal): return misfit(of: literal, as: type)
    case .newUUID:
      return type == .uuid || type == .string ? nil : .generated("uuid()", type: type.keyword)
    case .now: return type == .date ? nil : .generated("now()", type: type.keyword)
    case .computed: return nil
    }
  }

  /// The reason why the literal cannot be a value of the type; nil if it can.
  ///
  /// Every literal fits a type that the schema does not declare, because the missing type is already
  /// reported.
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

  /// The names of an enumeration's cases; nil if the enumeration is not declared.
  private func caseNames(of reference: Enumeration.Reference) -> [String]? {
    switch reference {
    case .inline(let names): names
    case .named(let name): enumerations[name]?.cases.map(\.name)
    }
  }

  private static func spells(_ text: String, _ type: AttributeType) -> Bool {
    switch type {
    case .uuid: ValueSpelling.isUUID(text)
    case .decimal: ValueSpelling.isDecimal(text)
    default: ValueSpelling.isURL(text)
    }
  }
}
