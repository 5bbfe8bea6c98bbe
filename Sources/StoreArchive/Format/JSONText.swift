extension String {
  /// The text in JSON's quotes, with the escapes of a backup.
  var jsonText: String {
    var bytes: [UInt8] = [0x22]
    for byte in utf8 {
      if let letter = JSONEscape.letter(of: byte) {
        bytes += [0x5C, letter]
      } else if byte < 0x20 {
        bytes += Array(#"\u00"#.utf8) + [0x30 + byte >> 4, JSONEscape.hexadecimalDigit(byte & 15)]
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(0x22)
    return String(decoding: bytes, as: UTF8.self)
  }
}
