/// The words with which source code calls a store a cache: its contents can be made or fetched again.
enum CacheWords {
  /// Whether a name contains one of the words: `imageCache.sqlite` does, `Geocaches.store` does not.
  static func call(_ name: String) -> Bool {
    words(of: name).contains { ["cache", "caches"].contains($0) }
  }

  /// Whether a comment calls something a cache, or disposable.
  static func describe(_ comment: String) -> Bool {
    let text = comment.lowercased()
    guard text.contains("cache") || text.contains("disposable") else { return false }
    return words(of: text).contains { ["cache", "caches", "disposable"].contains($0) }
  }

  /// The words of a text in lower case, also of `localCacheContainer` and `IMAGE_CACHE`.
  private static func words(of text: String) -> [String] {
    text.split { !$0.isLetter }.flatMap { part in
      guard part.contains(where: \.isLowercase) else { return [String(part)] }
      return part.reduce(into: [String]()) { words, letter in
        if letter.isUppercase || words.isEmpty { words.append("") }
        words[words.count - 1].append(letter)
      }
    }.map { $0.lowercased() }
  }
}
