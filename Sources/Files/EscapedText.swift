extension String {
  /// The text of bytes; those that are no UTF-8 are written as `\xff`, for people to read.
  ///
  /// Whatever it shows is no name of a file any more.
  package init(escaping bytes: some Sequence<UInt8>) {
    self = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    // The parser tells how many bytes are none of a character, not which.
    var pending = Array(bytes)[...]
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return
      case .valid(let character):
        unicodeScalars.append(Unicode.UTF8.decode(character))
        pending = pending.dropFirst(character.count)
      case .error(let length):
        for byte in pending.prefix(length) {
          self += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        pending = pending.dropFirst(length)
      }
    }
  }
}
