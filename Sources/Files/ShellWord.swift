extension String {
  /// The text as one word of a POSIX shell, quoted only if it must be.
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf)
          || "._-/:,=+@%".utf8.contains(byte)
      }
    guard !isPlain else { return self }
    // Split by scalars: a quote before a combining mark is not a character by itself, but the shell ends the
    // word there.
    let parts = unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
  }
}
