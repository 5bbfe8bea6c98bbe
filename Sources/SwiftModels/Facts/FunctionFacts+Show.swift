extension FunctionFacts {
  /// Whether a name is a usual one for previews, samples and other code that stores nothing.
  static func isNameForShow(_ name: String) -> Bool {
    // Compared byte by byte, because this runs for every name of a program.
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
