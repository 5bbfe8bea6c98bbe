internal import SQLText

/// The use that an expression makes of a property's value.
package enum ValueUse: Int, Comparable, Hashable, Sendable {
  /// Only an answer depends on the value: a condition, or a function that returns something else.
  case asked
  /// The result is the value, something made from it, or something else instead.
  case used
  /// Every result contains the whole value.
  case whole

  package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

  /// The uses that an expression over an entity's properties makes of each, by their folded names.
  ///
  /// ```swift
  /// ValueUse.all(in: "coalesce(title, subtitle) || '!'", of: "Book")
  /// // ["title": .whole, "subtitle": .used]
  /// ```
  /// A use that cannot be determined counts as ``asked``.
  package static func all(in sql: String, of entity: String) -> [String: ValueUse] {
    let tokens = SQLTokens(sql)
    return ValueUses(tokens: tokens, entity: entity.asciiLowercased).uses(in: 0..<tokens.count)
  }

  /// The use of one property; nil if the expression does not name it.
  package static func of(
    _ property: String, in sql: String, of entity: String
  ) -> ValueUse? {
    all(in: sql, of: entity)[property.asciiLowercased]
  }
}

/// Examines an expression, from its outer form inwards.
private struct ValueUses {
  typealias Uses = [String: ValueUse]

  let tokens: SQLTokens
  let entity: String

  func uses(in range: Range<Int>) -> Uses {
    let range = withoutParentheses(range)
    guard let first = range.first else { return [:] }
    if let name = ownName(in: range) { return [name: .whole] }
    let outer = outerPlaces(of: range)
    // A comparison outside of all parentheses gives only its answer.
    guard !outer.contains(where: { isQuestion(tokens[$0]) }) else { return asked(range) }
    let operators = outer.filter { isOperator(tokens[$0]) }
    if !operators.isEmpty { return operands(of: range, operators) }
    if tokens[first].keyword == "CASE" { return branches(of: range) }
    if range.count > 2, tokens[first].kind == .word, tokens[first + 1].text == "(",
      tokens.end(ofParenthesesAt: first + 1) == range.upperBound
    {
      return call(tokens[first].keyword, (first + 2)..<(range.upperBound - 1), range)
    }
    return asked(range)
  }

  // MARK: The outer form

  /// The entity's own property, if its name is the whole range.
  private func ownName(in range: Range<Int>) -> String? {
    if range.count == 3, tokens[range.lowerBound + 1].text == ".",
      tokens[range.lowerBound].name.asciiLowercased == entity
    {
      return ownName(in: (range.upperBound - 1)..<range.upperBound)
    }
    guard range.count == 1, let place = range.first, isName(tokens[place]) else { return nil }
    return tokens[place].name.asciiLowercased
  }

  private func isName(_ token: SQLTokens.Token) -> Bool {
    token.kind == .quotedName
      || (token.kind == .word && !["NULL", "TRUE", "FALSE"].contains(token.keyword))
  }

  private func withoutParentheses(_ range: Range<Int>) -> Range<Int> {
    guard range.count > 1, tokens[range.lowerBound].text == "(",
      tokens.end(ofParenthesesAt: range.lowerBound) == range.upperBound
    else { return range }
    return withoutParentheses((range.lowerBound + 1)..<(range.upperBound - 1))
  }

  /// The places outside of parentheses and of CASE.
  private func outerPlaces(of range: Range<Int>) -> [Int] {
    var depth = 0
    return range.filter { place in
      if tokens[place].text == ")" || tokens[place].keyword == "END" { depth -= 1 }
      defer { if tokens[place].text == "(" || tokens[place].keyword == "CASE" { depth += 1 } }
      return depth == 0
    }
  }

  private func isQuestion(_ token: SQLTokens.Token) -> Bool {
    ["=", "<", ">", "!"].contains(token.text)
      || [
        "AND", "OR", "NOT", "IS", "ISNULL", "NOTNULL", "IN", "LIKE", "GLOB", "MATCH", "REGEXP",
        "BETWEEN", "EXISTS", "SELECT", "WITH", "VALUES", "OVER", "FILTER", "COLLATE",
      ].contains(token.keyword)
  }

  private func isOperator(_ token: SQLTokens.Token) -> Bool {
    token.kind == .symbol && ["|", "+", "-", "*", "/", "%", "&", "~"].contains(token.text)
  }

