/// The nullability of an SQL expression, as far as its outer form shows.
enum ExpressionNullity {
  /// False for a literal, and for `coalesce` and `ifnull` whose last argument is never NULL.
  static func mayBeNull(_ sql: String) -> Bool {
    let text = sql.trimmed
    if Double(text) != nil, text.allSatisfy({ !$0.isLetter || $0 == "e" || $0 == "E" }) {
      return false
    }
    if isText(text) || (["x", "X"].contains(text.first) && isText(text.dropFirst())) {
      return false
    }
    guard let last = lastFallback(in: text) else { return true }
    return mayBeNull(last)
  }

  /// Whether the text is a single text literal.
  private static func isText(_ text: some StringProtocol) -> Bool {
    guard text.count > 1, text.first == "'", text.last == "'" else { return false }
    // Quotes within a literal are doubled.
    return text.dropFirst().dropLast().split(separator: "''", omittingEmptySubsequences: false)
      .allSatisfy { !$0.contains("'") }
  }

  /// The last argument of a call that returns its first argument that is not NULL.
  private static func lastFallback(in text: String) -> String? {
    let name = text.prefix { $0 != "(" }
    guard ["coalesce", "ifnull"].contains(String(name).trimmed.lowercased()) else { return nil }
    var (depth, isInText) = (0, false)
    var last = ""
    for (position, character) in text.dropFirst(name.count).enumerated() {
      if character == "'" { isInText.toggle() }
      if !isInText, character == ")" { depth -= 1 }
      // SQL behind the call changes its result.
      if depth == 0, position > 0 {
        return position == text.count - name.count - 1 ? last : nil
      }
      if !isInText, depth == 1, character == "," {
        last = ""
      } else if position > 0 {
        last.append(character)
      }
      if !isInText, character == "(" { depth += 1 }
    }
    return nil
  }
}

extension String {
  fileprivate var trimmed: String {
    String(
      drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
