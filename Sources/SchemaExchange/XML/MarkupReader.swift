package import Diagnostics

/// Reads XML documents: elements, attributes and text, each with its place.
///
/// It accepts the same documents as Foundation's `XMLParser`, which the tests verify. That class is not used,
/// because it brings libxml2 and ICU and takes twice the time in which the whole tool starts. It also reports
/// neither the places of attributes nor the declaration of entities.
///
/// Nothing is fetched and nothing is expanded. A document type may be named, as in property lists, but a
/// document that declares its own entities is rejected.
package struct MarkupReader {
  private static let depthLimit = 200

  private let bytes: [UInt8]
  private let file: String
  private var position = 0
  private var line = 1
  private var column = 1

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// The root element of a document.
  package static func root(of bytes: [UInt8], file: String) throws(DiagnosticsError)
    -> MarkupElement
  {
    var reader = Self(bytes, file: file)
    do throws(MarkupProblem) {
      return try reader.document()
    } catch {
      // What stands between the marks of a merge is reported after the merge.
      let mark = conflict(in: bytes)
      let problem = mark == nil ? error : .unresolvedConflict
      let location = mark.map { SourceLocation(file: file, line: $0, column: 1) }
      throw DiagnosticsError([problem.diagnostic(at: location ?? reader.location)])
    }
  }

  /// The line with the first mark of a merge conflict.
  private static func conflict(in bytes: [UInt8]) -> Int? {
    let marks = ["<<<<<<< ", ">>>>>>> "]
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .firstIndex { line in marks.contains { line.starts(with: $0.utf8) } }.map { $0 + 1 }
  }
}

// MARK: - The document

extension MarkupReader {
  private mutating func document() throws(MarkupProblem) -> MarkupElement {
    guard !bytes.isEmpty else { throw .empty }
    guard Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes else { throw .encoding }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if skip("<?xml") { try declaration() }
    try miscellany(allowingType: true)
    guard current == UInt8(ascii: "<") else { throw .expected("an element") }
    let root = try element(depth: 1)
    try miscellany(allowingType: false)
    guard isAtEnd else { throw .contentAfterEnd }
    return root
  }

  /// Reads `version="1.0" encoding="UTF-8"?>`, of which only the encoding is checked.
  private mutating func declaration() throws(MarkupProblem) {
    while true {
      skipSpace()
      if skip("?>") { return }
      guard let byte = current, Self.isNameByte(byte) else {
        throw isAtEnd ? .unfinished("the XML declaration") : .expected("'?>'")
      }
      let (name, value) = (self.name(), try attributeValue())
      let known = ["utf-8", "utf8", "us-ascii", "ascii"]
      if name == "encoding", !known.contains(value.lowercased()) {
        throw .declaredEncoding(value)
      }
    }
  }

