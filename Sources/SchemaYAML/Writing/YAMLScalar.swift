/// Texts as YAML scalars: plain where every reader takes them for the text, else in quotes.
enum YAMLScalar {
  /// The text as a scalar on one line.
  static func text(_ text: String, isWithinFlow: Bool = false) -> String {
    isPlain(text, isWithinFlow: isWithinFlow) ? text : quoted(text)
  }

  /// The text in double quotes, with escapes for what cannot stand there.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars { result += escaped(scalar) }
    return result + "\""
  }

  /// The lines of a text that has several, for a literal block, with the block's header.
  ///
  /// Nil for a text on one line, and for one that a block would not give back as it is.
  static func block(_ text: String) -> (header: String, lines: [String])? {
    guard text.unicodeScalars.contains("\n"),
      text.unicodeScalars.allSatisfy({ $0 == "\n" || isWritable($0) }),
      let first = text.unicodeScalars.first, first != " ", first != "\n"
    else { return nil }
    let endsLine = text.unicodeScalars.last == "\n"
    let body = endsLine ? String(text.unicodeScalars.dropLast()) : text
    let lines = body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    guard let last = lines.last, !last.isEmpty,
      lines.allSatisfy({ $0.isEmpty || !$0.unicodeScalars.allSatisfy { $0 == " " } })
    else { return nil }
    return (endsLine ? "|" : "|-", lines)
  }
}

// MARK: - Plain texts

extension YAMLScalar {
  /// Whether a bare text is read back as the same text, here and by other readers of YAML.
  static func isPlain(_ text: String, isWithinFlow: Bool = false) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return false }
    return begins(first, next: scalars.dropFirst().first) && last != " " && last != ":"
      && !hasOtherMeaning(text) && scalars.allSatisfy(isWritable)
      && !hasIndicator(scalars, isWithinFlow: isWithinFlow)
  }

  private static func begins(_ first: Unicode.Scalar, next: Unicode.Scalar?) -> Bool {
    if first == "-" { return next.map(isLetterOrDigit) ?? false }
    return isLetterOrDigit(first) || "_($/+.<^;\\".unicodeScalars.contains(first)
      || first.value > 0xa0
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  private static let words: Set = [
    "true", "false", "yes", "no", "on", "off", "y", "n", "null", "<<",
  ]

  /// Whether some reader of YAML takes the text for a number, a date, true, false or nothing.
  private static func hasOtherMeaning(_ text: String) -> Bool {
    words.contains(text.lowercased()) || PlainNumber.isResembled(by: text)
  }

  /// Whether YAML's own signs stand where they count.
  private static func hasIndicator(_ scalars: [Unicode.Scalar], isWithinFlow: Bool) -> Bool {
    for (position, scalar) in scalars.enumerated() {
      switch scalar {
      case "#" where position > 0 && scalars[position - 1] == " ": return true
      case ":" where isWithinFlow || scalars[position + 1] == " ": return true
      case ",", "[", "]", "{", "}": if isWithinFlow { return true }
      default: break
      }
    }
    return false
  }
}

// MARK: - Escapes

extension YAMLScalar {
  /// Whether a character stands for itself in a file, on one line.
  private static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7e: true
    case 0xa0...0xd7ff: scalar.value != 0x2028 && scalar.value != 0x2029
    case 0xe000...0xfffd: scalar.value != 0xfeff
    case 0x10000...: true
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\0": "\\0"
    default: isWritable(scalar) ? String(scalar) : hexadecimal(scalar)
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let width = scalar.value <= 0xff ? 2 : scalar.value <= 0xffff ? 4 : 8
    let kind = [2: "x", 4: "u"][width] ?? "U"
    return "\\\(kind)" + String(repeating: "0", count: width - digits.count) + digits
  }
}
