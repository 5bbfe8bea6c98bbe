internal import Digests
internal import SQLiteStore
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML

/// What a value of a JSON file is as a value of a type.
struct ImportedValue {
  let schema: Schema
  let dateForm: ValueMapping.DateForm

  /// The value; nil where the type has no such value.
  func literal(_ node: JSONNode, as type: AttributeType) -> Literal? {
    switch (type, node.content) {
    case (.string, .string(let text)), (.url, .string(let text)), (.decimal, .string(let text)),
      (.decimal, .number(let text)):
      .string(text)
    case (.uuid, .string(let text)): UUIDText.canonical(text).map { .string($0) }
    case (.enumeration, .string(let text)): named(.string(text), of: type)
    case (.enumeration, .number(let text)):
      Self.integer(text).flatMap { named(.int($0), of: type) }
    case (.bool, .bool(let flag)): .bool(flag)
    case (.int16, .number(let text)), (.int32, .number(let text)), (.int64, .number(let text)):
      Self.integer(text).map { .int($0) }
    case (.float, .number(let text)), (.double, .number(let text)):
      Self.number(text).map { .double($0) }
    case (.date, _): date(node).map { .date($0) }
    case (.data, .string(let text)), (.transformable, .string(let text)):
      [UInt8](base64: text).map { .data($0) }
    case (.array(let element), .array(let nodes)): list(nodes, of: element)
    case (.composite(let name), .object(let members)): parts(members, of: name)
    default: nil
    }
  }

  /// A case by its name, or by what is stored for it.
  private func named(_ literal: Literal, of type: AttributeType) -> Literal? {
    let isCase = schema.cases(of: type)?.contains {
      .string($0.name) == literal || $0.rawValue == literal
    }
    return isCase == true ? literal : nil
  }

  // What was written by a language without integers may have a point in it.
  private static func integer(_ text: String) -> Int64? {
    Int64(text) ?? number(text).flatMap { abs($0) < 0x1p53 ? Int64(exactly: $0) : nil }
  }

  private static func number(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private func date(_ node: JSONNode) -> Double? {
    switch (dateForm, node.content) {
    case (.iso8601, .string(let text)): ISODate.seconds(text)
    case (.seconds, .number(let text)): Self.number(text)
    case (.milliseconds, .number(let text)): Self.number(text).map { $0 / 1000 }
    // 2001-01-01 00:00 UTC, where the platform counts from.
    case (.reference, .number(let text)): Self.number(text).map { $0 + 978_307_200 }
    default: nil
    }
  }

  private func list(_ nodes: [JSONNode], of element: AttributeType) -> Literal? {
    let elements = nodes.compactMap { literal($0, as: element) }
    return elements.count == nodes.count ? .array(elements) : nil
  }

  private func parts(_ members: [JSONNode.Member], of name: String) -> Literal? {
    guard let composite = schema.composites.first(where: { $0.name == name }) else { return nil }
    var parts: [String: Literal] = [:]
    for member in members {
      guard let part = composite.elements.first(where: { $0.name == member.name }) else {
        return nil
      }
      if member.value.content == .null { continue }
      guard let value = literal(member.value, as: part.type) else { return nil }
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
