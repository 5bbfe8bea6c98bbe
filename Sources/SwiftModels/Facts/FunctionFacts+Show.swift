extension FunctionFacts {
  /// Names that people give to what is only shown.
  static func isNameForShow(_ name: String) -> Bool {
    // Letter by letter: every name of a program is asked about.
    let letters = Array(name.utf8.map { $0 | 0x20 })
    return namesForShow.contains { word in
      letters.count >= word.count
        && (0...letters.count - word.count).contains { letters[$0...].starts(with: word) }
    }
  }

  private static let namesForShow = ["preview", "sample", "mock", "placeholder"].map {
    Array($0.utf8)
  }
}
