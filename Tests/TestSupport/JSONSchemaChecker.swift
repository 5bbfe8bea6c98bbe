package import SchemaYAML

/// A JSON value, as JSON Schema describes them.
package enum JSONTree: Hashable, Sendable {
  /// The absence of a value.
  case null
  /// True or false.
  case bool(Bool)
  /// Any number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONTree])
  /// Named values.
  case object([String: JSONTree])

  /// The value of a YAML node by the core rules of YAML 1.2, as editors read it.
  ///
  /// JSON is YAML.
  package init(_ node: YAMLNode) {
    switch node.content {
    case .sequence(let nodes): self = .array(nodes.map { JSONTree($0) })
    case .mapping(let pairs):
      self = .object(
        Dictionary(pairs.map { ($0.key.text, JSONTree($0.value)) }) { first, _ in first })
    case .scalar(let text, .plain):
      switch text {
      case "", "~", "null": self = .null
      case "true": self = .bool(true)
      case "false": self = .bool(false)
      default: self = Double(text).map { .number($0) } ?? .string(text)
      }
    case .scalar(let text, _): self = .string(text)
    }
  }

  /// The member of that name.
  package subscript(key: String) -> JSONTree? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The members; empty if the value is not an object.
  package var members: [String: JSONTree] {
    if case .object(let members) = self { members } else { [:] }
  }
  /// The elements; empty if the value is not a list.
  package var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
  /// The text, if it is one.
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, if it is one.
  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// Whether the value is of a type of JSON Schema.
  func isA(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number == number.rounded()
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}

/// Checks values against a JSON Schema, as far as the schemas that the tests use go.
///
/// A keyword that it does not know is a problem, so that nothing is believed to be checked that is
/// not.
package struct JSONSchemaChecker {
  /// The schema.
  package let root: JSONTree

  /// A checker for that schema.
  package init(root: JSONTree) { self.root = root }

  private static let annotations: Set = [
    "$schema", "$id", "$defs", "definitions", "title", "description", "default", "examples",
    "format",
  ]

  /// The problems of a value, each with its path.
  package func problems(
    of value: JSONTree, under schema: JSONTree? = nil, at path: String = ""
  ) -> [String] {
    let schema = schema ?? root
    return schema.members.keys.sorted().flatMap { keyword in
      schema[keyword].map { check(value, keyword, $0, schema, path) } ?? []
    }
  }

  private func check(
    _ value: JSONTree, _ keyword: String, _ rule: JSONTree, _ schema: JSONTree, _ path: String
  ) -> [String] {
    func claim(_ holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword)"] }
    switch keyword {
    case "$ref": return problems(of: value, under: target(rule), at: path)
    case "type":
      return claim((rule.elements + [rule]).contains { $0.text.map(value.isA) ?? false })
    case "enum": return claim(rule.elements.contains(value))
    case "required": return claim(rule.elements.allSatisfy { has(value, $0) })
    case "dependentRequired":
      return claim(
        rule.members.allSatisfy { key, needed in
          value[key] == nil || needed.elements.allSatisfy { has(value, $0) }
        })
    case "anyOf", "oneOf":
      let fits = rule.elements.count { problems(of: value, under: $0, at: path).isEmpty }
      return claim(keyword == "anyOf" ? fits > 0 : fits == 1)
    case "not": return claim(!problems(of: value, under: rule, at: path).isEmpty)
    case "properties":
      return value.members.sorted { $0.key < $1.key }.flatMap { key, member in
        rule[key].map { problems(of: member, under: $0, at: "\(path).\(key)") } ?? []
      }
    case "additionalProperties":
      let known = schema["properties"]?.members ?? [:]
      return value.members.sorted { $0.key < $1.key }.flatMap { key, member in
        known[key] == nil ? additional(member, rule, "\(path).\(key)") : []
      }
    case "items":
      return value.elements.enumerated().flatMap { position, element in
        problems(of: element, under: rule, at: "\(path)[\(position)]")
      }
    case "pattern": return claim(matches(value, rule))
    case "minimum": return claim(value.number.map { $0 >= (rule.number ?? .nan) } ?? true)
    case "maximum": return claim(value.number.map { $0 <= (rule.number ?? .nan) } ?? true)
    case "uniqueItems":
      return claim(rule != .bool(true) || Set(value.elements).count == value.elements.count)
    case "minLength": return claim(value.text.map { Double($0.count) >= rule.number ?? 0 } ?? true)
    case "minItems", "maxItems":
      guard case .array(let elements) = value, let limit = rule.number else { return [] }
      let count = Double(elements.count)
      return claim(keyword == "minItems" ? count >= limit : count <= limit)
    default: return Self.annotations.contains(keyword) ? [] : ["unknown keyword \(keyword)"]
    }
  }

  private func has(_ value: JSONTree, _ key: JSONTree) -> Bool {
    guard case .object(let members) = value else { return true }
    return key.text.map { members[$0] != nil } ?? false
  }

  private func additional(_ member: JSONTree, _ rule: JSONTree, _ path: String) -> [String] {
    rule == .bool(false)
      ? ["\(path): additionalProperties"] : problems(of: member, under: rule, at: path)
  }

  private func matches(_ value: JSONTree, _ rule: JSONTree) -> Bool {
    guard let text = value.text else { return true }
    guard let pattern = rule.text, let regex = try? Regex(pattern) else { return false }
    return text.firstMatch(of: regex) != nil
  }

  private func target(_ reference: JSONTree) -> JSONTree {
    let steps = (reference.text ?? "").split(separator: "/").dropFirst()
    let found = steps.reduce(root as JSONTree?) { $0?[String($1)] }
    return found ?? .object(["no such definition \(steps.joined(separator: "/"))": .null])
  }
}
