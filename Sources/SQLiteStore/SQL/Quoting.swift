extension String {
  /// The name as SQL spells it anywhere: in double quotes, with those inside it doubled.
  ///
  /// The only place that quotes a name (https://www.sqlite.org/lang_keywords.html).
  package var quotedName: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The text as an SQL string literal: in single quotes, with those inside it doubled.
  ///
  /// For definitions, where nothing can be bound. A NUL cannot stand in a literal; see
  /// ``SQLValue/literal``.
  package var quotedText: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
