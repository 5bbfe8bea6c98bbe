/// The names and keywords in a piece of SQL, without a parser: enough to be careful by.
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

  /// Whether the SQL may read other tables than the one it is about.
  static func hasSubquery(_ sql: String) -> Bool { words(of: sql).contains("select") }
}
