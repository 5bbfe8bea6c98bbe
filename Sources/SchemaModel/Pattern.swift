/// A regular expression that a whole text is to match, as Swift's `Regex` reads it.
///
/// Whoever judges patterns judges by this: what makes a schema file wrong is what a store could not
/// be checked with.
package struct Pattern {
  private let regex: Regex<AnyRegexOutput>

  /// - Throws: what is wrong with the expression: `expected ')'`.
  package init(_ text: String) throws {
    regex = try Regex(text).matchingSemantics(.unicodeScalar)
  }

  /// Whether all of the text matches.
  ///
  /// An expression that gives up on a text does not match it.
  package func matches(_ text: String) -> Bool { (try? regex.wholeMatch(in: text)) != nil }
}
