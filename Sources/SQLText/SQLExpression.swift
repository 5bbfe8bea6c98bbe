/// The form of an SQL expression: the values that it is made of, and the operators and functions between them
/// (https://www.sqlite.org/lang_expr.html).
///
/// ```swift
/// SQLExpression("coalesce(title, 'no ' || b.kind)")
/// // .call("COALESCE", [.name(["title"]), .operation("||", [.literal('no '), .name(["b", "kind"])])])
/// ```
/// It never fails, and leaves out no column: an unknown form becomes ``other(_:)``.
package indirect enum SQLExpression: Hashable, Sendable {
  /// A column, with its qualifiers before it.
  case name([String])
  /// A literal, including NULL and CURRENT_TIMESTAMP.
  case literal(SQLTokens.Token)
  /// A call of a function, by its name in upper case.
  case call(String, [SQLExpression])
  /// A CAST to a type in upper case.
  case cast(SQLExpression, as: String)
  /// An operator in upper case, without NOT, with its operands; `IS NULL` and `NOTNULL` are ISNULL.
  case operation(String, [SQLExpression])
  /// A CASE: the value that it compares, its conditions, and its results with that of ELSE.
  case choice(SQLExpression?, conditions: [SQLExpression], results: [SQLExpression])
  /// A query: its result columns, and the expressions in its other clauses.
  case query(results: [SQLExpression], others: [SQLExpression])
  /// A list, or any other form, with its parts.
  case other([SQLExpression])

  /// Reads an expression.
  package init(_ sql: String) {
    let tokens = SQLTokens(sql)
    var reader = ExpressionReader(tokens: tokens, place: 0, end: tokens.count, depth: 0)
    self = reader.whole()
  }

  /// The name, if the expression is nothing else.
  package var onlyName: String? {
    if case .name(let parts) = self, parts.count == 1 { parts[0] } else { nil }
  }

  /// Whether the expression is nothing but that name.
  package func isOnly(_ name: String) -> Bool {
    onlyName?.asciiLowercased == name.asciiLowercased
  }

  /// The expressions directly inside this one.
  package var parts: [SQLExpression] {
    switch self {
    case .name, .literal: []
    case .call(_, let parts), .operation(_, let parts), .other(let parts): parts
    case .cast(let inner, as: _): [inner]
    case .choice(let base, let conditions, let results):
      [base].compactMap(\.self) + conditions + results
    case .query(let results, let others): results + others
    }
  }

  /// All parts of the names in it.
  package var names: [String] {
    all.flatMap { part -> [String] in
      if case .name(let parts) = part { parts } else { [] }
    }
  }

  /// This expression and all inside it.
  package var all: [SQLExpression] { [self] + parts.flatMap(\.all) }
}

extension SQLExpression {
  /// Makes this operand an operation with another; a chain such as `a || b || c` is one operation.
  fileprivate mutating func join(_ other: SQLExpression, by name: String) {
    guard case .operation(name, var operands) = self, operands.count > 1,
      ["AND", "OR", "||", "+", "*", "…"].contains(name)
    else {
      self = .operation(name, [self, other])
      return
    }
    // Frees the list, so that it grows in place.
    self = .other([])
    operands.append(other)
    self = .operation(name, operands)
  }
}

/// Reads the tokens of one expression, or of the content of one pair of parentheses.
private struct ExpressionReader {
  let tokens: SQLTokens
  var place: Int
  let end: Int
  /// The number of expressions around this one.
  var depth: Int

  /// The levels that are distinguished; SQLite refuses a thousand (https://www.sqlite.org/limits.html).
  ///
  /// The rest of a longer chain is one operation, named `…`.
  private static let limit = 200

  private func keyword(_ ahead: Int = 0) -> String {
    place + ahead < end ? tokens[place + ahead].keyword : ""
  }

  private func symbol(_ ahead: Int = 0) -> String {
    place + ahead < end ? tokens[place + ahead].text : ""
  }

  private mutating func skip(_ keywords: Set<String>) {
    while keywords.contains(keyword()) { place += 1 }
  }

