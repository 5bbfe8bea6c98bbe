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
    var lines: [String] = []
    guard case .section(let pairs) = self else {
      write(to: &lines, indent: 0)
      return lines.joined(separator: "\n")
    }
    for (key, value) in pairs {
      if !value.fits(after: key.count + 2) { lines.append("") }
      Self.write(key, value, to: &lines, indent: 0)
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

  private static func write(
    _ key: String, _ value: YAMLOutput, to lines: inout [String], indent: Int
  ) {
    let margin = String(repeating: " ", count: indent)
    let name = YAMLScalar.text(key)
    if name.utf8.count > keyWidth, name.count > keyWidth {
      lines.append("\(margin)? \(name)")
      write(head: "\(margin):", value, to: &lines, indent: indent)
    } else {
      write(head: "\(margin)\(name):", value, to: &lines, indent: indent)
    }
  }

  private static func write(
    head: String, _ value: YAMLOutput, to lines: inout [String], indent: Int
  ) {
    if case .text(let text) = value {
      let scalar = YAMLScalar.text(text)
      guard let block = block(text, scalar, after: head, indent: indent + 2) else {
        lines.append("\(head) \(scalar)")
        return
      }
      let margin = String(repeating: " ", count: indent + 2)
      lines.append("\(head) \(block.header)")
      lines += block.lines.map { $0.isEmpty ? "" : margin + $0 }
    } else if value.fits(after: head.count + 1) {
      lines.append("\(head) \(value.line)")
    } else {
      lines.append(head)
      value.write(to: &lines, indent: indent + 2)
    }
  }

  /// The lines of a text that does not fit on the line of its key or dash.
  private static func block(
    _ text: String, _ scalar: String, after head: String, indent: Int
  ) -> (header: String, lines: [String])? {
    let literal = YAMLScalar.block(text)
    let longest =
      literal.map { indent + ($0.lines.map(\.unicodeScalars.count).max() ?? 0) }
      ?? head.unicodeScalars.count + 1 + scalar.unicodeScalars.count
    guard longest > width else { return literal }
    return YAMLScalar.folded(text, width: width - indent) ?? literal
  }

  /// Writes the value on lines of its own.
  private func write(to lines: inout [String], indent: Int) {
    let margin = String(repeating: " ", count: indent)
    switch self {
    case .text(let text): lines.append(margin + YAMLScalar.text(text))
    case .bare(let text): lines.append(margin + text)
    case .mapping(let pairs), .section(let pairs):
      for (key, value) in pairs { Self.write(key, value, to: &lines, indent: indent) }
    case .chapters(let pairs):
      for (position, (key, value)) in pairs.enumerated() {
        if position > 0 { lines.append("") }
        Self.write(key, value, to: &lines, indent: indent)
      }
    case .list(let values), .items(let values):
      for value in values {
        if case .text = value {
          Self.write(head: "\(margin)-", value, to: &lines, indent: indent)
        } else if value.fits(after: indent + 2) {
          lines.append("\(margin)- \(value.line)")
        } else {
          let first = lines.count
          value.write(to: &lines, indent: indent + 2)
          lines[first] = "\(margin)- \(lines[first].dropFirst(indent + 2))"
        }
      }
    }
  }
}
