extension String {
  /// The text with the letters A to Z in lower case, all other characters unchanged.
  package var asciiLowercased: String {
    guard utf8.contains(where: \.isASCIIUppercase) else { return self }
    return String(decoding: utf8.map { $0.isASCIIUppercase ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isASCIIUppercase: Bool { (0x41...0x5a).contains(self) }
}
