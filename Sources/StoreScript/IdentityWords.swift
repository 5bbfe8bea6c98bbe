internal import SQLite
internal import StoreLayout
internal import SQLText
internal import SchemaModel

/// The parts of a piece of declared SQL, over an entity's objects, that are read as numbers of objects.
///
/// There is no parser: in doubt, a part counts as a number of objects.
struct IdentityWords {
  private let tokens: SQLTokens
  private let entity: String
  private let layout: StoreLayout
  /// The tables whose objects may get new numbers.
  private let changing: Set<String>

  init(_ sql: String, of entity: String, in layout: StoreLayout, changing: Set<String>) {
    (tokens, self.entity, self.layout, self.changing) = (SQLTokens(sql), entity, layout, changing)
  }

  private var all: Range<Int> { 0..<tokens.count }

  /// The name of the property, if the SQL is nothing but a name such as `fid` or `Note.fid`.
  var onlyName: String? {
    guard let name = name(at: 0), name.range == all, name.range.count <= 3 else { return nil }
    let isOwn = name.qualifier.map { $0.asciiLowercased == entity.asciiLowercased } ?? true
    return isOwn ? name.text : nil
  }

  /// A possible result that is neither the `_id` of an object nor a link, such as a property or a literal;
  /// nil if every result is an identity.
  var givenBesidesIdentities: String? {
    results(in: all).lazy.compactMap(givenBesidesIdentity).first
  }

  /// Whether a number that may change is compared with a number that does not follow the change.
  var comparesIdentities: Bool {
    all.contains { place in
      guard let operation = comparison(at: place) else { return false }
      let (left, right) = (operand(before: place), operand(in: operation.right))
      if operation.isReckoning { return [left, right].contains(.changing) }
      return left == .changing && right == .other || left == .other && right == .changing
    }
  }

  // MARK: Names

  /// A name with its qualifier.
  private struct Name {
    var text: String
    var qualifier: String?
    var range: Range<Int>
  }

  /// The name that begins at a place, including all parts joined by dots.
  private func name(at start: Int) -> Name? {
    guard isName(start) else { return nil }
    var end = start + 1
    while end + 1 < tokens.count, tokens[end].text == ".", isName(end + 1) { end += 2 }
    return Name(
      text: tokens[end - 1].name, qualifier: end - start > 1 ? tokens[end - 3].name : nil,
      range: start..<end)
  }

  private func isName(_ place: Int) -> Bool {
    tokens.tokens.indices.contains(place) && [.word, .quotedName].contains(tokens[place].kind)
  }

  /// The tables whose objects' numbers a name stands for; nil if it does not stand for such numbers.
  private func homes(of name: Name) -> Set<String>? {
    let folded = name.text.asciiLowercased
    let schema = layout.schema
    if folded == StoreLayout.identityColumn { return homes(ofIdentityQualifiedBy: name.qualifier) }
    let isOwnAttribute = schema.allAttributes(of: entity).contains {
      $0.name.asciiLowercased == folded
    }
    guard name.qualifier != nil || !isOwnAttribute else { return nil }
    let destinations = schema.entities.flatMap(\.relationships).filter {
      $0.cardinality == .toOne && $0.name.asciiLowercased == folded
    }.map(\.destination)
    return destinations.isEmpty ? nil : Set(destinations.compactMap { layout.table(of: $0) })
  }

  private func homes(ofIdentityQualifiedBy qualifier: String?) -> Set<String> {
    let own = layout.table(of: entity)
    let named = layout.schema.entities.first {
      $0.name.asciiLowercased == qualifier?.asciiLowercased
    }
    if let named { return Set([layout.table(of: named.name)].compactMap(\.self)) }
    guard qualifier != nil || hasQuery else { return Set([own].compactMap(\.self)) }
    let names = tokens.foldedNames
    let read = layout.definition.tables.map(\.name).filter { names.contains($0.asciiLowercased) }
    return Set(read + [own].compactMap(\.self))
  }

  private var hasQuery: Bool { tokens.tokens.contains { $0.keyword == "SELECT" } }

  // MARK: Results

  private static let harmlessWords: Set<String> = [
    "NULL", "DISTINCT", "ALL", "NOT", "INTEGER", "INT", "TRUE", "FALSE", "COLLATE", "OVER",
  ]

  private func givenBesidesIdentity(_ place: Int) -> String? {
    switch tokens[place].kind {
    case .symbol: return nil
    case .text, .blob, .number: return tokens[place].text
    case .word, .quotedName: break
    }
    let isPart = place > 0 && tokens[place - 1].text == "."
    let isAlias = place > 0 && tokens[place - 1].keyword == "AS"
    guard !isPart, !isAlias, let name = name(at: place) else { return nil }
    let isCalled = name.range.upperBound < tokens.count && tokens[name.range.upperBound].text == "("
    if isCalled || Self.harmlessWords.contains(tokens[place].keyword) { return nil }
    return homes(of: name) == nil ? name.text : nil
  }

  /// The places of every token that may be, or be part of, the result of a range of the SQL.
  ///
  /// Conditions are left out, and so is everything behind the result list of a query.
  private func results(in range: Range<Int>) -> [Int] {
    guard let first = range.first else { return [] }
    if tokens[first].keyword == "SELECT" { return resultsOfQuery(in: range) }
    var places: [Int] = []
    var place = range.lowerBound
    while place < range.upperBound {
      if tokens[place].keyword == "CASE" {
        let end = endOfCase(at: place, in: range)
        places += resultsOfCase(in: place..<end)
        place = end
      } else if tokens[place].text == "(" {
        let end = min(tokens.end(ofParenthesesAt: place), range.upperBound)
        places += resultsOfParentheses(at: place, upTo: end)
        place = end
      } else {
        places.append(place)
        place += 1
      }
    }
    return places
  }

