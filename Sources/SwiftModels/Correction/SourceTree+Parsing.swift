internal import SwiftParser
internal import SwiftSyntax

extension SourceTree {
  /// The lines among these that are Swift, as far as that is seen without types; nil for the others.
  ///
  /// Mostly all of them are, and one look at all together tells it.
  static func parsing(_ all: [[String]?]) -> [[String]?] {
    parsesTogether(all.compactMap(\.self)) ? all : all.map { $0.flatMap { parses($0) ? $0 : nil } }
  }

  /// Whether each of several statements or runs of them is Swift, in braces of its own.
  private static func parsesTogether(_ all: [[String]]) -> Bool {
    var text = all.map { "do {\n\($0.joined(separator: "\n"))\n}\n" }.joined()
    return text.withUTF8 { bytes in
      let tree = Parser.parse(source: bytes)
      // A brace too many in one of them might be the one that another lacks.
      return !tree.hasError && tree.statements.count == all.count
        && tree.statements.allSatisfy(\.isPlainBlock)
    }
  }

  private static func parses(_ lines: [String]) -> Bool {
    var text = lines.joined(separator: "\n")
    return text.withUTF8 { !Parser.parse(source: $0).hasError }
  }
}

extension CodeBlockItemSyntax {
  /// Whether it is `do { … }`, and nothing follows the braces.
  fileprivate var isPlainBlock: Bool {
    guard case .stmt(let node) = item else { return false }
    return node.as(DoStmtSyntax.self)?.catchClauses.isEmpty ?? false
  }
}
