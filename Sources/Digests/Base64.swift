internal import CCrypto

extension Array<UInt8> {
  /// The bytes in Base64, RFC 4648 section 4, with padding.
  public var base64: String {
    let length = (count + 2) / 3 * 4
    // libcrypto ends the text with a zero.
    let text = unsafe [UInt8](unsafeUninitializedCapacity: length + 1) { text, written in
      written = Int(unsafe EVP_EncodeBlock(text.baseAddress, self, Int32(count)))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a Base64 text spells; nil where it spells none.
  ///
  /// Without its padding, with a space or with a line break, a text spells none.
  public init?(base64 text: String) {
    let padding = text.utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    // libcrypto takes padding anywhere, and passes over spaces at either end.
    guard text.utf8.count.isMultiple(of: 4),
      text.utf8.dropLast(padding).allSatisfy({ $0.isBase64Digit })
    else { return nil }
    let encoded = Array(text.utf8)
    unsafe self.init(unsafeUninitializedCapacity: encoded.count / 4 * 3) { bytes, written in
      let count = Int(unsafe EVP_DecodeBlock(bytes.baseAddress, encoded, Int32(encoded.count)))
      written = Swift.max(0, count - padding)
    }
  }
}

extension UInt8 {
  fileprivate var isBase64Digit: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
