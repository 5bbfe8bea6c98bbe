internal import Threads

/// A regular expression that must match a whole text, in the syntax of Swift's `Regex`.
///
/// All code that judges patterns uses this type, so that a schema file is invalid exactly if a store cannot
/// be checked with its pattern.
///
/// `Regex` backtracks: for `(a+)+b` its time doubles with every letter. Most expressions are therefore
/// matched by a ``PatternMachine``, which reads a text once. Expressions that the machine does not support
/// have a time limit.
package struct Pattern {
  /// The time limit for a match by `Regex`, in milliseconds.
  ///
  /// After a match has exceeded the limit, no other long text is matched.
  private static let patience = 1000
  /// The length, in scalars, up to which a text is matched without a time limit, whatever the expression is.
  private static let shortLength = 8

  private let text: String
  private let regex: Regex<AnyRegexOutput>
  private let machine: PatternMachine?
  /// Whether the expression contains `\W` or `\D`.
  ///
  /// For these, `Regex` treats a carriage return with its line feed as one element, and the machine as two.
  private let takesLineEndForOne: Bool
  /// Whether a text has taken too long.
  private let isGivenUp = Guarded(false)

  /// - Throws: The error in the expression: `expected ')'`.
  package init(_ text: String) throws {
    self.text = text
    regex = try Self.regex(text)
    takesLineEndForOne = text.contains("\\W") || text.contains("\\D")
    machine = PatternParser.parse(text).flatMap(PatternMachine.init)
  }

  private static func regex(_ text: String) throws -> Regex<AnyRegexOutput> {
    try Regex(text).matchingSemantics(.unicodeScalar)
  }

  /// Whether the whole text matches; nil if the match takes too long.
  package func matches(_ text: String) -> Bool? {
    let isForMachine = !takesLineEndForOne || !text.utf8.contains(UInt8(ascii: "\r"))
    if let machine, isForMachine { return machine.matches(text) }
    guard text.unicodeScalars.count > Self.shortLength else {
      return (try? regex.wholeMatch(in: text)) != nil
    }
    guard !isGivenUp.withLock({ $0 }) else { return nil }
    let pattern = self.text
    let answer = TimedWork.value(withinMilliseconds: Self.patience) {
      // A regular expression cannot be sent to another thread.
      (try? Self.regex(pattern).wholeMatch(in: text)) != nil
    }
    if answer == nil { isGivenUp.withLock { $0 = true } }
    return answer
  }
}