  private func reader(of range: Range<Int>) -> Self {
    Self(tokens: tokens, place: range.lowerBound, end: range.upperBound, depth: depth + 1)
  }

  /// The expression that all tokens are; several of them in a row are an unknown form.
  mutating func whole() -> SQLExpression {
    if Self.queries.contains(keyword()) { return query() }
    skip(["ALL", "DISTINCT"])
    var parts: [SQLExpression] = []
    while place < end {
      parts.append(operation(above: 0))
      skip(["ASC", "BY", "DESC", "FIRST", "LAST", "NULLS", "ORDER"])
    }
    return parts.count == 1 ? parts[0] : .other(parts)
  }

  // MARK: Operators

  /// The expression up to the next operator that does not bind more than others of a level.
  private mutating func operation(above level: Int) -> SQLExpression {
    var (left, count) = (operand(), 0)
    while let (name, length) = infix(), let own = Self.levels[name], own > level {
      place += length
      count += 1
      switch name {
      case "ISNULL" where count < Self.limit, "NOTNULL" where count < Self.limit:
        left = .operation("ISNULL", [left])
      case "ISNULL", "NOTNULL": break
      case "COLLATE":
        place += 1
        left = count < Self.limit ? .operation(name, [left]) : left
      case "BETWEEN":
        let low = operation(above: own)
        skip(["AND"])
        let high = operation(above: own)
        if count < Self.limit {
          left = .operation(name, [left, low, high])
        } else {
          left.join(.other([low, high]), by: "…")
        }
      default:
        if name == "IS" { skip(["NOT", "DISTINCT", "FROM"]) }
        let isPresence = name == "IS" && keyword() == "NULL"
        let right = operation(above: own)
        if isPresence, count < Self.limit {
          left = .operation("ISNULL", [left])
        } else {
          left.join(right, by: count < Self.limit ? name : "…")
        }
      }
    }
    return left
  }

  /// The operator behind an operand, with its number of tokens; nil if none follows.
  private func infix() -> (name: String, length: Int)? {
    if keyword() == "NOT" { return (keyword(1) == "NULL" ? "ISNULL" : keyword(1), 2) }
    if place < end, tokens[place].kind == .word { return (keyword(), 1) }
    for length in [3, 2] {
      let name = (0..<length).map(symbol).joined()
      if name.utf8.count == length, Self.levels[name] != nil { return (name, length) }
    }
    return (symbol(), 1)
  }

