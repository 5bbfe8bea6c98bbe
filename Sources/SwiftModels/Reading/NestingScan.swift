/// A search for code that would take the parser too long, or overflow its stack.
///
/// ```swift
/// let cube = [[[1, 2], [3]]]  // three levels, which is fine
/// ```
///
/// Strings and comments do not count. The parser itself refuses more than 256 levels of brackets, but first
/// looks ahead through all of them at each level. It counts no levels without brackets.
struct NestingScan {
  /// The kinds of excess.
  enum Kind: Hashable {
    /// `[` after `[`, with or without parentheses between them.
    ///
    /// At each bracket, the parser first tries to read a type, so the time doubles with each one.
    case lists
    /// Brackets of any kind, interpolations and `#if`, nested in one another.
    case levels
    /// `<` that may begin generic arguments, which may be nested.
    case angles
    /// `->`, because the result of one function type may be the next.
    case arrows
    /// Keywords that follow one another directly, as in `if if`.
    case keywords

    /// The greatest number that the parser gets to read.
    var limit: Int {
      switch self {
      case .lists: 12
      case .levels, .angles: 256
      case .arrows, .keywords: 64
      }
    }
  }

  /// The kind of an excess, and the offset of the first one beyond the limit.
  struct Excess: Hashable {
    var kind: Kind
    var offset: Int
  }

  private enum Frame {
    case code(openParentheses: Int)
    case string(pounds: Int, isMultiline: Bool)
  }

  private let bytes: [UInt8]
  private var offset = 0
  private var frames: [Frame] = [.code(openParentheses: 0)]
  private var lists = 0
  private var brackets = 0
  private var conditions = 0
  private var angles = 0
  private var arrows = 0
  private var keywords = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The first excess in a text; nil if the parser can read all of it.
  static func excess(in bytes: [UInt8]) -> Excess? {
    var scan = NestingScan(bytes)
    while scan.offset < bytes.count {
      let start = scan.offset
      scan.step()
      if let kind = scan.exceeded { return Excess(kind: kind, offset: start) }
    }
    return nil
  }

  private var exceeded: Kind? {
    if lists > Kind.lists.limit { return .lists }
    if brackets + conditions > Kind.levels.limit { return .levels }
    if angles > Kind.angles.limit { return .angles }
    if arrows > Kind.arrows.limit { return .arrows }
    return keywords > Kind.keywords.limit ? .keywords : nil
  }

  private mutating func step() {
    switch frames.last {
    case .string(let pounds, let isMultiline)?: stepInString(pounds, isMultiline)
    case .code(let open)?: stepInCode(open)
    case nil: offset = bytes.count
    }
  }

  // MARK: Code

