internal import Digests

/// Universally unique identifiers as a store holds them: 8-4-4-4-12 digits in upper case.
package enum UUIDText {
  /// The text of 16 bytes.
  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.prefix(16).enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(0x2d) }
      text.append(digit(byte >> 4))
      text.append(digit(byte & 0xf))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  /// A unique identifier (RFC 9562, version 4).
  package static func random() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    return text(of: bytes)
  }

  /// The same identifier as a store holds it; nil for a text that is not a UUID.
  package static func canonical(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      let bytes = [UInt8](hexadecimal: parts.joined())
    else { return nil }
    return Self.text(of: bytes)
  }

  /// An identifier that depends only on the given texts, and differs from all others (RFC 9562, version 8).
  package static func derived(from texts: [String]) -> String {
    // The count before each text distinguishes two lists whose texts join to the same text.
    var digest = Digest(.sha256)
    for text in texts { digest.update(utf8: "\(text.utf8.count):\(text)") }
    var bytes = Array(digest.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    return Self.text(of: bytes)
  }
}
