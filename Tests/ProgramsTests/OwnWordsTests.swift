import Programs
import Testing

struct OwnWordsTests {
  @Test func `words that are text are taken as they are`() {
    let words = OwnWords(["apply", "", "ä.store", "\\xff", "a\u{FFFD}"].map { Array($0.utf8) })
    #expect(words.texts == ["apply", "", "ä.store", "\\xff", "a\u{FFFD}"])
    #expect(words.illegible == [])
  }

  /// Bytes that are not UTF-8, and the text that is shown for them.
  @Test(arguments: [
    ([0x61, 0xFF, 0x62], "a\\xffb"), ([0xC3], "\\xc3"), ([0xC3, 0x28], "\\xc3("),
    ([0xE2, 0x82, 0x61, 0xC3, 0xA4], "\\xe2\\x82aä"), ([0xC0, 0x80], "\\xc0\\x80"),
    ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
  ])
  func `a word that is not UTF-8 is shown by its bytes`(bytes: [UInt8], text: String) {
    let words = OwnWords([Array("apply".utf8), bytes])
    #expect(words.texts == ["apply", text])
    #expect(words.illegible == [text])
  }
}
