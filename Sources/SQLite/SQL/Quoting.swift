extension String {
  /// The name as SQL spells it anywhere: in double quotes, with those inside it doubled.
  ///
  /// The only place that quotes a name (https://www.sqlite.org/lang_keywords.html).
  package var quotedName: String {
    quoted(by: "\"")
  }

  /// The text as an SQL string literal: in single quotes, with inner quotes doubled.
  ///
  /// For definitions, where values cannot be bound. A literal cannot contain a NUL; see ``SQLValue/literal``.
  package var quotedText: String {
    quoted(by: "'")
  }

  /// Most have no quote within, which is seen at once.
  private func quoted(by quote: Unicode.Scalar) -> String {
    let mark = String(quote)
    guard utf8.contains(UInt8(ascii: quote)) else { return mark + self + mark }
    let parts = unicodeScalars.split(separator: quote, omittingEmptySubsequences: false)
    return mark + parts.map { String($0) }.joined(separator: mark + mark) + mark
  }
}
