/// A value to be written as YAML, with its preferred layout.
indirect enum YAMLOutput {
  /// A text, quoted if YAML would read it as something else.
  case text(String)
  /// A scalar that is written unchanged: a number, `true`, a call.
  case bare(String)
  /// A list on one line, if it fits.
  case list([YAMLOutput])
  /// A mapping on one line, if it fits.
  case mapping([(String, YAMLOutput)])
  /// A list with a line for each element.
  case items([YAMLOutput])
  /// A mapping with a line for each key.
  case section([(String, YAMLOutput)])
  /// A mapping with a blank line between its keys.
  case chapters([(String, YAMLOutput)])
}

extension YAMLOutput {
  /// The width up to which a value is written on one line.
  private static let width = SchemaWriter.width
  /// The longest key that is written in front of its colon; libyaml reads up to 1024 bytes.
  private static let keyWidth = 200

  /// The value as a complete file, with a blank line before each section.
  var file: String {
    guard case .section(let pairs) = self else { return lines(indent: 0).joined(separator: "\n") }
    var lines: [String] = []
    for (key, value) in pairs {
      if !value.fits(after: key.count + 2) { lines.append("") }
      lines += Self.lines(key, value, indent: 0)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The value on one line, as inside brackets and braces.
  var line: String {
    switch self {
    case .text(let text): YAMLScalar.text(text, isWithinFlow: true)
    case .bare(let text): text
    case .list(let values), .items(let values):
      "[\(values.map(\.line).joined(separator: ", "))]"
    case .mapping(let pairs), .section(let pairs), .chapters(let pairs):
      "{"
        + pairs.map { "\(YAMLScalar.text($0.0, isWithinFlow: true)): \($0.1.line)" }
        .joined(separator: ", ") + "}"
    }
  }

  private var isEmpty: Bool {
    switch self {
    case .text, .bare: false
    case .list(let values), .items(let values): values.isEmpty
    case .mapping(let pairs), .section(let pairs), .chapters(let pairs): pairs.isEmpty
    }
  }

  /// Whether the value fits on the line of its key or dash, after the existing text.
  private func fits(after column: Int) -> Bool {
    switch self {
    case .text, .bare: true
    case .items, .section, .chapters: isEmpty
    case .list: isEmpty || line.unicodeScalars.count + column <= Self.width
    case .mapping(let pairs):
      isEmpty
        || line.unicodeScalars.count + column <= Self.width
          && pairs.allSatisfy { $0.0.count <= Self.keyWidth }
    }
  }

  private static func lines(_ key: String, _ value: YAMLOutput, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let name = YAMLScalar.text(key)
    if name.count > keyWidth {
      return ["\(margin)? \(name)"] + lines(head: "\(margin):", value, indent: indent)
    }
    return lines(head: "\(margin)\(name):", value, indent: indent)
  }

  private static func lines(head: String, _ value: YAMLOutput, indent: Int) -> [String] {
    if case .text(let text) = value, let block = block(text, after: head, indent: indent + 2) {
      let margin = String(repeating: " ", count: indent + 2)
      return ["\(head) \(block.header)"] + block.lines.map { $0.isEmpty ? "" : margin + $0 }
    }
    if value.fits(after: head.count + 1) { return ["\(head) \(value.scalarOrLine)"] }
    return [head] + value.lines(indent: indent + 2)
  }

  /// The lines of a text that does not fit on the line of its key or dash.
  private static func block(
    _ text: String, after head: String, indent: Int
  ) -> (header: String, lines: [String])? {
    let literal = YAMLScalar.block(text)
    let longest =
      literal.map { indent + ($0.lines.map(\.unicodeScalars.count).max() ?? 0) }
      ?? head.unicodeScalars.count + 1 + YAMLScalar.text(text).unicodeScalars.count
    guard longest > width else { return literal }
    return YAMLScalar.folded(text, width: width - indent) ?? literal
  }

  private var scalarOrLine: String {
    if case .text(let text) = self { return YAMLScalar.text(text) }
    return line
  }

  /// The value on its own lines.
  private func lines(indent: Int) -> [String] {
    switch self {
    case .text, .bare: [String(repeating: " ", count: indent) + scalarOrLine]
    case .mapping(let pairs), .section(let pairs):
      pairs.flatMap { Self.lines($0.0, $0.1, indent: indent) }
    case .chapters(let pairs):
      Array(pairs.map { Self.lines($0.0, $0.1, indent: indent) }.joined(separator: [""]))
    case .list(let values), .items(let values):
      values.flatMap { value in
        let margin = String(repeating: " ", count: indent)
        if case .text = value { return Self.lines(head: "\(margin)-", value, indent: indent) }
        if value.fits(after: indent + 2) { return ["\(margin)- \(value.scalarOrLine)"] }
        var lines = value.lines(indent: indent + 2)
        lines[0] = "\(margin)- \(lines[0].dropFirst(indent + 2))"
        return lines
      }
    }
  }
}
