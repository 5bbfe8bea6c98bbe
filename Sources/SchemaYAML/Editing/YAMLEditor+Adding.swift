internal import Diagnostics
internal import SchemaModel

// MARK: - Keys

extension YAMLEditor {
  func set(_ key: String, to value: String, in path: [String]) -> [Replacement]? {
    guard let target = find(path) else { return nil }
    let missing = Array(target.missing) + [key]
    switch target.node.content {
    case .mapping(let pairs):
      if target.missing.isEmpty, let pair = pairs.first(where: { $0.key.text == key }) {
        return replace(pair.value, with: value)
      }
      return add(missing, value, to: target.node, pairs).map { [$0] }
    case .scalar where target.node.isNull:
      return begin(missing, value, at: target).map { [$0] }
    case .scalar(let text, _):
      guard target.missing.isEmpty, path.dropLast().last == "attributes",
        let long = LongForm(ofShort: text)
      else { return nil }
      return [Replacement(target.node.range, long.text(adding: key, value))]
    case .alias, .sequence: return nil
    }
  }

  /// Replaces a value on one line, in braces, or in a block of text.
  private func replace(_ node: YAMLLayout.Node, with value: String) -> [Replacement]? {
    if node.isShared { return nil }
    if node.range.isEmpty { return [Replacement(at: node.range.lowerBound, " " + value)] }
    switch node.content {
    case .mapping, .sequence: return node.isFlow ? [Replacement(node.range, value)] : nil
    case .alias: return nil
    case .scalar(_, .block):
      return endOfLines(of: node).map { [Replacement(node.range.lowerBound..<$0, value)] }
    case .scalar: return [Replacement(node.range, value)]
    }
  }

  /// Adds nested keys with a value to the end of a mapping.
  private func add(
    _ keys: [String], _ value: String, to node: YAMLLayout.Node, _ pairs: [YAMLLayout.Pair]
  ) -> Replacement? {
    guard let last = pairs.last else {
      // Only a mapping in braces can be empty.
      return Replacement(at: node.range.lowerBound + 1, Self.inline(keys, value))
    }
    if node.isFlow { return addToFlow(Self.inline(keys, value), after: last.key, last.value, node) }
    guard let end = endOfLines(of: .init(block: last)) else { return nil }
    return Replacement(
      at: end, block(keys, value, indentation: indentation(of: pairs[0].key)))
  }

  /// Creates a mapping in place of a missing value.
  private func begin(_ keys: [String], _ value: String, at target: Target) -> Replacement? {
    guard let key = target.key else { return nil }
    let isBlock = beginsLine(key) && target.node.range.isEmpty
    guard isBlock else {
      let text = "{\(Self.inline(keys, value))}"
      return target.node.range.isEmpty
        ? Replacement(at: target.node.range.lowerBound, " " + text)
        : Replacement(target.node.range, text)
    }
    return Replacement(
      at: lines.endOfLine(at: key.range.lowerBound),
      block(keys, value, indentation: indentation(of: key) + "  "))
  }

  /// Nested keys, each on its own line, and the value after the last one.
  private func block(_ keys: [String], _ value: String, indentation: String) -> String {
    var text = ""
    for (position, key) in keys.enumerated() {
      let blanks = indentation + String(repeating: "  ", count: position)
      text += "\(lines.lineBreak)\(blanks)\(YAMLScalar.text(key)):"
    }
    return text + " " + value
  }

  /// Nested keys in braces, and the value after the last one.
  private static func inline(_ keys: [String], _ value: String) -> String {
    let names = keys.map { YAMLScalar.text($0, isWithinFlow: true) + ": " }
    return names.joined(separator: "{") + value + String(repeating: "}", count: keys.count - 1)
  }
}

// MARK: - Elements

extension YAMLEditor {
  func append(_ value: String, to path: [String]) -> [Replacement]? {
    guard let target = find(path), let name = path.last else { return nil }
    guard target.missing.isEmpty, !target.node.isNull else {
      return set(name, to: "[\(value)]", in: Array(path.dropLast()))
    }
    guard case .sequence(let elements) = target.node.content else { return nil }
    guard let last = elements.last else {
      return [Replacement(at: target.node.range.lowerBound + 1, value)]
    }
    if target.node.isFlow { return [addToFlow(value, after: last, last, target.node)] }
    guard let end = endOfLines(of: target.node) else { return nil }
    return [
      Replacement(at: end, "\(lines.lineBreak)\(indentation(of: target.node))- \(value)")
    ]
  }

  /// Adds to a list or mapping in brackets or braces; on a new line if the last part has its own line.
  private func addToFlow(
    _ text: String, after start: YAMLLayout.Node, _ end: YAMLLayout.Node, _ node: YAMLLayout.Node
  ) -> Replacement {
    let hasLines =
      beginsLine(start)
      && lines.startOfLine(at: start.range.lowerBound) > node.range.lowerBound
    let separator = hasLines ? ",\(lines.lineBreak)\(indentation(of: start))" : ", "
    return Replacement(at: end.range.upperBound, separator + text)
  }
}

extension YAMLLayout.Node {
  /// A key and its value as one node of a block.
  init(block pair: YAMLLayout.Pair) {
    let end = max(pair.key.range.upperBound, pair.value.range.upperBound)
    self.init(content: .mapping([pair]), range: pair.key.range.lowerBound..<end)
  }
}

// MARK: - Attributes

/// The long form of an attribute that is written in short form.
private struct LongForm {
  private var parts: [String]

  /// Converts `data?` to `type: data, optional: true`; nil if the text is not a short form.
  init?(ofShort text: String) {
    // The text was read before, so a problem is reported already; any other text is left unchanged.
    guard let notation = try? AttributeNotation(text) else { return nil }
    let type = notation.type.type(composites: []).notation
    parts = ["type: " + YAMLScalar.text(type, isWithinFlow: true)]
    if notation.isOptional { parts.append("optional: true") }
    if let value = notation.defaultText?.text { parts.append("default: " + Self.inFlow(value)) }
  }

  func text(adding key: String, _ value: String) -> String {
    "{" + (parts + ["\(key): \(value)"]).joined(separator: ", ") + "}"
  }

  /// A default for use in braces: YAML values and bare texts are kept, unless their characters have a meaning
  /// in braces.
  private static func inFlow(_ value: String) -> String {
    if let first = value.first, "\"'[{".contains(first) { return value }
    let hasSigns =
      value.contains { ",[]{}".contains($0) } || value.contains(": ") || value.hasSuffix(":")
    return hasSigns ? YAMLScalar.quoted(value) : value
  }
}