  /// The operators, by how much they bind.
  private static let levels: [String: Int] = {
    let levels = [
      ["OR"], ["AND"], ["NOT"],
      [
        "=", "==", "!=", "<>", "IS", "IN", "LIKE", "GLOB", "MATCH", "REGEXP", "BETWEEN", "ISNULL",
        "NOTNULL",
      ], ["<", "<=", ">", ">="], ["ESCAPE"], ["&", "|", "<<", ">>"], ["+", "-"], ["*", "/", "%"],
      ["||", "->", "->>"], ["COLLATE"],
    ]
    let pairs = levels.enumerated().flatMap { level, names in names.map { ($0, level + 1) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  // MARK: Operands

  private mutating func operand() -> SQLExpression {
    guard depth < Self.limit else { return remainder() }
    depth += 1
    defer { depth -= 1 }
    guard place < end else { return .other([]) }
    let token = tokens[place]
    if symbol() == "(" { return parenthesized() }
    place += 1
    switch token.kind {
    case .text, .blob, .number: return .literal(token)
    case .symbol:
      let isSign = ["-", "+", "~"].contains(token.text)
      return isSign ? .operation(token.text, [operand()]) : .other([])
    case .word, .quotedName: break
    }
    switch token.keyword {
    case "NOT": return .operation("NOT", [operation(above: 3)])
    case "CASE": return choice()
    case "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "FALSE", "NULL", "TRUE":
      return .literal(token)
    default: return symbol() == "(" ? call(token) : name(token)
    }
  }

  private mutating func name(_ first: SQLTokens.Token) -> SQLExpression {
    var parts = [first.name]
    while symbol() == ".", place + 1 < end, tokens[place + 1].kind != .symbol {
      parts.append(tokens[place + 1].name)
      place += 2
    }
    return .name(parts)
  }

  /// The names and literals that are left, of an expression with too many levels.
  private mutating func remainder() -> SQLExpression {
    defer { place = end }
    return .other(
      tokens.tokens[min(place, end)..<end].filter { $0.kind != .symbol }.map {
        [.word, .quotedName].contains($0.kind) ? .name([$0.name]) : .literal($0)
      })
  }

  /// The tokens between the parentheses at the current place, which are passed.
  private mutating func inner() -> Range<Int> {
    let (open, past) = (place, min(tokens.end(ofParenthesesAt: place), end))
    place = past
    return open + 1..<(past > open + 1 && tokens[past - 1].text == ")" ? past - 1 : past)
  }

  private func contents(of range: Range<Int>) -> [SQLExpression] {
    let isQuery = range.first.map { Self.queries.contains(tokens[$0].keyword) } ?? false
    return (isQuery ? [range] : tokens.items(in: range)).map { item in
      var reader = reader(of: item)
      return reader.whole()
    }
  }

  private mutating func parenthesized() -> SQLExpression {
    let contents = contents(of: inner())
    return contents.count == 1 ? contents[0] : .other(contents)
  }

  private mutating func call(_ function: SQLTokens.Token) -> SQLExpression {
    let range = inner()
    let name = function.name.uppercased()
    if name == "CAST", let type = tokens.firstIndex(of: "AS", from: range.lowerBound),
      type < range.upperBound
    {
      var reader = reader(of: range.lowerBound..<type)
      return .cast(reader.whole(), as: tokens.text(type + 1..<range.upperBound).uppercased())
    }
    let call = SQLExpression.call(name, contents(of: range))
    var windows: [SQLExpression] = []
    while ["FILTER", "OVER"].contains(keyword()) {
      place += 1
      guard symbol() == "(" else { continue }
      var reader = reader(of: inner())
      windows.append(reader.query())
    }
    return windows.isEmpty ? call : .other([call] + windows)
  }

  private mutating func choice() -> SQLExpression {
    var (conditions, results): ([SQLExpression], [SQLExpression]) = ([], [])
    let base = keyword() == "WHEN" ? nil : operation(above: 0)
    while place < end {
      place += 1
      switch tokens[place - 1].keyword {
      case "WHEN": conditions.append(operation(above: 0))
      case "THEN", "ELSE": results.append(operation(above: 0))
      case "END": return .choice(base, conditions: conditions, results: results)
      default:
        place -= 1
        conditions.append(operation(above: 0))
      }
    }
    return .choice(base, conditions: conditions, results: results)
  }

  // MARK: Queries

  private static let queries: Set = ["SELECT", "VALUES", "WITH"]
  private static let clauses: Set = [
    "EXCEPT", "FROM", "GROUP", "HAVING", "INTERSECT", "LIMIT", "ORDER", "UNION", "WHERE", "WINDOW",
  ]

  private mutating func query() -> SQLExpression {
    var (results, others): ([SQLExpression], [SQLExpression]) = ([], [])
    while place < end {
      // The rest are names of tables, and words between them.
      guard symbol() != "(" else {
        others.append(operand())
        continue
      }
      place += 1
      switch tokens[place - 1].keyword {
      case "SELECT", "VALUES": results += list()
      case "BY": others += list()
      case "WHERE", "HAVING", "ON", "LIMIT", "OFFSET": others.append(operation(above: 0))
      default: break
      }
    }
    return .query(results: results, others: others)
  }

  /// Expressions between commas, up to the next clause; their aliases are left out.
  private mutating func list() -> [SQLExpression] {
    var items: [SQLExpression] = []
    repeat {
      if symbol() == "," { place += 1 }
      skip(["ALL", "DISTINCT"])
      items.append(operation(above: 0))
      while place < end, symbol() != ",", !Self.clauses.contains(keyword()) {
        if symbol() == "(" { items.append(operand()) } else { place += 1 }
      }
    } while symbol() == ","
    return items
  }
}
