/// Ordinary texts of a few plain words, as in titles and notes.
enum Words {
  private static let words = """
    lantern river winter garden letter harbor silver meadow copper window island thunder paper \
    orchard mirror voyage candle forest shadow bridge summer violin compass desert feather marble \
    ocean pepper quartz ribbon saddle timber umbrella valley willow yonder zephyr anchor blossom \
    cedar dawn ember fable glacier hollow ivory jasmine kettle linen mosaic nectar opal prairie
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  /// A number of words within a range, the first in upper case.
  static func some(_ range: ClosedRange<Int>, _ random: inout RandomSource) -> String {
    let count = range.lowerBound + random.below(range.count)
    var text = ""
    for index in 0..<count {
      if index > 0 { text += " " }
      let word = words[random.below(words.count)]
      text += index == 0 ? word.prefix(1).uppercased() + word.dropFirst() : word
    }
    return text
  }

  /// One word.
  static func one(_ random: inout RandomSource) -> String { words[random.below(words.count)] }
}
