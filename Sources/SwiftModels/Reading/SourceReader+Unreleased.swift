internal import SwiftSyntax

extension SourceReader {
  /// The places of code that no release runs.
  ///
  /// ```swift
  /// #if DEBUG // from here on
  /// func reset() {}
  /// #endif
  /// #Preview { LibraryView() } // and here
  /// ```
  func unreleased(in tree: SourceFileSyntax, of bytes: [UInt8]) -> [ClosedRange<Position>] {
    let mayHaveSome = bytes.withUnsafeBufferPointer { text in
      ["#if", "Preview"].contains { text.contains($0) }
    }
    guard mayHaveSome else { return [] }
    // Goes token by token, because a visitor would recurse as deep as the tree.
    return tree.tokens(viewMode: .sourceAccurate).flatMap { token -> [ClosedRange<Position>] in
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
    let start = position(node)
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
}
