internal import Diagnostics
internal import Digests
internal import SQLiteStore
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML

/// What a value of a JSON file is as a value of a property.
struct ImportedValue {
  let schema: Schema
  let dateForm: ValueMapping.DateForm
  /// The attribute and its entity, as messages name them.
  let property: String

  /// The value; nil where the type has no such value.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` where it would become another one.
  func literal(_ node: JSONNode, as type: AttributeType) throws -> Literal? {
    switch (type, node.content) {
    case (.string, .string(let text)), (.url, .string(let text)), (.decimal, .string(let text)),
      (.decimal, .number(let text)):
      return .string(text)
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

  /// A case by its name, or by what is stored for it.
  private func named(_ literal: Literal, of type: AttributeType) -> Literal? {
    let isCase = schema.cases(of: type)?.contains {
      .string($0.name) == literal || $0.rawValue == literal
    }
    return isCase == true ? literal : nil
  }

  /// A number that the type has.
  private func number(
    _ text: String, _ node: JSONNode, _ type: AttributeType
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

  /// Bytes that are spelt as they would be written again: nothing beside them is left out.
  private func bytes(_ text: String) -> Literal? {
    [UInt8](base64: text).flatMap { $0.base64 == text ? .data($0) : nil }
  }

  private func date(_ node: JSONNode) throws -> Double? {
    switch (dateForm, node.content) {
    case (.iso8601, .string(let text)): ISODate.seconds(text)
    case (.seconds, .number(let text)): try number(text, node, .date)
    case (.milliseconds, .number(let text)): try number(text, node, .date) / 1000
    // 2001-01-01 00:00 UTC, where the platform counts from.
    case (.reference, .number(let text)): try number(text, node, .date) + 978_307_200
    default: nil
    }
  }

  private func list(_ nodes: [JSONNode], of element: AttributeType) throws -> Literal? {
    let elements = try nodes.compactMap { try literal($0, as: element) }
    return elements.count == nodes.count ? .array(elements) : nil
  }

  private func parts(_ members: [JSONNode.Member], of name: String) throws -> Literal? {
    guard let composite = schema.composites.first(where: { $0.name == name }) else { return nil }
    try members.checkNames()
    var parts: [String: Literal] = [:]
    for member in members {
      guard let part = composite.elements.first(where: { $0.name == member.name }) else {
        return nil
      }
      if member.value.content == .null { continue }
      guard let value = try literal(member.value, as: part.type) else { return nil }
      parts[part.name] = value
    }
    return .object(parts)
  }
}

extension JSONNode {
  /// The value to which members lead; nil where one is missing, or has no value.
  func value(at path: [String]) -> JSONNode? {
    var node = self
    for name in path {
      guard let next = node[name] else { return nil }
      node = next
    }
    return node.content == .null ? nil : node
  }

  /// Sees that no two members have one name, however deep they are: nobody knows which one counts.
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

  /// The value as JSON text without spaces, its members in their order and its numbers as spelt.
  var document: String {
    switch content {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): LiteralJSON.quoted(text)
    case .array(let elements): "[" + elements.map(\.document).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { LiteralJSON.quoted($0.name) + ":" + $0.value.document }
        .joined(separator: ",") + "}"
    }
  }

  /// What it is, as messages say it.
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

extension [JSONNode.Member] {
  /// Sees that no two of them have one name.
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
