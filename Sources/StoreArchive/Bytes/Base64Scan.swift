/// Base64 (RFC 4648, section 4, with padding) between buffers, without text between.
enum Base64Scan {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// How many digits so many bytes take.
  static func encodedCount(of count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Writes the digits of the bytes; there must be room for ``encodedCount(of:)`` of them.
  static func encode(
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

  /// Appends the bytes that the digits spell; false unless they spell some, in the one right way.
  static func decode(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) -> Bool {
    guard text.count.isMultiple(of: 4) else { return false }
    guard unsafe !text.isEmpty else { return true }
    let padding = unsafe text[text.count - 1] == 0x3D ? (text[text.count - 2] == 0x3D ? 2 : 1) : 0
    var isValid = true
    unsafe values.withUnsafeBufferPointer { values in
      output.reserveCapacity(output.count + text.count / 4 * 3)
      var index = 0
      while index < text.count {
        let isLast = index &+ 4 == text.count
        var group: UInt32 = 0
        for place in 0..<4 {
          let isPadding = isLast && place >= 4 - padding
          let value = unsafe isPadding ? 0 : values[Int(text[index &+ place])]
          if value == 0xFF { isValid = false }
          group = group << 6 | UInt32(value & 63)
        }
        output.append(UInt8(truncatingIfNeeded: group >> 16))
        output.append(UInt8(truncatingIfNeeded: group >> 8))
        output.append(UInt8(truncatingIfNeeded: group))
        index &+= 4
      }
    }
    let unused = output.suffix(padding)
    if unused.contains(where: { $0 != 0 }) { isValid = false }
    output.removeLast(padding)
    return isValid
  }
}
