internal import Diagnostics
internal import Digests
internal import JSON
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML

/// Converts a value of a JSON file to a value of a property.
struct ImportedValue {
  let schema: Schema
  let dateForm: ValueMapping.DateForm
  /// The entity and attribute in messages.
  let property: String

  /// The converted value; nil if the type has no such value.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the conversion would change the value.
  func literal(_ node: JSONValue, as type: AttributeType) throws -> Literal? {
    switch (type, node.content) {
    case (.string, .string(let text)), (.decimal, .number(let text)): return .string(text)
    case (.url, .string(let text)): return ValueSpelling.isURL(text) ? .string(text) : nil
    case (.decimal, .string(let text)): return ValueSpelling.isDecimal(text) ? .string(text) : nil
    case (.uuid, .string(let text)): return UUIDText.canonical(text).map { .string($0) }
    case (.enumeration, .string(let text)): return named(.string(text), of: type)
    case (.enumeration, .number(let text)):
      return ImportedNumber(text).integer.flatMap { named(.int($0), of: type) }
    case (.bool, .bool(let flag)): return .bool(flag)
    case (.int16, .number(let text)), (.int32, .number(let text)), (.int64, .number(let text)):
      return ImportedNumber(text).integer.map { .int($0) }
    case (.float, .number(let text)), (.double, .number(let text)):
      return .double(try number(text, node, type))
    case (.date, _): return try date(node).map { .date($0) }
    case (.data, .string(let text)), (.transformable, .string(let text)): return bytes(text)
    case (.array(let element), .array(let nodes)): return try list(nodes, of: element)
    case (.composite(let name), .object(let members)): return try parts(members, of: name)
    default: return nil
    }
  }

  /// A case, given by its name or by its stored value.
  private func named(_ literal: Literal, of type: AttributeType) -> Literal? {
    let isCase = schema.cases(of: type)?.contains {
      .string($0.name) == literal || $0.rawValue == literal
    }
    return isCase == true ? literal : nil
  }

  /// A number, if the type can represent it.
  private func number(
    _ text: String, _ node: JSONValue, _ type: AttributeType
  ) throws(DiagnosticsError) -> Double {
    let number = ImportedNumber(text)
    do throws(ImportedNumber.Loss) {
      return type == .float ? try number.float : try number.double
    } catch {
      throw DiagnosticsError([
        Diagnostic(
          code: "unusable-value",
          "\(node.phrase) is no '\(type.keyword)' for '\(property)', and would become "
            + error.becomes, at: node.location)
      ])
    }
  }

  /// Bytes in Base64; nil unless encoding them again gives the same text.
  private func bytes(_ text: String) -> Literal? {
    [UInt8](base64: text).flatMap { $0.base64 == text ? .data($0) : nil }
  }

  private func date(_ node: JSONValue) throws -> Double? {
    switch (dateForm, node.content) {
    case (.iso8601, .string(let text)): ISODate.seconds(text)
    case (.seconds, .number(let text)): try number(text, node, .date)
    case (.milliseconds, .number(let text)): try number(text, node, .date) / 1000
    // 2001-01-01 00:00 UTC, the reference date of the platform.
    case (.reference, .number(let text)): try number(text, node, .date) + 978_307_200
    default: nil
    }
  }

  /// Advice for a date that is not written as the mapping says; nil for other types.
  func hint(for node: JSONValue, as type: AttributeType) -> String? {
    guard type == .date else { return nil }
    switch (dateForm, node.content) {
    case (.iso8601, .string):
      return "a date is written '2026-01-31T10:00:00Z', with its zone, or '2026-01-31', which is "
        + "midnight in UTC"
    case (.iso8601, .number):
      return "say in the mapping how dates are written: 'date: seconds', 'milliseconds' or "
        + "'reference'"
    case (_, .string): return "leave 'date' out of the mapping where dates are texts"
    default: return nil
    }
  }

  private func list(_ nodes: [JSONValue], of element: AttributeType) throws -> Literal? {
    .array(try nodes.map { try part($0, element, "an element of '\(property)'") })
  }

  private func part(
    _ node: JSONValue, _ type: AttributeType, _ place: String
  ) throws -> Literal {
    if let literal = try literal(node, as: type) { return literal }
    throw DiagnosticsError([
      Diagnostic(
        code: "unusable-value", "\(node.phrase) is no '\(type.keyword)' for \(place)",
        at: node.location)
    ])
  }

  private func parts(_ members: [JSONValue.Member], of name: String) throws -> Literal? {
    guard let composite = schema.composites.first(where: { $0.name == name }) else { return nil }
    try members.checkNames()
    var parts: [String: Literal] = [:]
    for member in members {
      guard let part = composite.elements.first(where: { $0.name == member.name }) else {
        throw DiagnosticsError([
          Diagnostic(
            code: "unusable-value", "'\(name)' has no part '\(member.name)', for '\(property)'",
            at: member.value.location)
        ])
      }
      if member.value.content == .null { continue }
      parts[part.name] = try self.part(
        member.value, part.type, "the part '\(part.name)' of '\(property)'")
    }
    return .object(parts)
  }
}

extension JSONValue {
  /// The value at a path of members; nil if a member is missing or null.
  func value(at path: [String]) -> JSONValue? {
    var node = self
    for name in path {
      guard let next = node[name] else { return nil }
      node = next
    }
    return node.content == .null ? nil : node
  }

  /// Checks that no object at any depth has two members of the same name, because the right one would be
  /// unknown.
  func checkMembers() throws(DiagnosticsError) {
    switch content {
    case .object(let members):
      try members.checkNames()
      for member in members { try member.value.checkMembers() }
    case .array(let elements):
      for element in elements { try element.checkMembers() }
    case .null, .bool, .number, .string: break
    }
  }

  /// The description of the value in messages.
  var phrase: String {
    switch content {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let digits): String(digits.prefix(60))
    case .string(let text): SQLValue.text(text).excerpt
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension [JSONValue.Member] {
  /// Checks that no two members have the same name.
  func checkNames() throws(DiagnosticsError) {
    var seen: Set<String> = []
    for member in self where !seen.insert(member.name).inserted {
      throw DiagnosticsError([
        Diagnostic(
          code: "duplicate-member", "'\(member.name)' is there twice", at: member.value.location)
      ])
    }
  }
}
