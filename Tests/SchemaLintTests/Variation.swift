import SchemaLint

/// The same model written otherwise, which must make no difference to what a rule says of it, or
/// must silence it.
enum Variation: Hashable {
  /// As the test has it.
  case asWritten
  /// Behind letters of two, three and four bytes.
  case afterMultiByteText
  /// With the line endings of Windows.
  case withCarriageReturns
  /// With an exception for the whole file.
  case suppressed(RuleID)
  /// With every line in a comment.
  case commentedOut

  /// The variations that a rule is tried on.
  ///
  /// A rule on exceptions cannot be excepted, and to one on chains a version without anything in it
  /// is a version still.
  static func all(for rule: some LintRule) -> [Variation] {
    let written: [Variation] = [.asWritten, .afterMultiByteText, .withCarriageReturns]
    if rule is any HygieneRule { return written }
    let excepted = written + [.suppressed(rule.id)]
    return rule is any ChainRule ? excepted : excepted + [.commentedOut]
  }

  /// Whether nothing is to be found.
  var isSilent: Bool {
    switch self {
    case .asWritten, .afterMultiByteText, .withCarriageReturns: false
    case .suppressed, .commentedOut: true
    }
  }

  /// The text as it is varied.
  func varied(_ text: String) -> String {
    switch self {
    case .asWritten, .afterMultiByteText, .withCarriageReturns: text
    case .suppressed(let rule): "# migrate:ignore-file \(rule) -- a test\n" + text
    case .commentedOut:
      text.split(separator: "\n", omittingEmptySubsequences: false).map { "# \($0)" }
        .joined(separator: "\n")
    }
  }

  /// The text as it is written to its file.
  func encoded(_ text: String) -> String {
    switch self {
    case .asWritten, .suppressed, .commentedOut: text
    case .afterMultiByteText: text.replacing("\n", with: " # Bücher, 本, 𝕊\n", maxReplacements: 1)
    case .withCarriageReturns: text.replacing("\n", with: "\r\n")
    }
  }
}
