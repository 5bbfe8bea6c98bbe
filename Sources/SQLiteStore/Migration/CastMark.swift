internal import SQLText

/// Tells a zero that a cast makes from one that an expression spells out.
///
/// ```swift
/// CastMark.marked("CASE WHEN year <> '' THEN CAST(year AS INTEGER) ELSE 0 END")
/// ```
/// gives the expression with another number in place of each zero of the cast, and the zero behind
/// ELSE as it is.
enum CastMark {
  /// A number that no text of a model is likely to be, and that every column of numbers holds.
  private static let mark = "-8999999999999998"

  /// The expression with its casts marked; those that only a condition looks at are left alone.
  static func marked(_ sql: String) -> String {
    let tokens = SQLTokens(sql)
    var (result, end, index) = ("", 0, 0)
    while index < tokens.count {
      if tokens[index].keyword == "WHEN" {
        index = self.end(ofConditionAt: index, in: tokens)
        continue
      }
      guard tokens[index].keyword == "CAST", index + 1 < tokens.count, tokens[index + 1].text == "("
      else {
        index += 1
        continue
      }
      let past = tokens.end(ofParenthesesAt: index + 1)
      let cast = tokens.text(index..<past)
      result +=
        tokens.source(end..<tokens.offset(of: index))
        + "(CASE WHEN \(cast) = 0 THEN \(mark) ELSE \(cast) END)"
      end = tokens.end(of: past - 1)
      index = past
    }
    return end == 0 ? sql : result + tokens.source(end..<tokens.sourceLength)
  }

  /// The place of the THEN that belongs to a WHEN.
  private static func end(ofConditionAt start: Int, in tokens: SQLTokens) -> Int {
    var depth = 0
    for index in (start + 1)..<max(start + 1, tokens.count) {
      switch tokens[index].keyword {
      case "CASE": depth += 1
      case "END": depth -= 1
      case "THEN": if depth == 0 { return index }
      default: break
      }
    }
    return tokens.count
  }
}
