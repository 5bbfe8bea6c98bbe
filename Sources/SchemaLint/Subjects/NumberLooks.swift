internal import SQLText

/// The values in a statement that are checked for the form of a number.
struct NumberLooks {
  /// The folded names of these values.
  private var names: Set<String> = []
  /// The positions of casts whose result is compared with the original value.
  private(set) var roundTrips: Set<Int> = []

  init(in statement: Range<Int>, of sql: MigrationSQL) {
    for index in statement {
      switch sql.keyword(index) {
      case "GLOB", "REGEXP":
        guard sql.admitsNumbersAlone(at: index) else { continue }
        names.formUnion(sql.valueNames(in: sql.lookedAt(at: index, in: statement)))
      case "TYPEOF":
        guard sql.symbol(index + 1) == "(" else { continue }
        names.formUnion(
          sql.valueNames(in: index + 1..<sql.tokens.end(ofParenthesesAt: index + 1)))
      case "CAST":
        guard let inner = sql.roundTrip(at: index) else { continue }
        roundTrips.insert(inner.place)
        names.formUnion(sql.valueNames(in: inner.operand))
      default: continue
      }
    }
  }

  /// Whether all names in a value are checked.
  func cover(_ value: [String]) -> Bool { !value.isEmpty && names.isSuperset(of: value) }
}

extension MigrationSQL {
  /// The CAST to a number inside a compared CAST to text: `CAST(CAST(n AS INT) AS TEXT) = n`.
  ///
  /// It is a better check than any pattern, because it also finds numbers that are too large.
  fileprivate func roundTrip(at index: Int) -> NumberConversion? {
    guard let outer = cast(at: index, toNumbers: false),
      let inner = cast(at: outer.operand.lowerBound, toNumbers: true),
      inner.whole == outer.operand
    else { return nil }
    let isCompared = [index - 1, outer.whole.upperBound].contains { neighbour in
      ["=", "<", ">", "!"].contains(symbol(neighbour))
        || ["IS", "NOT"].contains(keyword(neighbour))
    }
    return isCompared ? inner : nil
  }

  /// Whether a pattern checks every character, and accepts only characters of numbers.
  ///
  /// `GLOB '[0-9]*'` checks only the first character. A pattern that is not a literal is trusted.
  fileprivate func admitsNumbersAlone(at index: Int) -> Bool {
    let isCall = symbol(index + 1) == "("
    let pattern =
      tokens.tokens.indices.contains(index + (isCall ? 2 : 1))
      ? tokens[index + (isCall ? 2 : 1)] : nil
    guard let pattern, pattern.kind == .text else { return true }
    let text = pattern.name
    let isNegated = !isCall && keyword(index - 1) == "NOT"
    if keyword(index) == "REGEXP" {
      return isNegated ? text.hasPrefix("[^") : text.hasPrefix("^") && text.hasSuffix("$")
    }
    if isNegated {
      guard text.hasPrefix("*[^"), text.hasSuffix("]*") else { return false }
      return text.dropFirst(3).dropLast(2).allSatisfy { "0123456789.+-eE".contains($0) }
    }
    return !text.contains("[^") && text.allSatisfy { "[]0123456789.+-eE".contains($0) }
  }

  /// The tokens that a pattern is compared with: the value before the operator, or the function's arguments.
  fileprivate func lookedAt(at index: Int, in statement: Range<Int>) -> Range<Int> {
    if symbol(index + 1) == "(", index == statement.lowerBound || !endsValue(at: index - 1) {
      return index + 1..<tokens.end(ofParenthesesAt: index + 1)
    }
    let end = keyword(index - 1) == "NOT" ? index - 1 : index
    var start = end - 1
    if symbol(start) == ")" { start = self.start(ofParenthesesEndingAt: start) }
    while statement.contains(start - 2), symbol(start - 1) == "." { start -= 2 }
    return max(start, statement.lowerBound)..<max(end, statement.lowerBound)
  }

  private func endsValue(at index: Int) -> Bool {
    symbol(index) == ")" || keyword(index) == "NOT" || !valueNames(in: index..<index + 1).isEmpty
  }
}
