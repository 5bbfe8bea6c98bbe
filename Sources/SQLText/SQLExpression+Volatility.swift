extension SQLExpression {
  /// The first part whose value may differ each time it is evaluated: `random()`, `'now'`.
  ///
  /// Nil if there is no such part. The current time counts, because it differs for a later statement
  /// (https://www.sqlite.org/deterministic.html).
  package var volatilePart: String? { all.lazy.compactMap(\.ownVolatilePart).first }

  private var ownVolatilePart: String? {
    switch self {
    case .literal(let token) where token.keyword.hasPrefix("CURRENT_"): return token.text
    case .call(let name, _) where Self.volatileFunctions.contains(name):
      return "\(name.lowercased())()"
    case .call(let name, let arguments):
      guard let count = Self.argumentsBeforeTime[name] else { return nil }
      guard arguments.count > count else { return "\(name.lowercased())()" }
      return arguments.lazy.compactMap { argument -> String? in
        if case .literal(let token) = argument { token.text } else { nil }
      }.first { Self.moments.contains($0.lowercased()) }
    default: return nil
    }
  }

  private static let volatileFunctions: Set = [
    "RANDOM", "RANDOMBLOB", "CHANGES", "TOTAL_CHANGES", "LAST_INSERT_ROWID",
  ]
  /// The date functions, with the number of arguments before the time
  /// (https://www.sqlite.org/lang_datefunc.html).
  private static let argumentsBeforeTime = [
    "DATE": 0, "TIME": 0, "DATETIME": 0, "JULIANDAY": 0, "UNIXEPOCH": 0, "STRFTIME": 1,
    "TIMEDIFF": 0,
  ]
  private static let moments: Set = ["'now'", "'subsec'", "'subsecond'"]
}
