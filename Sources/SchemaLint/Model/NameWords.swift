/// The words of a name in camel case or of a sentence, in lower case.
///
/// ```swift
/// NameWords.of("coverImageURL") // ["cover", "image", "url"]
/// ```
enum NameWords {
  static func of(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(text)
    for (position, character) in characters.enumerated() {
      guard character.isLetter else {
        words.append(word)
        word = ""
        continue
      }
      let followsLower = position > 0 && characters[position - 1].isLowercase
      let precedesLower = position + 1 < characters.count && characters[position + 1].isLowercase
      let endsUpper = position > 0 && characters[position - 1].isUppercase && precedesLower
      if character.isUppercase, followsLower || endsUpper {
        words.append(word)
        word = ""
      }
      word += character.lowercased()
    }
    return (words + [word]).filter { !$0.isEmpty }
  }
}
