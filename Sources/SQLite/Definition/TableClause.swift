internal import SQLText

/// A clause of a column or a constraint of a table, as a `CREATE TABLE` statement spells it.
package struct TableClause: Hashable {
  package enum Kind: Hashable {
    case primaryKey, notNull, null, unique, check, defaultValue, collation, reference, generated
    case foreignKey
  }

  package var kind: Kind
  /// The tokens of the clause, including its name.
  var range: Range<Int>
  /// The tokens without `CONSTRAINT` and the name.
  package var body: Range<Int>
  /// The columns in its parentheses, for a key of the table.
  var columns: [String] = []
}

/// Finds the clauses of a column or the constraints of a table
/// (https://www.sqlite.org/lang_createtable.html).
struct TableClauseReader {
  let tokens: SQLTokens

  /// The clauses in a range, in order; tokens outside of clauses are skipped.
  func clauses(in range: Range<Int>) -> [TableClause] {
    var result: [TableClause] = []
    var (index, named) = (range.lowerBound, Int?.none)
    while index < range.upperBound {
      if tokens[index].keyword == "CONSTRAINT" {
        named = named ?? index
        index += 2
      } else if let (kind, end, columns) = clause(at: index, in: range) {
        result.append(
          TableClause(
            kind: kind, range: (named ?? index)..<end, body: index..<end, columns: columns))
        (index, named) = (end, nil)
      } else {
        index += 1
      }
    }
    return result
  }

  private func clause(
    at index: Int, in range: Range<Int>
  ) -> (TableClause.Kind, end: Int, columns: [String])? {
    let (end, columns): (Int, [String])
    switch tokens[index].keyword {
    case "PRIMARY":
      (end, columns) = endOfKey(at: index + 2, in: range)
      return (.primaryKey, end, columns)
    case "UNIQUE":
      (end, columns) = endOfKey(at: index + 1, in: range)
      return (.unique, end, columns)
    case "NOT" where keyword(at: index + 1) == "NULL":
      return (.notNull, endOfConflict(at: index + 2, in: range), [])
    case "NULL": return (.null, endOfConflict(at: index + 1, in: range), [])
    case "CHECK":
      let close = endOfParentheses(at: index + 1, in: range)
      return (.check, endOfConflict(at: close, in: range), [])
    case "DEFAULT": return (.defaultValue, min(endOfDefault(at: index + 1), range.upperBound), [])
    case "COLLATE": return (.collation, min(index + 2, range.upperBound), [])
    case "GENERATED", "AS": return (.generated, endOfGenerated(at: index, in: range), [])
    case "REFERENCES": return (.reference, endOfReferences(at: index, in: range), [])
    case "FOREIGN":
      let close = endOfParentheses(at: index + 2, in: range)
      return (
        .foreignKey, endOfReferences(at: close, in: range), names(inParenthesesAt: index + 2)
      )
    default: return nil
    }
  }

  /// The first name of each part between the parentheses that open at a place.
  private func names(inParenthesesAt open: Int) -> [String] {
    guard open < tokens.count, tokens[open].text == "(" else { return [] }
    return tokens.items(in: open + 1..<max(open + 1, tokens.end(ofParenthesesAt: open) - 1))
      .map { tokens[$0.lowerBound].name }
  }

  private func endOfParentheses(at open: Int, in range: Range<Int>) -> Int {
    guard open < range.upperBound, tokens[open].text == "(" else {
      return min(open, range.upperBound)
    }
    return min(tokens.end(ofParenthesesAt: open), range.upperBound)
  }

  /// `[(columns)] [ASC | DESC] [ON CONFLICT …] [AUTOINCREMENT]`.
  private func endOfKey(at start: Int, in range: Range<Int>) -> (Int, [String]) {
    let columns = names(inParenthesesAt: start)
    var index = endOfParentheses(at: start, in: range)
    if index < range.upperBound, ["ASC", "DESC"].contains(tokens[index].keyword) { index += 1 }
    index = endOfConflict(at: index, in: range)
    if index < range.upperBound, tokens[index].keyword == "AUTOINCREMENT" { index += 1 }
    return (index, columns)
  }

  /// `[ON CONFLICT …]`.
  private func endOfConflict(at start: Int, in range: Range<Int>) -> Int {
    let isThere = keyword(at: start) == "ON" && keyword(at: start + 1) == "CONFLICT"
    return min(isThere ? start + 3 : start, range.upperBound)
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
    var index = endOfParentheses(at: start + 2, in: range)
    while index < range.upperBound {
      switch tokens[index].keyword {
      case "ON" where keyword(at: index + 1) != "CONFLICT":
        index += ["SET", "NO"].contains(keyword(at: index + 2)) ? 4 : 3
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
}
