/// Base64 (RFC 4648, section 4, with padding) for buffers and texts.
public enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// The number of digits for a number of bytes.
  public static func encodedCount(of count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Writes the digits of the bytes; the output must have room for ``encodedCount(of:)`` digits.
  @unsafe public static func encode(
    _ bytes: UnsafeRawBufferPointer, to output: UnsafeMutablePointer<UInt8>
  ) {
    unsafe digits.withUnsafeBufferPointer { digits in
      var target = unsafe output
      var index = 0
      while index &+ 3 <= bytes.count {
        let group =
          unsafe UInt(bytes[index]) << 16 | UInt(bytes[index &+ 1]) << 8
          | UInt(bytes[index &+ 2])
        unsafe target[0] = digits[Int(group >> 18)]
        unsafe target[1] = digits[Int(group >> 12 & 63)]
        unsafe target[2] = digits[Int(group >> 6 & 63)]
        unsafe target[3] = digits[Int(group & 63)]
        unsafe target += 4
        index &+= 3
      }
      guard index < bytes.count else { return }
      let hasTwo = index &+ 1 < bytes.count
      let group = unsafe UInt(bytes[index]) << 16 | (hasTwo ? UInt(bytes[index &+ 1]) << 8 : 0)
      unsafe target[0] = digits[Int(group >> 18)]
      unsafe target[1] = digits[Int(group >> 12 & 63)]
      unsafe target[2] = hasTwo ? digits[Int(group >> 6 & 63)] : 0x3D
      unsafe target[3] = 0x3D
    }
  }

  /// Decodes digits in groups of four, and appends their bytes.
  ///
  /// - Parameters:
  ///   - text: the digits.
  ///   - output: the array that the bytes are appended to.
  ///   - isLast: whether these are the last digits, which may end in padding.
  ///   - isStrict: whether the bits that the padding leaves unused must be zero.
  /// - Returns: False if the digits are invalid; the appended bytes are meaningless then.
  @unsafe public static func decode(
    _ text: UnsafeRawBufferPointer, to output: inout [UInt8], isLast: Bool = true,
    isStrict: Bool = true
  ) -> Bool {
    guard text.count.isMultiple(of: 4) else { return false }
    guard isLast, unsafe text.last == 0x3D else { return unsafe decode(whole: text, to: &output) }
    let padding = unsafe text[text.count - 2] == 0x3D ? 2 : 1
    let body = unsafe UnsafeRawBufferPointer(rebasing: text.dropLast(4))
    guard unsafe decode(whole: body, to: &output) else { return false }
    var group: UInt32 = 0
    for place in 0..<4 - padding {
      let value = unsafe values[Int(text[text.count - 4 + place])]
      guard value != 0xFF else { return false }
      group |= UInt32(value) << (18 - 6 * UInt32(place))
    }
    output.append(UInt8(truncatingIfNeeded: group >> 16))
    if padding == 1 { output.append(UInt8(truncatingIfNeeded: group >> 8)) }
    return !isStrict || group & (padding == 1 ? 0xFF : 0xFFFF) == 0
  }

  /// Decodes digits without padding.
  private static func decode(whole text: UnsafeRawBufferPointer, to output: inout [UInt8]) -> Bool {
    var isValid = true
    unsafe withUnsafeTemporaryAllocation(byteCount: pieceSize / 4 * 3, alignment: 8) { piece in
      unsafe values.withUnsafeBufferPointer { values in
        var index = 0
        while isValid, index < text.count {
          let end = min(index &+ pieceSize, text.count)
          var length = 0
          var wrong: UInt32 = 0
          while index < end {
            let first = unsafe UInt32(values[Int(text[index])])
            let second = unsafe UInt32(values[Int(text[index &+ 1])])
            let third = unsafe UInt32(values[Int(text[index &+ 2])])
            let fourth = unsafe UInt32(values[Int(text[index &+ 3])])
            wrong |= first | second | third | fourth
            let group = first << 18 | second << 12 | third << 6 | fourth
            unsafe piece[length] = UInt8(truncatingIfNeeded: group >> 16)
            unsafe piece[length &+ 1] = UInt8(truncatingIfNeeded: group >> 8)
            unsafe piece[length &+ 2] = UInt8(truncatingIfNeeded: group)
            length &+= 3
            index &+= 4
          }
          // A digit's value has six bits; the table has 0xFF for any other character.
          isValid = wrong < 64
          unsafe output.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<length]))
        }
      }
    }
    return isValid
  }

  /// The number of digits that are decoded before their bytes are appended.
  private static let pieceSize = 1 << 12
}

extension Array<UInt8> {
  /// The bytes in Base64.
  public var base64: String {
    let length = Base64.encodedCount(of: count)
    return unsafe String(unsafeUninitializedCapacity: length) { text in
      if let start = text.baseAddress {
        unsafe withUnsafeBytes { unsafe Base64.encode($0, to: start) }
      }
      return length
    }
  }

  /// Decodes a Base64 text; nil if it is invalid.
  ///
  /// A text without padding, or with spaces or line breaks, is invalid.
  public init?(base64 text: String) {
    self = []
    reserveCapacity(text.utf8.count / 4 * 3)
    var text = text
    let isValid = text.withUTF8 { digits in
      unsafe Base64.decode(UnsafeRawBufferPointer(digits), to: &self, isStrict: false)
    }
    guard isValid else { return nil }
  }
}
