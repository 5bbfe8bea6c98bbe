internal import Files

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The arguments of this process.
package struct OwnWords: Hashable, Sendable {
  /// The arguments as texts; arguments that are not UTF-8 are shown as in ``illegible``.
  package private(set) var texts: [String] = []
  /// The arguments that are not UTF-8, with the invalid bytes written as `\xff`.
  ///
  /// `CommandLine.arguments` replaces such bytes by U+FFFD, and so makes the name of another file.
  package private(set) var illegible: [String] = []

  /// Reads arguments from their bytes.
  package init(_ words: [[UInt8]]) {
    for word in words {
      let text = String(decoding: word, as: UTF8.self)
      if text.utf8.elementsEqual(word) {
        texts.append(text)
      } else {
        texts.append(String(escaping: word))
        illegible.append(String(escaping: word))
      }
    }
  }

  /// The arguments of this process.
  package static var all: OwnWords {
    let words = unsafe UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return OwnWords(
      unsafe words.dropFirst().compactMap { word in
        unsafe word.map { text in
          unsafe Array(
            UnsafeRawBufferPointer(start: UnsafeRawPointer(text), count: strlen(text)))
        }
      })
  }
}
