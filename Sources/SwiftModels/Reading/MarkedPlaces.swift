internal import SwiftSyntax

/// The places in a file that are marked by comments, or by conditions of the build.
struct MarkedPlaces {
  let tree: SourceFileSyntax
  let lines: LineTable

  /// All tokens: a visitor would recurse as deep as the tree.
  private var tokens: TokenSequence { tree.tokens(viewMode: .sourceAccurate) }

  /// The places of code that no release runs.
  ///
  /// ```swift
  /// #if DEBUG // from here on
  /// func reset() {}
  /// #endif
  /// #Preview { LibraryView() } // and here
  /// ```
  var unreleased: [ClosedRange<Position>] {
    tokens.flatMap { token -> [ClosedRange<Position>] in
      switch token.tokenKind {
      case .poundIf:
        let node = sequence(first: Syntax(token), next: \.parent).lazy.compactMap {
          $0.as(IfConfigDeclSyntax.self)
        }.first
        return node?.clausesThatMayCount.filter { !$0.mayBeReleased }.compactMap {
          $0.elements.map { range(Syntax($0)) }
        } ?? []
      case .identifier("Preview"):
        return token.parent.flatMap(macro).map { [range($0)] } ?? []
      case .identifier("PreviewProvider"):
        return declaration(inheriting: token).map { [range($0)] } ?? []
      default: return []
      }
    }
  }

  private func range(_ node: Syntax) -> ClosedRange<Position> {
    let start = lines.position(of: node)
    return start...max(start, lines.position(node.endPosition.utf8Offset))
  }

  /// The macro whose name a token is; nil for any other node.
  private func macro(_ node: Syntax) -> Syntax? {
    node.is(MacroExpansionExprSyntax.self) || node.is(MacroExpansionDeclSyntax.self) ? node : nil
  }

  /// The type that inherits the type that a token names.
  private func declaration(inheriting token: TokenSyntax) -> Syntax? {
    let around = sequence(first: Syntax(token), next: \.parent).prefix(7)
    guard around.contains(where: { $0.is(InheritedTypeSyntax.self) }) else { return nil }
    return around.first { $0.asProtocol((any DeclGroupSyntax).self) != nil }
  }

  // MARK: Comments

  /// The comments with instructions for this tool.
  ///
  /// Comments before a token apply to the code that begins with it. Comments after it apply to their own
  /// line.
  var remarks: [FileFacts.Remark] {
    tokens.flatMap { token in
      remarks(in: token.leadingTrivia, at: token.position) { _ in headLines(of: token) }
        + remarks(in: token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia) { $0...$0 }
    }
  }

  private func remarks(
    in trivia: Trivia, at start: AbsolutePosition, about lines: (Int) -> ClosedRange<Int>
  ) -> [FileFacts.Remark] {
    var offset = start.utf8Offset
    return trivia.compactMap { piece in
      defer { offset += piece.sourceLength.utf8Length }
      guard case .lineComment(let text) = piece else { return nil }
      let words = text.drop { $0 == "/" || $0 == " " }
      guard words.hasPrefix("migrate:") else { return nil }
      let position = self.lines.position(offset)
      return .init(text: String(words), position: position, lines: lines(Int(position.line)))
    }
  }

  /// The lines that comments about a cache apply to.
  var cacheComments: [ClosedRange<Int>] {
    tokens.flatMap { token in
      let line = Int(lines.position(of: token).line)
      return (CacheWords.describe(token.leadingTrivia.commentText) ? [headLines(of: token)] : [])
        + (CacheWords.describe(token.trailingTrivia.commentText) ? [line...line] : [])
    }
  }

  /// The lines of a token, and of the head of the declaration that begins with it.
  private func headLines(of token: TokenSyntax) -> ClosedRange<Int> {
    let first = Int(lines.position(of: token).line)
    var head: AbsolutePosition?
    var node = token.parent
    while let current = node, current.position == token.position {
      head = current.endOfHead ?? head
      node = current.parent
    }
    let last = head.map { Int(lines.position($0.utf8Offset).line) } ?? first
    return first...max(first, last)
  }
}

extension LineTable {
  /// The position of a node, after the spaces and comments before it.
  func position(of node: some SyntaxProtocol) -> Position {
    position(node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }
}

extension Trivia {
  /// The text of its comments, one after the other.
  fileprivate var commentText: String {
    compactMap { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        text
      default: nil
      }
    }.joined(separator: "\n")
  }
}

extension Syntax {
  /// The end of a declaration's head: before the braces, or before an initial value.
  fileprivate var endOfHead: AbsolutePosition? {
    if let node = self.as(VariableDeclSyntax.self) {
      return node.bindings.last?.pattern.endPositionBeforeTrailingTrivia
    }
    if let node = self.as(FunctionDeclSyntax.self) {
      return node.signature.endPositionBeforeTrailingTrivia
    }
    if let node = self.as(InitializerDeclSyntax.self) {
      return node.signature.endPositionBeforeTrailingTrivia
    }
    if let node = self.asProtocol((any DeclGroupSyntax).self) {
      return node.memberBlock.leftBrace.positionAfterSkippingLeadingTrivia
    }
    return nil
  }
}
