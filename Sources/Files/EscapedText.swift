extension String {
  /// Decodes bytes for people to read; bytes that are not UTF-8 are written as `\xff`.
  ///
  /// The result cannot be used as the name of a file if it has such escapes.
  package init(escaping bytes: some Sequence<UInt8>) {
    self = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    // The parser reports how many bytes are not part of a character, but not which bytes.
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
