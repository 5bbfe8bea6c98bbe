extension String {
  /// The text with the letters A to Z in lower case, and nothing else changed.
  package var asciiLowercased: String {
    String(decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
