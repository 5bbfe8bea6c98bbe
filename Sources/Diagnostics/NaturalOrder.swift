/// The order in which people number names: `Model`, `Model 2`, `Model 10`.
package enum NaturalOrder {
  /// Whether one name comes before another.
  ///
  /// Runs of digits are compared as numbers, and letters without regard to case. Characters between a name
  /// and its number are ignored, because in real projects `Model V9` is followed by `Model V 10`. Names that
  /// are equal otherwise are compared by their bytes.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let (first, second) = (pieces(of: left), pieces(of: right))
    for (one, other) in zip(first, second) where one != other {
      switch (one, other) {
      case (.number(let one), .number(let other)):
        return (one.count, one) < (other.count, other)
      case (.number, .text): return true
      case (.text, .number): return false
      case (.text(let one), .text(let other)): return one < other
      }
    }
    if first.count != second.count { return first.count < second.count }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private enum Piece: Equatable {
    case text(String)
    /// The digits without leading zeros, so that the longer number is the larger.
    case number(String)
  }

  private static func pieces(of name: String) -> [Piece] {
    var result: [Piece] = []
    var rest = name.lowercased()[...]
    while let first = rest.first {
      let isNumber = isDigit(first)
      let run = rest.prefix { isDigit($0) == isNumber }
      rest = rest.dropFirst(run.count)
      if isNumber {
        result.append(.number(String(run.drop { $0 == "0" })))
      } else {
        let text = rest.isEmpty ? run : withoutSeparators(run)
        if !text.isEmpty { result.append(.text(String(text))) }
      }
    }
    return result
  }

  /// A text before a number, without the separators between the two.
  private static func withoutSeparators(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, " _-".contains(last) { text = text.dropLast() }
    return text
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
