/// The names and keywords in a piece of SQL, found without a parser, for cautious checks.
enum SQLWords {
  /// The words outside of text literals, in lower case.
  static func words(of sql: String) -> Set<String> {
    var result: Set<String> = []
    var word = ""
    var isInText = false
    for character in sql + " " {
      if character == "'" { isInText.toggle() }
      if !isInText, character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else if !word.isEmpty {
        result.insert(word.lowercased())
        word = ""
      }
    }
    return result
  }

  /// Whether the SQL may read other tables than its own: by a query, or by a path over a relationship, such
  /// as `author.name`.
  static func readsOtherTables(_ sql: String) -> Bool {
    words(of: sql).contains("select") || hasPath(sql)
  }

  /// Whether a dot joins two names somewhere outside of text literals.
  private static func hasPath(_ sql: String) -> Bool {
    var before: Character?
    var isAfterDot = false
    var isInText = false
    for character in sql where !character.isWhitespace {
      if character == "'" { isInText.toggle() }
      let isName = character.isLetter || "_\"`[".contains(character)
      if isAfterDot, isName, !isInText { return true }
      isAfterDot =
        character == "."
        && (before.map { $0.isLetter || $0.isNumber || "_\"`]".contains($0) } ?? false)
      before = character
    }
    return false
  }
}