  private mutating func stepInCode(_ open: Int) {
    let byte = bytes[offset]
    if Self.isWordByte(byte) { return skipWord() }
    if follows("//") { return skipLine() }
    if follows("/*") { return skipComment() }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"), enterString() { return }
    offset += 1
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return
    case UInt8(ascii: "["): lists += 1
    case UInt8(ascii: "("): break
    default: lists = 0
    }
    keywords = 0
    switch byte {
    case UInt8(ascii: "("):
      openBracket()
      frames[frames.count - 1] = .code(openParentheses: open + 1)
    case UInt8(ascii: ")"):
      closeBracket()
      if open > 0 {
        frames[frames.count - 1] = .code(openParentheses: open - 1)
      } else if frames.count > 1 {
        // The end of an interpolation.
        frames.removeLast()
      }
    case UInt8(ascii: "["): openBracket()
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "{"):
      openBracket()
      arrows = 0
    case UInt8(ascii: "}"):
      closeBracket()
      arrows = 0
    case UInt8(ascii: ";"), UInt8(ascii: "="): (angles, arrows) = (0, 0)
    case UInt8(ascii: "<"): angles += 1
    case UInt8(ascii: ">"): closeAngle()
    default: break
    }
  }

  private mutating func openBracket() {
    brackets += 1
    angles = 0
  }

  private mutating func closeBracket() {
    brackets = max(0, brackets - 1)
    angles = 0
  }

  /// Handles a `>`, which ends generic arguments unless it belongs to an arrow.
  private mutating func closeAngle() {
    if offset > 1, bytes[offset - 2] == UInt8(ascii: "-") {
      arrows += 1
    } else {
      angles = max(0, angles - 1)
    }
  }

  /// Skips a word, such as a name, a number or a keyword.
  private mutating func skipWord() {
    let start = offset
    while offset < bytes.count, Self.isWordByte(bytes[offset]) { offset += 1 }
    lists = 0
    let word = bytes[start..<offset]
    guard word.count <= 11, let text = String(validating: word, as: UTF8.self),
      Self.keywords.contains(text)
    else {
      keywords = 0
      return
    }
    keywords += 1
    if Self.beginnings.contains(text) { (angles, arrows) = (0, 0) }
  }

  /// The keywords that other keywords may follow.
  private static let keywords: Set<String> =
    beginnings.union([
      "any", "as", "await", "borrow", "borrowing", "consume", "consuming", "copy", "discard",
      "each", "in", "inout", "is", "isolated", "repeat", "sending", "some", "then", "throw", "try",
      "unsafe", "yield",
    ])

  /// The keywords that cannot follow within a type, and therefore end one.
  private static let beginnings: Set<String> = [
    "case", "catch", "class", "defer", "do", "else", "enum", "for", "func", "guard", "if", "init",
    "let", "return", "struct", "subscript", "switch", "typealias", "var", "where", "while",
  ]

  private mutating func skipLine() {
    while offset < bytes.count, !isLineEnd { offset += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if follows("/*") {
        depth += 1
        offset += 2
      } else if follows("*/") {
        depth -= 1
        offset += 2
      } else {
        offset += 1
      }
    } while depth > 0 && offset < bytes.count
  }

  /// Skips the quotes that begin a string, or a `#`; false if neither is next.
  private mutating func enterString() -> Bool {
    let pounds = countOfPounds(from: offset)
    offset += pounds
    lists = 0
    guard follows("\"") else {
      if pounds == 1 { enterDirective() }
      return pounds > 0
    }
    let isMultiline = follows("\"\"\"")
    offset += isMultiline ? 3 : 1
    frames.append(.string(pounds: pounds, isMultiline: isMultiline))
    return true
  }

  /// Counts the condition that a `#` begins or ends, if any.
  private mutating func enterDirective() {
    let word = bytes[offset...].prefix(while: Self.isWordByte)
    if word.elementsEqual("if".utf8) { conditions += 1 }
    if word.elementsEqual("endif".utf8) { conditions = max(0, conditions - 1) }
  }

  // MARK: Strings

  private mutating func stepInString(_ pounds: Int, _ isMultiline: Bool) {
    let quotes: StaticString = isMultiline ? "\"\"\"" : "\""
    let width = quotes.utf8CodeUnitCount
    if follows("\\"), countOfPounds(from: offset + 1) >= pounds {
      offset += 1 + pounds
      if follows("(") {
        openBracket()
        frames.append(.code(openParentheses: 0))
      }
      offset += 1
    } else if follows(quotes), countOfPounds(from: offset + width) >= pounds {
      offset += width + pounds
      frames.removeLast()
    } else {
      if isLineEnd, !isMultiline { frames.removeLast() }
      offset += 1
    }
  }

  // MARK: Bytes

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private var isLineEnd: Bool {
    bytes[offset] == UInt8(ascii: "\n") || bytes[offset] == UInt8(ascii: "\r")
  }

  private func follows(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    return text.withUTF8Buffer { wanted in
      (0..<count).allSatisfy { bytes[offset + $0] == wanted[$0] }
    }
  }

  private func countOfPounds(from start: Int) -> Int {
    bytes[min(start, bytes.count)...].prefix { $0 == UInt8(ascii: "#") }.count
  }
}

// MARK: - Messages

extension NestingScan.Kind {
  /// The message for the place.
  var message: String {
    switch self {
    case .lists: "more than \(limit) '[' open here, each directly inside the previous"
    case .levels: "more than \(limit) brackets, interpolations and '#if' are open here"
    case .angles: "more than \(limit) '<' follow one another here before one of them is closed"
    case .arrows: "more than \(limit) '->' follow one another here"
    case .keywords: "more than \(limit) keywords follow one another here"
    }
  }

  /// The advice on what to write instead.
  var advice: String {
    switch self {
    case .lists: "give the inner lists names"
    case .levels: "move the inner parts into functions of their own"
    case .angles: "divide the list, or give the inner types names"
    case .arrows: "give the inner functions' types names"
    case .keywords: "the compiler reads no such thing either"
    }
  }
}
