internal import SwiftParser
internal import SwiftSyntax

/// The syntax of a file, in which places are found again, and its text, of which lines are shown.
struct SourceTree {
  private let bytes: [UInt8]
  private let lines: LineTable
  private let tree: SourceFileSyntax
  private let ownNames = OwnNames()

  /// The tree of a text that was read before, as if nothing stood in some of its braces.
  init(_ bytes: [UInt8], leavingOut bodies: [Range<Int>]) {
    self.bytes = bytes
    lines = LineTable(bytes)
    var parsed = bytes
    for body in bodies {
      for offset in body.clamped(to: bytes.indices) { parsed[offset] = 0x20 }
    }
    tree = parsed.withUnsafeBufferPointer { Parser.parse(source: $0) }
  }

  /// The names that stand by themselves somewhere in a member of a type, or in the whole file.
  func ownNames(in node: Syntax) -> Set<String> { ownNames.names(in: node) }

  /// What begins at a place, without the `try` and `await` in front.
  func token(at position: Position) -> TokenSyntax? {
    let offset = lines.offset(position)
    var token = tree.token(at: AbsolutePosition(utf8Offset: offset))
    guard token?.positionAfterSkippingLeadingTrivia.utf8Offset == offset else { return nil }
    while let found = token, [.keyword(.try), .keyword(.await)].contains(found.tokenKind) {
      token = found.nextToken(viewMode: .sourceAccurate)
    }
    return token
  }

  /// How many bytes stand before a place.
  func offset(of position: Position) -> Int { lines.offset(position) }

  /// Where a node begins.
  func position(_ node: some SyntaxProtocol) -> Position {
    lines.position(node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  /// The lines of a node, as deep as if it stood at the left edge, with other texts in the place of
  /// some of its parts.
  func lines(of node: some SyntaxProtocol, replacing edits: [TextEdit] = []) -> [String] {
    let range = node.bytes
    let start = bytes[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let indent = bytes[start..<range.lowerBound].prefix { $0 == 0x20 || $0 == 0x09 }.count
    var text = ""
    var reached = range.lowerBound
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= reached && edit.range.upperBound <= range.upperBound {
      text += String(decoding: bytes[reached..<edit.range.lowerBound], as: UTF8.self)
      text += edit.text
      reached = edit.range.upperBound
    }
    text += String(decoding: bytes[reached..<range.upperBound], as: UTF8.self)
    let found = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return found.enumerated().map { number, line in
      if number == 0 { return String(line) }
      let depth = line.prefix { $0 == " " || $0 == "\t" }.count
      return String(line.dropFirst(min(depth, indent)))
    }
  }
}

/// The names that stand by themselves in parts of a file, collected once for each.
private final class OwnNames {
  private var known: [SyntaxIdentifier: Set<String>] = [:]

  func names(in node: Syntax) -> Set<String> {
    if let known = known[node.id] { return known }
    let names = Set(node.tokens(viewMode: .sourceAccurate).lazy.filter(\.isOwnName).map(\.plain))
    known[node.id] = names
    return names
  }
}

/// Another text for a part of a file.
struct TextEdit {
  /// The bytes that it replaces.
  var range: Range<Int>
  /// What stands there then.
  var text: String
}

extension SyntaxProtocol {
  /// The bytes of a node, without the spaces and comments around it.
  var bytes: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }

  /// What is around a node, from inside to outside.
  var ancestors: some Sequence<Syntax> {
    sequence(first: Syntax(self), next: \.parent).dropFirst()
  }

  /// The innermost statement that a node is part of.
  var statement: CodeBlockItemSyntax? {
    ancestors.lazy.compactMap { $0.as(CodeBlockItemSyntax.self) }.first { _ in true }
  }

  /// The innermost closure, function or accessor around a node.
  var body: Syntax? {
    ancestors.first { node in
      node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self)
        || node.is(InitializerDeclSyntax.self) || node.is(AccessorDeclSyntax.self)
        || node.is(AccessorBlockSyntax.self) || node.is(MemberBlockItemSyntax.self)
    }
  }

  /// The member of a type that a node is part of, or else the whole file.
  var memberAround: Syntax? {
    ancestors.first { $0.is(MemberBlockItemSyntax.self) || $0.is(SourceFileSyntax.self) }
  }

  /// The names that are read in a node, but for members of values.
  var references: [DeclReferenceExprSyntax] {
    tokens(viewMode: .sourceAccurate).compactMap { token in
      guard let name = token.parent?.as(DeclReferenceExprSyntax.self) else { return nil }
      if let member = name.parent?.as(MemberAccessExprSyntax.self), member.declName.id == name.id {
        return nil
      }
      return name.parent?.is(KeyPathPropertyComponentSyntax.self) == true ? nil : name
    }
  }

  /// Whether it asks for a value that may be absent, or fails, or waits.
  var hasQuestion: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      [.postfixQuestionMark, .infixQuestionMark].contains($0.tokenKind)
    }
  }
}

extension ExprSyntax {
  /// The expression behind `try`, `await` and parentheses; nil behind `try?` and `try!`.
  var bare: ExprSyntax? {
    if let node = self.as(TryExprSyntax.self) {
      return node.questionOrExclamationMark == nil ? node.expression.bare : nil
    }
    if let node = self.as(AwaitExprSyntax.self) { return node.expression.bare }
    if let node = self.as(TupleExprSyntax.self), node.elements.count == 1,
      let only = node.elements.first, only.label == nil
    {
      return only.expression.bare
    }
    return self
  }

  /// Whether a call of it makes an object: `Book`, `Books.Book`, `Book.init`.
  var spellsType: Bool {
    if let node = self.as(DeclReferenceExprSyntax.self) { return node.baseName.beginsUppercase }
    if let node = self.as(GenericSpecializationExprSyntax.self) {
      return node.expression.spellsType
    }
    if let node = self.as(MemberAccessExprSyntax.self), let base = node.base {
      if node.declName.baseName.text == "init" { return base.spellsType }
      return base.spellsType && node.declName.baseName.beginsUppercase
    }
    return false
  }
}

extension TokenSyntax {
  fileprivate var beginsUppercase: Bool { plain.first?.isUppercase ?? false }
}
