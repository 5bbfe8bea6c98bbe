internal import Files

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The words that this program was called with, after its name.
package struct OwnWords: Hashable, Sendable {
  /// The words as texts; those that are none are shown as in ``illegible``.
  package private(set) var texts: [String] = []
  /// Those that are no UTF-8, with what is none written as `\xff`.
  ///
  /// `CommandLine.arguments` puts U+FFFD there, and so makes another file's name of them.
  package private(set) var illegible: [String] = []

  /// Words from their bytes.
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

  /// The words of this process.
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
