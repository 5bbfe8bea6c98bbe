extension SQLTokens {
  /// The first part whose value may differ each time it is evaluated: `random()`, `'now'`.
  ///
  /// Nil if there is no such part. The current time counts, because it differs for a later statement
  /// (https://www.sqlite.org/deterministic.html).
  package var volatilePart: String? {
    tokens.indices.lazy.compactMap(volatilePart(at:)).first
  }

  private func volatilePart(at index: Int) -> String? {
    let token = tokens[index]
    let isQualified = index > 0 && tokens[index - 1].text == "."
    if token.kind == .word, !isQualified, Self.moments.contains(token.keyword) { return token.text }
    if isCall(index), Self.volatileFunctions.contains(token.name.asciiLowercased) {
      return "\(token.text)()"
    }
    if isCall(index), let count = Self.argumentsBeforeTime[token.name.asciiLowercased] {
      return volatileTime(of: index, behind: count)
    }
    return nil
  }

  /// The part of a date function's call that asks for the current time: the call itself without a time, or an
  /// argument.
  private func volatileTime(of call: Int, behind count: Int) -> String? {
    let arguments = items(in: call + 2..<max(call + 2, end(ofParenthesesAt: call + 1) - 1))
    guard arguments.count > count else { return "\(tokens[call].text)()" }
    return arguments.first { argument in
      argument.count == 1 && Self.momentTexts.contains(tokens[argument.lowerBound].momentText)
    }.map { text($0) }
  }

  private func isCall(_ index: Int) -> Bool {
    tokens[index].kind != .text && tokens[index].kind != .symbol && index + 1 < count
      && tokens[index + 1].text == "("
  }

  private static let moments: Set<String> = [
    "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
  ]
  private static let volatileFunctions: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid",
  ]
  /// The date functions, with the number of arguments before the time
  /// (https://www.sqlite.org/lang_datefunc.html).
  private static let argumentsBeforeTime = [
    "date": 0, "time": 0, "datetime": 0, "julianday": 0, "unixepoch": 0, "strftime": 1,
    "timediff": 0,
  ]
  private static let momentTexts: Set<String> = ["now", "subsec", "subsecond"]
}

extension SQLTokens.Token {
  /// The value of a text or a quoted name, in lower case; empty for any other token.
  fileprivate var momentText: String {
    kind == .text || kind == .quotedName ? name.asciiLowercased : ""
  }
}
