/// Texts as YAML scalars: plain if every reader takes them for the text, else in quotes.
enum YAMLScalar {
  /// The text as a scalar on one line.
  static func text(_ text: String, isWithinFlow: Bool = false) -> String {
    isPlain(text, isWithinFlow: isWithinFlow) ? text : quoted(text)
  }

  /// The text in double quotes, with escapes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars { result += escaped(scalar) }
    return result + "\""
  }

  /// The lines of a literal block, with its header, for a text of several lines.
  ///
  /// Nil for a text on one line, and for a text that a block would not give back unchanged.
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

// MARK: - Folded texts

extension YAMLScalar {
  /// The lines of a folded block, with its header, wrapped at spaces to a width.
  ///
  /// Nil for a text that such a block would not give back unchanged, or with more consecutive blank lines
  /// than usual.
  static func folded(_ text: String, width: Int) -> (header: String, lines: [String])? {
    let endsLine = text.unicodeScalars.last == "\n"
    let body = endsLine ? String(text.unicodeScalars.dropLast()) : text
    let lines = body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    guard let last = lines.last, !last.isEmpty, lines[0] != "",
      lines.allSatisfy({ isFoldable($0) }),
      !zip(lines, lines.dropFirst()).contains(where: { $0.isEmpty && $1.isEmpty })
    else { return nil }
    // A line break in the text is one more than the number of blank lines in between.
    let folded = lines.enumerated().flatMap { position, line in
      (position == 0 ? [] : [""]) + (line.isEmpty ? [] : broken(line, width: width))
    }
    return (endsLine ? ">" : ">-", folded)
  }

  private static func isFoldable(_ line: String) -> Bool {
    line.unicodeScalars.first != " " && line.unicodeScalars.last != " "
      && line.unicodeScalars.allSatisfy(isWritable)
  }

  /// A line in parts, broken only at single spaces.
  private static func broken(_ line: String, width: Int) -> [String] {
    var words: [String] = []
    var isOpen = false
    for part in line.split(separator: " ", omittingEmptySubsequences: false) {
      // Consecutive spaces are kept inside a part.
      if part.isEmpty || isOpen {
        words[words.count - 1] += " \(part)"
      } else {
        words.append(String(part))
      }
      isOpen = part.isEmpty
    }
    return words.reduce(into: []) { lines, word in
      if let last = lines.last,
        last.unicodeScalars.count + 1 + word.unicodeScalars.count <= width
      {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
  }
}

// MARK: - Plain texts

extension YAMLScalar {
  /// Whether a bare text is read back as the same text, here and by other YAML readers.
  static func isPlain(_ text: String, isWithinFlow: Bool = false) -> Bool {
    if isName(text) { return true }
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return false }
    return begins(first, next: scalars.dropFirst().first) && last != " " && last != ":"
      && !hasOtherMeaning(text) && scalars.allSatisfy(isWritable)
      && !hasIndicator(scalars, isWithinFlow: isWithinFlow)
  }

  /// Whether the text is an ASCII letter with letters and digits behind it, and is longer than any of the
  /// words with another meaning.
  private static func isName(_ text: String) -> Bool {
    let (letters, digits) = (
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9")
    )
    return text.utf8.count > 5 && text.utf8.first.map { letters ~= $0 | 0x20 } == true
      && text.utf8.allSatisfy { letters ~= $0 | 0x20 || digits ~= $0 }
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

  /// Whether some YAML reader takes the text for a number, a date, a Boolean or null.
  private static func hasOtherMeaning(_ text: String) -> Bool {
    words.contains(text.lowercased()) || PlainNumber.isResembled(by: text)
  }

  /// Whether the text has an indicator character of YAML at a place where it has a meaning.
  private static func hasIndicator(_ scalars: [Unicode.Scalar], isWithinFlow: Bool) -> Bool {
    for (position, scalar) in scalars.enumerated() {
      switch scalar {
      case "#" where position > 0 && scalars[position - 1] == " ": return true
      case ":" where isWithinFlow || scalars[position + 1] == " ": return true
      // Some readers take a question mark in braces for the beginning of a key.
      case ",", "[", "]", "{", "}", "?": if isWithinFlow { return true }
      default: break
      }
    }
    return false
  }
}

// MARK: - Escapes

extension YAMLScalar {
  /// Whether a character can be written unescaped, on one line.
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
