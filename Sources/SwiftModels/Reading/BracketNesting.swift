/// Finds `[` after `[` so often that the parser would take for ever.
///
/// ```swift
/// let cube = [[[1, 2], [3]]]  // three: as people write them
/// ```
///
/// Where a `[` opens, the parser first tries whether a type follows, and at the next one again: the
/// time doubles with each. Strings and comments do not count.
struct BracketNesting {
  /// As many may follow one another, parentheses between them or not.
  static let limit = 12

  private enum Frame {
    case code(openParentheses: Int)
    case string(pounds: Int, isMultiline: Bool)
  }

  private let bytes: [UInt8]
  private var offset = 0
  private var run = 0
  private var frames: [Frame] = [.code(openParentheses: 0)]

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where the bracket stands that is one too many; nil where none is.
  static func excess(in bytes: [UInt8]) -> Int? {
    var scan = BracketNesting(bytes)
    while scan.offset < bytes.count {
      scan.step()
      if scan.run > limit { return scan.offset - 1 }
    }
    return nil
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
    if follows("//") { return skipLine() }
    if follows("/*") { return skipComment() }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"), enterString() { return }
    offset += 1
    switch byte {
    case UInt8(ascii: "["): run += 1
    case UInt8(ascii: "("): frames[frames.count - 1] = .code(openParentheses: open + 1)
    case UInt8(ascii: ")"):
      run = 0
      if open > 0 {
        frames[frames.count - 1] = .code(openParentheses: open - 1)
      } else if frames.count > 1 {
        // The end of what a string interpolates.
        frames.removeLast()
      }
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
    default: run = 0
    }
  }

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

  /// Goes behind the quotes that begin a string, if some follow.
  private mutating func enterString() -> Bool {
    let pounds = countOfPounds(from: offset)
    offset += pounds
    run = 0
    guard follows("\"") else { return pounds > 0 }
    let isMultiline = follows("\"\"\"")
    offset += isMultiline ? 3 : 1
    frames.append(.string(pounds: pounds, isMultiline: isMultiline))
    return true
  }

  // MARK: Strings

  private mutating func stepInString(_ pounds: Int, _ isMultiline: Bool) {
    let quotes: StaticString = isMultiline ? "\"\"\"" : "\""
    let width = quotes.utf8CodeUnitCount
    if follows("\\"), countOfPounds(from: offset + 1) >= pounds {
      offset += 1 + pounds
      if follows("(") { frames.append(.code(openParentheses: 0)) }
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
