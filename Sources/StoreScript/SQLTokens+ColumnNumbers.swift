internal import SQLText

extension SQLTokens {
  /// The numbers by which ORDER BY and GROUP BY name result columns, starting at 1
  /// (https://www.sqlite.org/lang_select.html#orderby).
  var columnNumbers: Set<Int> {
    var numbers: Set<Int> = []
    for by in tokens.indices where tokens[by].keyword == "BY" {
      // A window's PARTITION BY takes an expression, in which a number stands for itself.
      guard by > 0, tokens[by - 1].keyword != "PARTITION" else { continue }
      for term in items(in: (by + 1)..<endOfTerms(from: by + 1)) {
        let next = term.lowerBound + 1
        let isAlone = next == term.upperBound || Self.termEndings.contains(tokens[next].keyword)
        if isAlone, let number = Int(tokens[term.lowerBound].text) { numbers.insert(number) }
      }
    }
    return numbers
  }

  private static let termEndings: Set = ["ASC", "DESC", "NULLS", "COLLATE"]
  private static let nextClauses: Set = [
    "HAVING", "WINDOW", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT",
  ]

  private func endOfTerms(from start: Int) -> Int {
    var (end, depth) = (start, 0)
    while end < count {
      let token = tokens[end]
      if depth == 0, token.text == ";" || token.text == ")" { break }
      if depth == 0, Self.nextClauses.contains(token.keyword) { break }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      end += 1
    }
    return end
  }
}