  // MARK: The inner parts

  /// The uses in operands: a concatenation contains each whole text, but a calculation does not contain whole
  /// numbers.
  private func operands(of range: Range<Int>, _ operators: [Int]) -> Uses {
    var isJoined = operators.count.isMultiple(of: 2)
    for pair in stride(from: 0, to: operators.count - 1, by: 2) {
      isJoined =
        isJoined && tokens[operators[pair]].text == "|" && tokens[operators[pair + 1]].text == "|"
        && operators[pair] + 1 == operators[pair + 1]
    }
    var start = range.lowerBound
    var parts: [Uses] = []
    for place in operators + [range.upperBound] {
      parts.append(uses(in: start..<max(start, place)))
      start = place + 1
    }
    let all = joined(parts)
    return isJoined ? all : atMostUsed(all)
  }

  private func branches(of range: Range<Int>) -> Uses {
    var parts: [Uses] = []
    var (start, depth) = (range.lowerBound + 1, 0)
    var isResult = false
    for place in range.dropFirst() {
      if depth == 0, ["WHEN", "THEN", "ELSE", "END"].contains(tokens[place].keyword) {
        let part = start..<place
        parts.append(isResult ? atMostUsed(uses(in: part)) : asked(part))
        isResult = ["THEN", "ELSE"].contains(tokens[place].keyword)
        start = place + 1
        guard tokens[place].keyword == "END" else { continue }
        return place == range.upperBound - 1 ? joined(parts) : asked(range)
      }
      if tokens[place].text == "(" || tokens[place].keyword == "CASE" { depth += 1 }
      if tokens[place].text == ")" || tokens[place].keyword == "END" { depth -= 1 }
    }
    return asked(range)
  }

  private func call(_ name: String, _ inner: Range<Int>, _ range: Range<Int>) -> Uses {
    let arguments = tokens.items(in: inner)
    guard let first = arguments.first else { return [:] }
    let others = arguments.dropFirst()
    switch name {
    case "COALESCE", "IFNULL":
      return joined([usesOfFirstChoice(in: first)] + others.map { atMostUsed(uses(in: $0)) })
    case "NULLIF":
      return joined([uses(in: first)] + others.map(asked))
    case "IIF":
      return joined([asked(first)] + others.map { atMostUsed(uses(in: $0)) })
    case "MAX", "MIN":
      return others.isEmpty ? asked(range) : joined(arguments.map { atMostUsed(uses(in: $0)) })
    case "CAST":
      guard let type = tokens.firstIndex(of: "AS", from: inner.lowerBound), type < inner.upperBound
      else { return asked(range) }
      let uses = uses(in: inner.lowerBound..<type)
      let isOfBytes =
        inner.upperBound == type + 2 && ["TEXT", "BLOB"].contains(tokens[type + 1].keyword)
      return isOfBytes ? uses : atMostUsed(uses)
    case "TRIM", "LTRIM", "RTRIM", "UPPER", "LOWER", "REPLACE", "SUBSTR", "SUBSTRING", "ROUND",
      "ABS", "FORMAT", "PRINTF", "HEX", "UNHEX", "QUOTE", "DATE", "TIME", "DATETIME", "STRFTIME",
      "UNIXEPOCH", "JULIANDAY":
      return joined(arguments.map { atMostUsed(uses(in: $0)) })
    default:
      return asked(range)
    }
  }

  /// The first choice contains the whole value only if it is present whenever the value is.
  private func usesOfFirstChoice(in range: Range<Int>) -> Uses {
    let uses = uses(in: range)
    let mayLack = range.contains { ["NULLIF", "NULL"].contains(tokens[$0].keyword) }
    return uses.count == 1 && !mayLack ? uses : atMostUsed(uses)
  }

  private func asked(_ range: Range<Int>) -> Uses {
    range.reduce(into: [:]) { result, place in
      let isCalled = place + 1 < range.upperBound && tokens[place + 1].text == "("
      if isName(tokens[place]), !isCalled { result[tokens[place].name.asciiLowercased] = .asked }
    }
  }

  private func atMostUsed(_ uses: Uses) -> Uses { uses.mapValues { min($0, .used) } }

  private func joined(_ parts: [Uses]) -> Uses {
    parts.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
  }
}
