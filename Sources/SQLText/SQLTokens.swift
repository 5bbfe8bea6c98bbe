/// The tokens of a piece of SQL, without comments and spaces.
///
/// This implements enough of SQLite's tokenizer (https://www.sqlite.org/lang.html) to find the clauses of a
/// definition that no pragma reports. It never fails: an unknown character becomes a token by itself.
package struct SQLTokens: Hashable, Sendable {
  /// One token.
  package struct Token: Hashable, Sendable {
    /// The kind of a token.
    package enum Kind: Hashable, Sendable { case word, quotedName, text, blob, number, symbol }

    /// The kind of the token.
    package var kind: Kind
    /// The token as written.
    package var text: String

    /// An unquoted word in upper case, for comparison with a keyword; empty for any other token.
    package var keyword: String { kind == .word ? text.uppercased() : "" }

    /// The name of a word or a quoted name, without quotes.
    package var name: String {
      guard kind == .quotedName || kind == .text, let quote = text.utf8.first else { return text }
      // By bytes: a quote before a combining mark is not a character by itself.
      let inner = text.utf8.dropFirst().dropLast()
      guard quote != UInt8(ascii: "["), inner.contains(quote) else {
        return String(decoding: inner, as: UTF8.self)
      }
      var name: [UInt8] = []
      var isDoubled = false
      for byte in inner {
        isDoubled = byte == quote && !isDoubled
        if byte != quote || isDoubled { name.append(byte) }
      }
      return String(decoding: name, as: UTF8.self)
    }
  }

  /// The tokens, in order.
  package private(set) var tokens: [Token] = []
  /// The range of each token in the source, in UTF-8 bytes.
  private var ranges: [Range<Int>] = []
  private let source: [UInt8]

  /// Reads the tokens of a text.
  package init(_ sql: String) {
    source = Array(sql.utf8)
    var position = 0
    while position < source.count {
      let start = position
      guard let kind = Self.scan(source, &position) else { continue }
      ranges.append(start..<position)
      tokens.append(
        Token(kind: kind, text: String(decoding: source[start..<position], as: UTF8.self)))
    }
  }

  /// The number of tokens.
  package var count: Int { tokens.count }

  /// The token at a place.
  package subscript(index: Int) -> Token { tokens[index] }

  /// The offset in the source where a token begins, in UTF-8 bytes.
  package func offset(of index: Int) -> Int { ranges[index].lowerBound }

  /// The offset in the source where a token ends, in UTF-8 bytes.
  package func end(of index: Int) -> Int { ranges[index].upperBound }

  /// The source in a range of UTF-8 bytes, as written.
  package func source(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }

  /// The length of the source in UTF-8 bytes.
  package var sourceLength: Int { source.count }

  /// The source from the first to the last token of the range, as written.
  package func text(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    let bytes = ranges[range.lowerBound].lowerBound..<ranges[range.upperBound - 1].upperBound
    return String(decoding: source[bytes], as: UTF8.self)
  }

  /// The first place of a keyword outside parentheses.
  package func firstIndex(of keyword: String, from start: Int) -> Int? {
    var depth = 0
    for index in start..<max(start, count) {
      switch tokens[index].text {
      case "(": depth += 1
      case ")": depth -= 1
      default: if depth == 0, tokens[index].keyword == keyword { return index }
      }
    }
    return nil
  }

  /// The last place of a keyword.
  package func lastIndex(of keyword: String) -> Int? { tokens.lastIndex { $0.keyword == keyword } }

  /// The place behind the parenthesis that closes the one at `open`.
  package func end(ofParenthesesAt open: Int) -> Int {
    var depth = 0
    for index in open..<count {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return count
  }

  /// The parts between commas outside parentheses.
  package func items(in range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var (start, depth) = (range.lowerBound, 0)
    for index in range {
      switch tokens[index].text {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        result.append(start..<index)
        start = index + 1
      default: break
      }
    }
    return start < range.upperBound ? result + [start..<range.upperBound] : result
  }

  /// Whether the tokens are a single literal, with or without a sign.
  package var isLiteral: Bool {
    let signed = tokens.first.map { ["-", "+"].contains($0.text) } == true
    guard count == (signed ? 2 : 1), let last = tokens.last else { return false }
    switch last.kind {
    case .number: return true
    case .text, .blob: return !signed
    case .word:
      return !signed
        && ["NULL", "TRUE", "FALSE", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"]
          .contains(last.keyword)
    case .quotedName, .symbol: return false
    }
  }
}

// MARK: - Names

extension SQLTokens {
  /// All names, folded as SQLite compares names; keywords are included.
  package var foldedNames: Set<String> {
    Set(
      tokens.filter { $0.kind == .word || $0.kind == .quotedName }.map(\.name.asciiLowercased))
  }

  /// All names and texts, folded: a pragma accepts the name of a table as either.
  package var foldedTexts: Set<String> {
    Set(
      tokens.filter { [.word, .quotedName, .text].contains($0.kind) }.map(\.name.asciiLowercased))
  }

  /// Whether a name occurs, as a word or in quotes.
  ///
  /// ```swift
  /// SQLTokens("SELECT _id FROM Work WHERE title = 'Edition'").mentions("Edition") // false
  /// ```
  package func mentions(_ name: String) -> Bool {
    let folded = name.asciiLowercased
    return tokens.contains {
      ($0.kind == .word || $0.kind == .quotedName) && $0.name.asciiLowercased == folded
    }
  }

  /// Whether one of the names occurs.
  package func mentions(_ names: Set<String>) -> Bool {
    !foldedNames.isDisjoint(with: names.map(\.asciiLowercased))
  }
}

// MARK: - Scanning

extension SQLTokens {
  /// Moves past one token, or past spaces and comments, which have no kind.
  private static func scan(_ bytes: [UInt8], _ position: inout Int) -> Token.Kind? {
    let byte = bytes[position]
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    switch byte {
    case 0x20, 0x09...0x0d:
      position += 1
      return nil
    case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
      position = bytes[position...].firstIndex(of: 0x0a) ?? bytes.count
      return nil
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      position = endOfComment(bytes, from: position + 2)
      return nil
    case UInt8(ascii: "'"): return quoted(bytes, &position, by: byte, .text)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(bytes, &position, by: byte, .quotedName)
    case UInt8(ascii: "["):
      position = (bytes[position...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count - 1) + 1
      return .quotedName
    case UInt8(ascii: "x") where next == UInt8(ascii: "'"),
      UInt8(ascii: "X") where next == UInt8(ascii: "'"):
      position += 1
      return quoted(bytes, &position, by: next, .blob)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number(bytes, &position)
    case UInt8(ascii: ".") where isDigit(next): return number(bytes, &position)
    case _ where isWordPart(byte):
      position = bytes[position...].firstIndex { !isWordPart($0) } ?? bytes.count
      return .word
    default:
      position += 1
      return .symbol
    }
  }

  private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        return index + 2
      }
      index += 1
    }
    return bytes.count
  }

  private static func quoted(
    _ bytes: [UInt8], _ position: inout Int, by quote: UInt8, _ kind: Token.Kind
  ) -> Token.Kind {
    position += 1
    while position < bytes.count {
      let isQuote = bytes[position] == quote
      position += 1
      guard isQuote else { continue }
      guard position < bytes.count, bytes[position] == quote else { return kind }
      position += 1
    }
    return kind
  }

  private static func number(_ bytes: [UInt8], _ position: inout Int) -> Token.Kind {
    let start = position
    position += 1
    while position < bytes.count {
      let isSign = bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+")
      // In '0x1e+1', the letter is a digit.
      let followsExponent =
        bytes[position - 1] | 0x20 == UInt8(ascii: "e")
        && bytes[start + 1] | 0x20 != UInt8(ascii: "x")
      let belongs =
        isWordPart(bytes[position]) || bytes[position] == UInt8(ascii: ".")
        || (isSign && followsExponent)
      guard belongs else { break }
      position += 1
    }
    return .number
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5a).contains(byte & 0xdf) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
