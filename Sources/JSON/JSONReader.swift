package import Diagnostics

/// Reads JSON documents, with the place of every value (https://www.rfc-editor.org/rfc/rfc8259).
///
/// A large document is read in pieces, and only the kept values are held in memory.
package struct JSONReader {
  private static let depthLimit = 200

  private let file: String
  /// Returns the next piece of the document; an empty piece at its end.
  private let more: () -> [UInt8]
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 1
  private var column = 1
  /// Whether values are only checked, and not kept.
  private var isPassing = false

  /// The value of a document.
  ///
  /// Skipped members are checked as strictly as the others, but not kept.
  package static func value(
    of bytes: [UInt8], file: String, passing: PassedMembers = .none
  ) throws(DiagnosticsError) -> JSONValue {
    var rest = bytes
    var reader = Self(file: file) {
      defer { rest = [] }
      return rest
    }
    do throws(JSONProblem) {
      let value = try reader.value(passing: passing)
      try reader.expectEnd()
      return value
    } catch {
      throw reader.diagnosis(error)
    }
  }

  /// A reader of a document in pieces; an empty piece ends the document.
  package init(file: String, more: @escaping () -> [UInt8]) {
    self.file = file
    self.more = more
    load(atLeast: 3)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    load(atLeast: 1)
  }

  /// The diagnostic of a problem, at the place of the problem or at the current place.
  package func diagnosis(_ problem: JSONProblem) -> DiagnosticsError {
    let place = if case .other(_, let place?) = problem { place } else { location }
    return DiagnosticsError([Diagnostic(code: "invalid-json", problem.description, at: place)])
  }

  /// Reads a value, and moves behind it.
  package mutating func value(
    passing passed: PassedMembers = .none
  ) throws(JSONProblem) -> JSONValue {
    isPassing = passed.isWhole
    return try value(depth: 1, passed)
  }

  /// Checks that only white space is left.
  package mutating func expectEnd() throws(JSONProblem) {
    skipSpace()
    guard current == nil else { throw .contentAfterEnd }
  }

  private mutating func value(
    depth: Int, _ passed: PassedMembers
  ) throws(JSONProblem) -> JSONValue {
    guard depth <= Self.depthLimit else { throw .tooDeep(Self.depthLimit) }
    skipSpace()
    let start = location
    return JSONValue(try content(depth: depth, passed), at: start)
  }

  private mutating func content(
    depth: Int, _ passed: PassedMembers
  ) throws(JSONProblem) -> JSONValue.Content {
    guard let current else { throw .unfinished }
    switch current {
    case UInt8(ascii: "{"): return .object(try members(depth: depth, passed))
    case UInt8(ascii: "["): return .array(try elements(depth: depth, passed))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    default:
      for (word, content) in [
        ("true", JSONValue.Content.bool(true)), ("false", .bool(false)), ("null", .null),
      ] where skip(word) {
        return content
      }
      throw .expected("a value")
    }
  }

  private mutating func members(
    depth: Int, _ passed: PassedMembers
  ) throws(JSONProblem) -> [JSONValue.Member] {
    advance()
    var members: [JSONValue.Member] = []
    skipSpace()
    if skip("}") { return members }
    while true {
      let name = try name()
      let (inner, wasPassing) = (passed[name], isPassing)
      isPassing = wasPassing || inner.isWhole
      let value = try value(depth: depth + 1, inner)
      if !isPassing { members.append(.init(name, value)) }
      isPassing = wasPassing
      skipSpace()
      if skip("}") { return members }
      guard skip(",") else { throw missing("',' or '}'") }
    }
  }

  /// Reads the name of a member and the following colon.
  package mutating func name() throws(JSONProblem) -> String {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw missing("a name in quotes") }
    let name = try string()
    skipSpace()
    guard skip(":") else { throw missing("':'") }
    return name
  }

  private mutating func elements(
    depth: Int, _ passed: PassedMembers
  ) throws(JSONProblem) -> [JSONValue] {
    advance()
    var elements: [JSONValue] = []
    skipSpace()
    if skip("]") { return elements }
    while true {
      let element = try value(depth: depth + 1, passed)
      if !isPassing { elements.append(element) }
      skipSpace()
      if skip("]") { return elements }
      guard skip(",") else { throw missing("',' or ']'") }
    }
  }

  private mutating func number() throws(JSONProblem) -> String {
    var text: [UInt8] = []
    while let byte = current, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) {
      text.append(byte)
      advance()
    }
    guard Self.isNumber(text[...]) else { throw .expected("a number") }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a text is a number by section 6: `-0.5e+3`, but not `01`, `1.` or `.5`.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let leadsWithZero = rest.first == 0x30
    let whole = dropDigits(from: &rest)
    guard whole == 1 || (whole > 1 && !leadsWithZero) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard dropDigits(from: &rest) > 0 else { return false }
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
      guard dropDigits(from: &rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Removes the digits at the beginning, and returns their number.
  private static func dropDigits(from text: inout ArraySlice<UInt8>) -> Int {
    let count = text.prefix { (0x30...0x39).contains($0) }.count
    text.removeFirst(count)
    return count
  }

  private mutating func string() throws(JSONProblem) -> String {
    advance()
    var units: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: units, as: UTF8.self) else { throw .encoding }
        advance()
        return text
      case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
      case 0..<0x20: throw .expected("no control character in a text")
      default:
        units.append(byte)
        advance()
      }
    }
    throw .unfinished
  }

  private static let escapes: [UInt8: UnicodeScalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func escape() throws(JSONProblem) -> UnicodeScalar {
    advance()
    guard let byte = current else { throw .unfinished }
    if let scalar = Self.escapes[byte] {
      advance()
      return scalar
    }
    guard skip("u") else { throw .expected("an escape") }
    let first = try codeUnit()
    guard (0xD800..<0xDC00).contains(first) else {
      guard let scalar = UnicodeScalar(first) else { throw .expected("a pair of surrogates") }
      return scalar
    }
    guard skip("\\u") else { throw .expected("a pair of surrogates") }
    let second = try codeUnit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .expected("a pair of surrogates") }
    return scalar
  }

  private mutating func codeUnit() throws(JSONProblem) -> UInt32 {
    load(atLeast: 4)
    let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    // `UInt32` would accept a sign as well.
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt32(digits, radix: 16)
    else { throw .expected("four hexadecimal digits") }
    for _ in 0..<4 { advance() }
    return unit
  }
}

