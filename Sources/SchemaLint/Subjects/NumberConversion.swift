internal import SQLText

/// A place in SQL where a value of any type is converted to a number.
struct NumberConversion {
  /// The token at which the conversion is reported.
  let place: Int
  /// The tokens of the converted value.
  let operand: Range<Int>
  /// The tokens of the whole conversion, such as `CAST(pages AS INTEGER)` or `pages + 0`.
  let whole: Range<Int>
  /// The tokens of the type in a CAST; nil for arithmetic.
  let type: Range<Int>?
  /// Whether the conversion is arithmetic that leaves numbers unchanged, so that it can only be a conversion.
  let isIdle: Bool
}

extension MigrationSQL {
  /// The casts to numbers, and the arithmetic on named values, in the order of the text.
  func numberConversions(in statement: Range<Int>) -> [NumberConversion] {
    statement.flatMap { index in
      cast(at: index, toNumbers: true).map { [$0] } ?? arithmetic(at: index, in: statement)
    }
  }

  /// The CAST that begins at a position: to a number if `toNumbers` is true, else to any other type.
  func cast(at index: Int, toNumbers: Bool) -> NumberConversion? {
    guard keyword(index) == "CAST", symbol(index + 1) == "(" else { return nil }
    let end = tokens.end(ofParenthesesAt: index + 1)
    guard let separator = firstIndex(of: "AS", in: index + 2..<end), separator + 1 < end - 1
    else { return nil }
    let type = separator + 1..<end - 1
    guard isNumber(type) == toNumbers else { return nil }
    return NumberConversion(
      place: index, operand: index + 2..<separator, whole: index..<end, type: type, isIdle: false)
  }

  /// Whether values of a type have numeric affinity.
  ///
  /// - https://www.sqlite.org/datatype3.html#determination_of_column_affinity
  private func isNumber(_ type: Range<Int>) -> Bool {
    let name = tokens.text(type).uppercased()
    if name.contains("INT") { return true }
    return !["CHAR", "CLOB", "TEXT", "BLOB"].contains { name.contains($0) }
  }
}

// MARK: - Arithmetic

extension MigrationSQL {
  /// The operand at one side of an operator.
  private enum Side {
    /// A name, or a call of a function that returns a text or one of its arguments.
    case named(Range<Int>)
    case literal(Range<Int>)
    case other(Range<Int>)

    var range: Range<Int> {
      switch self {
      case .named(let range), .literal(let range), .other(let range): range
      }
    }
  }

  private func arithmetic(at index: Int, in statement: Range<Int>) -> [NumberConversion] {
    let sign = symbol(index)
    // The operators `->` and `->>` extract a part of JSON.
    guard ["+", "-", "*", "/", "%"].contains(sign), symbol(index + 1) != ">",
      let right = side(from: index + 1, in: statement)
    else { return [] }
    guard let left = side(before: index, in: statement) else {
      guard sign == "-", case .named(let range) = right else { return [] }
      return [
        NumberConversion(
          place: index, operand: range, whole: index..<range.upperBound, type: nil, isIdle: false)
      ]
    }
    let whole = left.range.lowerBound..<right.range.upperBound
    let isIdle = leavesNumbers(sign, left, right)
    return [left, right].compactMap { side in
      guard case .named(let range) = side else { return nil }
      return NumberConversion(
        place: range.lowerBound, operand: range, whole: whole, type: nil, isIdle: isIdle)
    }
  }

  /// Whether an operator with a literal at one side returns the number at the other side.
  private func leavesNumbers(_ sign: String, _ left: Side, _ right: Side) -> Bool {
    func text(_ side: Side) -> String {
      if case .literal(let range) = side { tokens.text(range) } else { "" }
    }
    return switch sign {
    case "+": text(left) == "0" || text(right) == "0"
    case "-": text(right) == "0"
    case "*": text(left) == "1" || text(right) == "1"
    case "/": text(right) == "1"
    default: false
    }
  }

  private func side(before index: Int, in statement: Range<Int>) -> Side? {
    let last = index - 1
    guard statement.contains(last) else { return nil }
    if tokens[last].text == ")" {
      let open = start(ofParenthesesEndingAt: last)
      guard statement.contains(open - 1), isCall(at: open - 1) else { return .other(open..<index) }
      return call(open - 1..<index)
    }
    switch tokens[last].kind {
    case .number, .text, .blob: return .literal(last..<index)
    case .word, .quotedName:
      guard isName(at: last) else { return nil }
      var first = last
      while statement.contains(first - 2), symbol(first - 1) == "." { first -= 2 }
      return .named(first..<index)
    case .symbol: return nil
    }
  }

  private func side(from index: Int, in statement: Range<Int>) -> Side? {
    guard statement.contains(index) else { return nil }
    if tokens[index].text == "(" { return .other(index..<tokens.end(ofParenthesesAt: index)) }
    switch tokens[index].kind {
    case .number, .text, .blob: return .literal(index..<index + 1)
    case .word, .quotedName:
      if isCall(at: index) { return call(index..<tokens.end(ofParenthesesAt: index + 1)) }
      guard isName(at: index) else { return nil }
      var end = index + 1
      while statement.contains(end + 1), symbol(end) == "." { end += 2 }
      return .named(index..<end)
    case .symbol: return nil
    }
  }

  /// The operand of a function call; it is named only if the function returns a text or one of its arguments.
  private func call(_ range: Range<Int>) -> Side {
    Self.passing.contains(keyword(range.lowerBound)) ? .named(range) : .other(range)
  }

  private static let passing: Set = [
    "TRIM", "LTRIM", "RTRIM", "LOWER", "UPPER", "REPLACE", "SUBSTR", "SUBSTRING", "COALESCE",
    "IFNULL", "NULLIF",
  ]

  /// The place of the parenthesis that is closed at `close`.
  func start(ofParenthesesEndingAt close: Int) -> Int {
    var depth = 0
    for index in (0...close).reversed() {
      if tokens[index].text == ")" { depth += 1 }
      if tokens[index].text == "(" { depth -= 1 }
      if depth == 0 { return index }
    }
    return 0
  }
}

// MARK: - Names

extension MigrationSQL {
  /// The folded names of values in a range, without the names of functions and of tables before a dot.
  func valueNames(in range: Range<Int>) -> [String] {
    range.filter { isName(at: $0) && !isCall(at: $0) && symbol($0 + 1) != "." }
      .map { tokens[$0].name.asciiLowercased }
  }

  private func isCall(at index: Int) -> Bool {
    symbol(index + 1) == "(" && tokens[index].kind == .word && isName(at: index)
  }

  private func isName(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .quotedName: true
    case .word:
      !SQLTokens.keywords.contains(keyword(index)) && !Self.operators.contains(keyword(index))
    case .text, .blob, .number, .symbol: false
    }
  }

  /// Keywords that are also valid column names, but are operators or clauses next to an operator.
  private static let operators: Set = [
    "ASC", "BY", "CAST", "DESC", "END", "EXCEPT", "FILTER", "GLOB", "LIKE", "MATCH", "OFFSET",
    "OVER", "REGEXP", "WITH",
  ]
}
