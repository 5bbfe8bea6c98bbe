internal import SwiftSyntax

/// The depth of a reader in a syntax tree, and the place where it had to stop.
///
/// The parser accepts a chain of calls of any length, and each call contains the previous one. Any work on
/// the result needs a stack as deep, even its release. Some threads of callers have a stack of only half a
/// megabyte.
final class Nesting {
  /// The deepest level that is read; a call in a chain counts as two levels.
  static let limit = 2_000

  private var level = 0
  /// The offset of the first part that is too deep.
  private(set) var excess: Int?

  /// Reads a part some levels deeper than the current one; nil if that is too deep.
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
