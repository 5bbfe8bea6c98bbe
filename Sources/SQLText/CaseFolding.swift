extension String {
  /// The text with the letters A to Z in lower case, all other characters unchanged.
  package var asciiLowercased: String {
    guard containsByte(where: { $0.isASCIIUppercase }) else { return self }
    return String(decoding: utf8.map { $0.isASCIIUppercase ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether a byte of the text's UTF-8 form meets a condition; the bytes are read in place.
  package func containsByte(where isWanted: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(where: isWanted) }
      ?? utf8.contains(where: isWanted)
  }
}

extension UInt8 {
  fileprivate var isASCIIUppercase: Bool { (0x41...0x5a).contains(self) }
}