  private func resultsOfParentheses(at open: Int, upTo end: Int) -> [Int] {
    let inner = (open + 1)..<max(open + 1, end - 1)
    guard open > 0, ["IIF", "IF"].contains(tokens[open - 1].keyword) else {
      return results(in: inner)
    }
    return tokens.items(in: inner).dropFirst().flatMap(results)
  }

  /// The results of a query, including all parts of a compound query.
  private func resultsOfQuery(in range: Range<Int>) -> [Int] {
    var places: [Int] = []
    var (isList, depth, start) = (false, 0, range.lowerBound)
    for place in range {
      if tokens[place].text == "(" { depth += 1 }
      if tokens[place].text == ")" { depth -= 1 }
      guard depth == 0 else { continue }
      if tokens[place].keyword == "SELECT" { (isList, start) = (true, place + 1) }
      guard isList, tokens[place].keyword == "FROM" else { continue }
      places += results(in: start..<place)
      isList = false
    }
    return isList ? places + results(in: start..<range.upperBound) : places
  }

  private func endOfCase(at start: Int, in range: Range<Int>) -> Int {
    var depth = 0
    for place in start..<range.upperBound {
      if tokens[place].keyword == "CASE" { depth += 1 }
      if tokens[place].keyword == "END" { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return range.upperBound
  }

  private func resultsOfCase(in range: Range<Int>) -> [Int] {
    var places: [Int] = []
    var (start, depth): (Int?, Int) = (nil, 0)
    for place in range.dropFirst() {
      if depth == 0, ["WHEN", "THEN", "ELSE", "END"].contains(tokens[place].keyword) {
        if let start { places += results(in: start..<place) }
        start = ["THEN", "ELSE"].contains(tokens[place].keyword) ? place + 1 : nil
        if tokens[place].keyword == "END" { break }
        continue
      }
      if tokens[place].text == "(" || tokens[place].keyword == "CASE" { depth += 1 }
      if tokens[place].text == ")" || tokens[place].keyword == "END" { depth -= 1 }
    }
    return places
  }

  // MARK: Comparisons

  private enum Operand { case changing, staying, nothing, other }

  /// A comparison or a calculation, with its right operand.
  private func comparison(at place: Int) -> (right: Range<Int>, isReckoning: Bool)? {
    let token = tokens[place]
    var end = place + 1
    if ["=", "<", ">", "!"].contains(token.text) {
      // The second character of an operator such as `>=`.
      guard place == 0 || !["=", "<", ">", "!"].contains(tokens[place - 1].text) else { return nil }
      while end < tokens.count, ["=", "<", ">"].contains(tokens[end].text) { end += 1 }
      return (end..<tokens.count, false)
    }
    if ["IS", "IN", "BETWEEN", "LIKE", "GLOB", "WHEN"].contains(token.keyword) {
      while end < tokens.count, ["NOT", "DISTINCT", "FROM"].contains(tokens[end].keyword) {
        end += 1
      }
      return (end..<tokens.count, false)
    }
    return ["+", "-", "*", "/", "%", "&", "|"].contains(token.text)
      ? (end..<tokens.count, true) : nil
  }

  private func operand(before place: Int) -> Operand {
    var end = place
    while end > 0, tokens[end - 1].keyword == "NOT" { end -= 1 }
    if tokens[place].keyword == "WHEN" { return operandOfCase(at: place) }
    guard end > 0 else { return .nothing }
    guard isName(end - 1) else {
      return [")"].contains(tokens[end - 1].text) ? .other : literal(end - 1)
    }
    var start = end - 1
    while start > 1, tokens[start - 1].text == ".", isName(start - 2) { start -= 2 }
    return operand(in: start..<end)
  }

  /// The `author` in `CASE author WHEN 3 THEN`; nothing if each WHEN has its own condition.
  private func operandOfCase(at place: Int) -> Operand {
    var depth = 0
    for start in (0..<place).reversed() {
      if [")"].contains(tokens[start].text) || tokens[start].keyword == "END" { depth += 1 }
      if tokens[start].text == "(" { depth -= 1 }
      guard tokens[start].keyword == "CASE" else { continue }
      guard depth == 0 else {
        depth -= 1
        continue
      }
      return tokens[start + 1].keyword == "WHEN" ? .nothing : operand(in: (start + 1)..<place)
    }
    return .nothing
  }

  private func literal(_ place: Int) -> Operand {
    [.text, .blob, .number].contains(tokens[place].kind) ? .other : .nothing
  }

  private func operand(in range: Range<Int>) -> Operand {
    guard let first = range.first else { return .nothing }
    if tokens[first].text == "(" { return operandInParentheses(at: first) }
    guard let name = name(at: first) else { return literal(first) }
    if ["NULL"].contains(tokens[first].keyword) { return .nothing }
    let next = name.range.upperBound
    if next < tokens.count, tokens[next].text == "(" { return operandInParentheses(at: next) }
    return homes(of: name).map { $0.isDisjoint(with: changing) ? .staying : .changing } ?? .other
  }

  /// The result of a subquery, or the values of a list.
  private func operandInParentheses(at open: Int) -> Operand {
    let inner = (open + 1)..<max(open + 1, tokens.end(ofParenthesesAt: open) - 1)
    let given = results(in: inner)
    if given.contains(where: { givenBesidesIdentity($0) != nil }) { return .other }
    let names = given.compactMap { name(at: $0) }
    return names.contains { homes(of: $0)?.isDisjoint(with: changing) == false }
      ? .changing : .staying
  }
}
