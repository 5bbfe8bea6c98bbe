extension Character {
  /// The number of cells of the character in a terminal: none, one, or two for wide letters and emoji.
  ///
  /// Terminals do not agree on rare characters. This follows the East Asian Width property of Unicode (UAX
  /// #11) for whole blocks, as most terminals do.
  package var displayWidth: Int {
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    return unicodeScalars.map(\.displayWidth).max() ?? 0
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    default: properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
    }
  }

  private var isEastAsianWide: Bool {
    switch value {
    case 0x1100...0x115F,  // Hangul letters that begin a syllable
      0x2E80...0x303E, 0x3041...0x33FF,  // radicals, kana and their punctuation
      0x3400...0x4DBF, 0x4E00...0x9FFF,  // ideographs
      0xA000...0xA4CF, 0xA960...0xA97F,  // Yi; more Hangul letters
      0xAC00...0xD7A3,  // Hangul syllables
      0xF900...0xFAFF, 0xFE30...0xFE6F,  // compatibility forms
      0xFF00...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
      0x20000...0x3FFFD:  // further ideographs
      true
    default: false
    }
  }
}