// MARK: - Characters

extension JSONReader {
  /// The current place.
  package var location: SourceLocation { SourceLocation(file: file, line: line, column: column) }
  /// The byte at the current place; nil at the end.
  package var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func missing(_ what: String) -> JSONProblem {
    current == nil ? .unfinished : .expected(what)
  }

  /// Loads pieces until a number of bytes is available, or the document ends.
  private mutating func load(atLeast count: Int) {
    while bytes.count - position < count, case let piece = more(), !piece.isEmpty {
      bytes = position == bytes.count ? piece : bytes[position...] + piece
      position = 0
    }
  }

  private mutating func advance() {
    if bytes[position] == 0x0A {
      line += 1
      column = 0
    }
    position += 1
    if position == bytes.count { load(atLeast: 1) }
    // Continuation bytes of a character do not begin a column.
    if position >= bytes.count || bytes[position] & 0xC0 != 0x80 { column += 1 }
  }

  /// Moves behind a text; returns false if the text is not there.
  package mutating func skip(_ text: String) -> Bool {
    load(atLeast: text.utf8.count)
    guard bytes[position...].starts(with: text.utf8) else { return false }
    for _ in text.utf8 { advance() }
    return true
  }

  /// Skips the white space between values.
  package mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { advance() }
  }
}

/// The reason why a text is not a JSON document.
package enum JSONProblem: Error, CustomStringConvertible {
  /// A text is not UTF-8.
  case encoding
  /// Something else is expected at the place.
  case expected(String)
  /// The document ends in the middle of a value.
  case unfinished
  /// Lists and objects are nested deeper than the limit.
  case tooDeep(Int)
  /// The document continues after the value.
  case contentAfterEnd
  /// Another problem: the document is not the required list of records, or is too large.
  case other(String, at: SourceLocation? = nil)

  /// The message of the problem.
  package var description: String {
    switch self {
    case .encoding: "the file is not UTF-8 text"
    case .expected(let what): "\(what) is due here"
    case .unfinished: "the file ends in the middle of a value"
    case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
    case .contentAfterEnd: "something stands after the end of the document"
    case .other(let message, _): message
    }
  }
}
