internal import SwiftSyntax

/// How deep in a syntax tree its reader is, and where it had to stop.
///
/// The parser follows a chain of calls for ever, and each lies inside the next one. All that is done
/// with what was read, and be it that it is thrown away, goes as deep again, on whatever stack its
/// caller has: half a megabyte on some threads.
final class Nesting {
  /// The deepest level that is read; a call in a chain is two of them.
  static let limit = 2_000

  private var level = 0
  /// Where the first part begins that lies too deep.
  private(set) var excess: Int?

  /// What comes of reading a part, some levels deeper than what it is a part of; nil where that is
  /// too deep.
  func inside<Value>(
    _ node: some SyntaxProtocol, levels: Int = 1, _ read: () -> Value
  ) -> Value? {
    guard level + levels <= Self.limit else {
      if excess == nil { excess = node.positionAfterSkippingLeadingTrivia.utf8Offset }
      return nil
    }
    level += levels
    defer { level -= levels }
    return read()
  }
}
