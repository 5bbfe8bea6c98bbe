internal import Threads

/// A regular expression that a whole text is to match, as Swift's `Regex` reads it.
///
/// Whoever judges patterns judges by this: what makes a schema file wrong is what a store could not
/// be checked with. `Regex` goes back and forth, and `(a+)+b` takes it twice as long with every
/// letter. So most expressions are matched by a ``PatternMachine``, which goes through a text once;
/// those that it does not know get a certain time.
package struct Pattern {
  /// What `Regex` may take for all texts that it gives up on, in milliseconds.
  private static let patience = 1000
  /// A text of so few scalars is matched at once, whatever the expression is.
  private static let shortLength = 8

  private let text: String
  private let regex: Regex<AnyRegexOutput>
  private let machine: PatternMachine?
  /// Whether it asks for what is no letter or no digit: of this `Regex` takes a carriage return with
  /// its line feed for one, and the machine for two.
  private let takesLineEndForOne: Bool
  /// Whether a text has taken too long.
  private let isGivenUp = Guarded(false)

  /// - Throws: what is wrong with the expression: `expected ')'`.
  package init(_ text: String) throws {
    self.text = text
    regex = try Self.regex(text)
    takesLineEndForOne = text.contains("\\W") || text.contains("\\D")
    machine = PatternParser.parse(text).flatMap(PatternMachine.init)
  }

  private static func regex(_ text: String) throws -> Regex<AnyRegexOutput> {
    try Regex(text).matchingSemantics(.unicodeScalar)
  }

  /// Whether all of the text matches; nil where that takes too long to tell.
  package func matches(_ text: String) -> Bool? {
    let isForMachine = !takesLineEndForOne || !text.utf8.contains(UInt8(ascii: "\r"))
    if let machine, isForMachine { return machine.matches(text) }
    guard text.unicodeScalars.count > Self.shortLength else {
      return (try? regex.wholeMatch(in: text)) != nil
    }
    guard !isGivenUp.withLock({ $0 }) else { return nil }
    let pattern = self.text
    let answer = TimedWork.value(withinMilliseconds: Self.patience) {
      // A regular expression is not handed from thread to thread.
      (try? Self.regex(pattern).wholeMatch(in: text)) != nil
    }
    if answer == nil { isGivenUp.withLock { $0 = true } }
    return answer
  }
}
