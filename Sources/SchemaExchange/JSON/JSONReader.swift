package import Diagnostics

/// Reads JSON documents, with the place of every value (https://www.rfc-editor.org/rfc/rfc8259).
package struct JSONReader {
  private static let depthLimit = 200

  private let bytes: [UInt8]
  private let file: String
  private var position = 0
  private var line = 1
  private var column = 1
  /// Whether what is read is only looked at.
  private var isPassing = false

  /// The value that a document holds, or a part of one that begins at a line and a column.
  ///
  /// Members that are passed over are looked at as closely as the others, and are not kept.
  package static func value(
    of bytes: [UInt8], file: String, line: Int = 1, column: Int = 1, passing: PassedMembers = .none
  ) throws(DiagnosticsError) -> JSONNode {
    var reader = Self(bytes: bytes, file: file)
    (reader.line, reader.column) = (line, column)
    do throws(JSONProblem) {
      return try reader.document(passing)
    } catch {
      let place = reader.location
      throw DiagnosticsError([Diagnostic(code: "invalid-json", error.description, at: place)])
    }
  }

  private init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  private mutating func document(_ passed: PassedMembers) throws(JSONProblem) -> JSONNode {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { throw .encoding }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try value(depth: 1, passed)
    skipSpace()
    guard current == nil else { throw .contentAfterEnd }
    return value
  }

  private mutating func value(
    depth: Int, _ passed: PassedMembers
  ) throws(JSONProblem) -> JSONNode {
    guard depth <= Self.depthLimit else { throw .tooDeep(Self.depthLimit) }
    skipSpace()
    let start = location
    return JSONNode(content: try content(depth: depth, passed), location: start)
  }

  private mutating func content(
    depth: Int, _ passed: PassedMembers
  ) throws(JSONProblem) -> JSONNode.Content {
    guard let current else { throw .unfinished }
    switch current {
    case UInt8(ascii: "{"): return .object(try members(depth: depth, passed))
    case UInt8(ascii: "["): return .array(try elements(depth: depth, passed))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    default:
      for (word, content) in [
        ("true", JSONNode.Content.bool(true)), ("false", .bool(false)), ("null", .null),
      ] where skip(word) {
        return content
      }
      throw .expected("a value")
    }
  }

  private mutating func members(
    depth: Int, _ passed: PassedMembers
  ) throws(JSONProblem) -> [JSONNode.Member] {
    advance()
    var members: [JSONNode.Member] = []
    skipSpace()
    if skip("}") { return members }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw missing("a name in quotes") }
      let name = try string()
      skipSpace()
      guard skip(":") else { throw missing("':'") }
      let (inner, wasPassing) = (passed[name], isPassing)
      isPassing = wasPassing || inner.isWhole
      let value = try value(depth: depth + 1, inner)
      if !isPassing { members.append(.init(name: name, value: value)) }
      isPassing = wasPassing
      skipSpace()
      if skip("}") { return members }
      guard skip(",") else { throw missing("',' or '}'") }
    }
  }

  private mutating func elements(
    depth: Int, _ passed: PassedMembers
  ) throws(JSONProblem) -> [JSONNode] {
    advance()
    var elements: [JSONNode] = []
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
    let start = position
    while let byte = current, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) {
      advance()
    }
    let text = bytes[start..<position]
    guard Self.isNumber(text) else { throw .expected("a number") }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a text is a number of section 6: `-0.5e+3`, and neither `01` nor `1.` nor `.5`.
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

  /// Leaves out the digits at the beginning, and tells how many there were.
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
        advance()
        return String(decoding: units, as: UTF8.self)
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
    let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    // A sign would be taken for a digit.
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt32(digits, radix: 16)
    else { throw .expected("four hexadecimal digits") }
    for _ in 0..<4 { advance() }
    return unit
  }
}

// MARK: - Characters

extension JSONReader {
  private var location: SourceLocation { SourceLocation(file: file, line: line, column: column) }
  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func missing(_ what: String) -> JSONProblem {
    current == nil ? .unfinished : .expected(what)
  }

  private mutating func advance() {
    if bytes[position] == 0x0A {
      line += 1
      column = 0
    }
    position += 1
    // Bytes that continue a character do not begin a column.
    if position >= bytes.count || bytes[position] & 0xC0 != 0x80 { column += 1 }
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    for _ in text.utf8 { advance() }
    return true
  }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { advance() }
  }
}

/// What makes a text no JSON document.
enum JSONProblem: Error, CustomStringConvertible {
  case encoding
  case expected(String)
  case unfinished
  case tooDeep(Int)
  case contentAfterEnd

  var description: String {
    switch self {
    case .encoding: "the file is not UTF-8 text"
    case .expected(let what): "\(what) is due here"
    case .unfinished: "the file ends in the middle of a value"
    case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
    case .contentAfterEnd: "something stands after the end of the document"
    }
  }
}
