/// The escapes of JSON texts in a backup: a letter if JSON has one, otherwise `\u00` and two lower-case
/// hexadecimal digits.
enum JSONEscape {
  static func letter(of byte: UInt8) -> UInt8? {
    switch byte {
    case 0x22, 0x5C: byte
    case 0x08: 0x62
    case 0x09: 0x74
    case 0x0A: 0x6E
    case 0x0C: 0x66
    case 0x0D: 0x72
    default: nil
    }
  }

  static func byte(ofLetter letter: UInt8) -> UInt8? {
    switch letter {
    case 0x22, 0x5C: letter
    case 0x62: 0x08
    case 0x74: 0x09
    case 0x6E: 0x0A
    case 0x66: 0x0C
    case 0x72: 0x0D
    default: nil
    }
  }

  static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x61 + value - 10
  }
}
