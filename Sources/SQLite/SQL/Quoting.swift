internal import SQLText

extension String {
  /// The quoted name as valid SQL anywhere: in double quotes, with inner quotes doubled.
  ///
  /// This is the only place that quotes a name (https://www.sqlite.org/lang_keywords.html).
  package var quotedName: String {
    quoted(by: "\"")
  }

  /// The text as an SQL string literal: in single quotes, with inner quotes doubled.
  ///
  /// For definitions, where values cannot be bound. A literal cannot contain a NUL; see ``SQLValue/literal``.
  package var quotedText: String {
    quoted(by: "'")
  }

  /// Most texts contain no quote, which is detected at once.
  private func quoted(by quote: Unicode.Scalar) -> String {
    let (mark, byte) = (String(quote), UInt8(ascii: quote))
    guard containsByte(where: { $0 == byte }) else { return mark + self + mark }
    let parts = unicodeScalars.split(separator: quote, omittingEmptySubsequences: false)
    return mark + parts.map { String($0) }.joined(separator: mark + mark) + mark
  }
}
