internal import SQLText

/// What a `CREATE TABLE` statement says and no pragma reports: checks, collations, generated
/// columns, AUTOINCREMENT, deferred foreign keys, STRICT and WITHOUT ROWID.
struct TableStatement {
  /// The clauses of each column that a ``ColumnDefinition`` has no field for.
  private(set) var columnClauses: [String: [String]] = [:]
  /// The table constraints that a ``TableDefinition`` has no field for.
  private(set) var tableClauses: [String] = []
  /// The columns of each foreign key that is checked at the end of the transaction.
  private(set) var deferredForeignKeys: Set<[String]> = []
  private(set) var isAutoincrementing = false
  private(set) var isStrict = false
  private(set) var isWithoutRowID = false
  private let tokens: SQLTokens

  init(_ sql: String) {
    tokens = SQLTokens(sql)
    guard let open = tokens.tokens.firstIndex(where: { $0.text == "(" }) else { return }
    let end = tokens.end(ofParenthesesAt: open)
    for item in tokens.items(in: open + 1..<end - 1) { readItem(item) }
    for index in end..<tokens.count {
      if tokens[index].keyword == "STRICT" { isStrict = true }
      if tokens[index].keyword == "ROWID" { isWithoutRowID = true }
    }
  }

  private static let constraintKeywords = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]

  private mutating func readItem(_ item: Range<Int>) {
    let first = tokens[item.lowerBound]
    if Self.constraintKeywords.contains(first.keyword) {
      tableClauses += readClauses(item, columns: [])
    } else {
      let clauses = readClauses(item.dropFirst(), columns: [first.name])
      if !clauses.isEmpty { columnClauses[first.name] = clauses }
    }
  }

  /// Walks along the clauses of one column or table constraint, and returns those to keep.
  private mutating func readClauses(_ range: Range<Int>, columns: [String]) -> [String] {
    var (index, columns, kept) = (range.lowerBound, columns, [String]())
    while index < range.upperBound {
      let start = index
      switch tokens[index].keyword {
      case "CONSTRAINT": index += 2
      case "DEFAULT": index = endOfDefault(at: index + 1)
      case "CHECK":
        index = tokens.end(ofParenthesesAt: index + 1)
        kept.append(tokens.text(start..<index))
      case "COLLATE":
        index += 2
        kept.append(tokens.text(start..<index))
      case "GENERATED", "AS":
        index = endOfGenerated(at: index, in: range)
        kept.append(tokens.text(start..<index))
      case "AUTOINCREMENT":
        isAutoincrementing = true
        index += 1
      case "FOREIGN":
        let end = tokens.end(ofParenthesesAt: index + 2)
        columns = tokens.items(in: index + 3..<end - 1).map { tokens[$0.lowerBound].name }
        index = end
      case "REFERENCES":
        index = endOfReferences(at: index, in: range)
        if isDeferred(start..<index) { deferredForeignKeys.insert(columns) }
      default: index += 1
      }
    }
    return kept
  }

  private func endOfDefault(at start: Int) -> Int {
    guard start < tokens.count else { return start }
    if tokens[start].text == "(" { return tokens.end(ofParenthesesAt: start) }
    return start + (["-", "+"].contains(tokens[start].text) ? 2 : 1)
  }

  /// `[GENERATED ALWAYS] AS (expression) [STORED | VIRTUAL]`.
  private func endOfGenerated(at start: Int, in range: Range<Int>) -> Int {
    let open = tokens[start].keyword == "AS" ? start + 1 : start + 3
    guard open < range.upperBound else { return range.upperBound }
    let end = tokens.end(ofParenthesesAt: open)
    return end < range.upperBound && ["STORED", "VIRTUAL"].contains(tokens[end].keyword)
      ? end + 1 : end
  }

  /// `REFERENCES table [(columns)] [ON …] [MATCH …] [[NOT] DEFERRABLE [INITIALLY …]]`.
  private func endOfReferences(at start: Int, in range: Range<Int>) -> Int {
    var index = start + 2
    if index < range.upperBound, tokens[index].text == "(" {
      index = tokens.end(ofParenthesesAt: index)
    }
    while index < range.upperBound {
      switch tokens[index].keyword {
      case "ON": index += ["SET", "NO"].contains(keyword(at: index + 2)) ? 4 : 3
      case "MATCH", "INITIALLY": index += 2
      case "DEFERRABLE": index += 1
      case "NOT" where keyword(at: index + 1) == "DEFERRABLE": index += 2
      default: return index
      }
    }
    return min(index, range.upperBound)
  }

  private func keyword(at index: Int) -> String {
    index < tokens.count ? tokens[index].keyword : ""
  }

  private func isDeferred(_ references: Range<Int>) -> Bool {
    let words = references.map { tokens[$0].keyword }
    guard let deferrable = words.firstIndex(of: "DEFERRABLE"), words[deferrable - 1] != "NOT" else {
      return false
    }
    return Array(words[deferrable...]) == ["DEFERRABLE", "INITIALLY", "DEFERRED"]
  }
}