  /// Skips comments, instructions and white space, and the document's type if `allowingType` is true.
  private mutating func miscellany(allowingType: Bool) throws(MarkupProblem) {
    while true {
      skipSpace()
      if skip("<!--") {
        try skipComment()
      } else if skip("<?") {
        try skip(to: "?>", in: "an instruction")
      } else if allowingType, skip("<!DOCTYPE") {
        try skipType()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(MarkupProblem) {
    try skip(to: "--", in: "a comment")
    guard skip(">") else { throw .expected("'>' after '--' in a comment") }
  }

  /// Skips the name of the document's type and the place of its definition, which is not fetched.
  private mutating func skipType() throws(MarkupProblem) {
    while let byte = current {
      switch byte {
      case UInt8(ascii: ">"):
        advance()
        return
      case UInt8(ascii: "["): throw .internalSubset
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        advance()
        try skip(to: String(UnicodeScalar(byte)), in: "the document's type")
      default: advance()
      }
    }
    throw .unfinished("the document's type")
  }
}

// MARK: - Elements

extension MarkupReader {
  private mutating func element(depth: Int) throws(MarkupProblem) -> MarkupElement {
    guard depth <= Self.depthLimit else { throw .tooDeep(Self.depthLimit) }
    let start = location
    advance()
    var element = MarkupElement(name: try requiredName("the name of an element"), location: start)
    let isEmpty = try attributes(of: &element)
    if !isEmpty { try content(of: &element, depth: depth) }
    return element
  }

  /// Reads the rest of a start tag; returns true if the tag also ends the element.
  private mutating func attributes(of element: inout MarkupElement) throws(MarkupProblem) -> Bool {
    var names: Set<String> = []
    while true {
      let hadSpace = skipSpace()
      if skip("/>") { return true }
      if skip(">") { return false }
      guard !isAtEnd else { throw .unfinished("'<\(element.name)'") }
      guard hadSpace else { throw .expected("a space or '>'") }
      let start = location
      let name = try requiredName("an attribute or '>'")
      guard names.insert(name).inserted else { throw .repeatedAttribute(name) }
      element.attributes.append(.init(name: name, value: try attributeValue(), location: start))
    }
  }

  /// Reads `= "value"`, with references replaced and white space normalised.
  private mutating func attributeValue() throws(MarkupProblem) -> String {
    skipSpace()
    guard skip("=") else { throw .expected("'='") }
    skipSpace()
    guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw .expected("a quoted value")
    }
    advance()
    var value: [UInt8] = []
    while let byte = current, byte != quote {
      switch byte {
      case UInt8(ascii: "<"): throw .expected("'&lt;', not '<',")
      case UInt8(ascii: "&"): value += try reference()
      case 0x0D where peek(1) == 0x0A: advance()
      case 0x09, 0x0A, 0x0D:
        value.append(0x20)
        advance()
      default: value.append(try character())
      }
    }
    guard !isAtEnd else { throw .unfinished("a quoted value") }
    advance()
    return String(decoding: value, as: UTF8.self)
  }

  private mutating func content(
    of element: inout MarkupElement, depth: Int
  ) throws(MarkupProblem) {
    var text: [UInt8] = []
    defer { element.text = String(decoding: text, as: UTF8.self) }
    while let byte = current {
      switch byte {
      case UInt8(ascii: "<"):
        if skip("</") { return try end(of: element) }
        if skip("<!--") {
          try skipComment()
        } else if skip("<![CDATA[") {
          text += try literalText()
        } else if skip("<?") {
          try skip(to: "?>", in: "an instruction")
        } else {
          element.children.append(try self.element(depth: depth + 1))
        }
      case UInt8(ascii: "&"): text += try reference()
      case 0x0D:
        if peek(1) != 0x0A { text.append(0x0A) }
        advance()
      default: text.append(try character())
      }
    }
    throw .unfinished("'<\(element.name)>'")
  }

  private mutating func end(of element: MarkupElement) throws(MarkupProblem) {
    let name = try requiredName("the name of an element")
    guard name == element.name else { throw .mismatchedEnd(name, open: element.name) }
    skipSpace()
    guard skip(">") else { throw isAtEnd ? .unfinished("'</\(name)'") : .expected("'>'") }
  }

  private mutating func literalText() throws(MarkupProblem) -> [UInt8] {
    let start = position
    try skip(to: "]]>", in: "a CDATA section")
    return Array(bytes[start..<position - 3])
  }

  /// Reads a reference such as `&amp;`, and returns the bytes of its character.
  private mutating func reference() throws(MarkupProblem) -> [UInt8] {
    let named: [String: UInt8] = ["lt": 0x3C, "gt": 0x3E, "amp": 0x26, "quot": 0x22, "apos": 0x27]
    var end = position + 1
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") || Self.isNameByte(bytes[end]) {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else {
      throw .expected("'&amp;', not '&',")
    }
    let name = String(decoding: bytes[position + 1..<end], as: UTF8.self)
    let value: [UInt8]
    if name.hasPrefix("#") {
      guard let scalar = Self.scalar(name.dropFirst()) else {
        throw .invalidCharacter("&\(name);")
      }
      value = Array(String(scalar).utf8)
    } else {
      guard let byte = named[name] else { throw .unknownEntity(name) }
      value = [byte]
    }
    while position <= end { advance() }
    return value
  }

  private static func scalar(_ digits: Substring) -> UnicodeScalar? {
    let number =
      digits.hasPrefix("x")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let number, number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number),
      number != 0xFFFE, number != 0xFFFF
    else { return nil }
    return UnicodeScalar(number)
  }
}

// MARK: - Characters

extension MarkupReader {
  private var location: SourceLocation { SourceLocation(file: file, line: line, column: column) }
  private var isAtEnd: Bool { position >= bytes.count }
  private var current: UInt8? { isAtEnd ? nil : bytes[position] }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func advance() {
    if bytes[position] == 0x0A {
      line += 1
      column = 0
    }
    position += 1
    // Continuation bytes of a character do not begin a column.
    if isAtEnd || bytes[position] & 0xC0 != 0x80 { column += 1 }
  }

  /// One byte of a character that is allowed outside references.
  private mutating func character() throws(MarkupProblem) -> UInt8 {
    let byte = bytes[position]
    guard byte >= 0x20 || byte == 0x09 || byte == 0x0A else {
      throw .invalidCharacter("U+00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
    }
    advance()
    return byte
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    for _ in text.utf8 { advance() }
    return true
  }

  private mutating func skip(to text: String, in what: String) throws(MarkupProblem) {
    while !skip(text) {
      guard !isAtEnd else { throw .unfinished(what) }
      advance()
    }
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { advance() }
    return position > start
  }

  private mutating func requiredName(_ what: String) throws(MarkupProblem) -> String {
    guard let byte = current else { throw .unfinished("the document") }
    guard Self.isNameByte(byte), !(0x30...0x39).contains(byte), byte != UInt8(ascii: "-"),
      byte != UInt8(ascii: ".")
    else { throw .expected(what) }
    return name()
  }

  private mutating func name() -> String {
    let start = position
    while let byte = current, Self.isNameByte(byte) { advance() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Whether a byte is a letter, a digit, one of `-._:`, or outside ASCII.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    default: "-._:".utf8.contains(byte)
    }
  }
}
