/// The bytes of a file, with checks that do not need YAML's grammar.
struct YAMLText {
  /// The bytes, without a byte order mark.
  let bytes: [UInt8]

  /// Checks the size and the encoding, which libyaml would not refuse.
  init(_ bytes: [UInt8], limits: YAMLLimits) throws(YAMLProblem) {
    guard bytes.count <= limits.bytes else {
      throw .tooManyBytes(bytes.count, limit: limits.bytes)
    }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) { throw .utf16 }
    self.bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The place of a byte.
  func mark(ofByteAt offset: Int) -> YAMLMark {
    let before = bytes.prefix(offset)
    let lineStart = (before.lastIndex(of: 0x0a) ?? -1) + 1
    return YAMLMark(
      line: before.count { $0 == 0x0a } + 1,
      column: before[lineStart...].count { !Self.continues($0) } + 1)
  }

  /// The offset of the character that a byte should have continued.
  func start(ofCharacterBefore offset: Int) -> Int {
    bytes.prefix(offset).lastIndex { !Self.continues($0) } ?? offset
  }

  /// The line with a number from 1, without its line break.
  private func line(_ number: Int) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    for _ in 1..<max(number, 1) {
      guard let end = rest.firstIndex(of: 0x0a) else { return [] }
      rest = rest[(end + 1)...]
    }
    return rest.prefix { $0 != 0x0a && $0 != 0x0d }
  }

  /// The place of a tab in the indentation of a line.
  func tabInIndentation(ofLine number: Int) -> YAMLMark? {
    let indentation = line(number).prefix { $0 == 0x20 || $0 == 0x09 }
    guard let tab = indentation.firstIndex(of: 0x09) else { return nil }
    return YAMLMark(line: number, column: tab - indentation.startIndex + 1)
  }

  /// A directive before the document that would change the meaning of the document.
  var directive: YAMLMark? {
    var number = 1
    var rest = bytes[...]
    while let first = rest.first, [0x23, 0x25, 0x0a, 0x0d].contains(first) {
      if rest.starts(with: "%TAG".utf8) { return YAMLMark(line: number, column: 1) }
      guard let end = rest.firstIndex(of: 0x0a) else { return nil }
      rest = rest[(end + 1)...]
      number += 1
    }
    return nil
  }

  /// The probable cause of a syntax error, from the character at its place and the last character before it
  /// that is not a space.
  func hint(at mark: YAMLMark, problem: String) -> YAMLProblem.Hint? {
    let scalars = Array(String(decoding: line(mark.line), as: UTF8.self).unicodeScalars)
    let position = min(mark.column - 1, scalars.count)
    if position < scalars.count, ["`", "@", "%"].contains(scalars[position]) {
      return .reservedCharacter(Character(scalars[position]))
    }
    let before = scalars[..<position]
    if problem.hasPrefix("mapping values") {
      return before.contains(":") ? .colonInText : .lineBefore
    }
    guard problem.hasPrefix("did not find expected") || problem.hasPrefix("mapping keys") else {
      return nil
    }
    switch before.last(where: { $0 != " " }) {
    case "]" where position < scalars.count: return .textAfterBracket
    // A quote from an earlier line ends where a new one should begin.
    case let quote? where ["\"", "'"].contains(quote) && before.count { $0 == quote } % 2 == 0:
      return .textAfterQuote
    default: return .lineBefore
    }
  }

  /// The marker of an unresolved merge conflict.
  var conflict: YAMLMark? {
    let marks = ["<<<<<<< ", "=======", ">>>>>>> "]
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    return lines.firstIndex { line in marks.contains { line.starts(with: $0.utf8) } }
      .map { YAMLMark(line: $0 + 1, column: 1) }
  }

  private static func continues(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }
}
