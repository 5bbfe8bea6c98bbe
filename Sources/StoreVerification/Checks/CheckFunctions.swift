internal import Digests
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The SQL functions for the conditions that SQL itself cannot express.
struct CheckFunctions {
  /// Whether a text is a decimal number.
  static let isDecimal = "migrate_is_decimal"
  /// Whether a text is a UUID in its stored form.
  static let isUUID = "migrate_is_uuid"
  /// Whether a text is a JSON list of texts in the plainest form; other texts may also be such lists.
  static let isPlainList = "migrate_is_plain_list"
  /// Whether a text may be a URL.
  static let isURL = "migrate_is_url"
  /// Whether a text consists of bytes in Base64.
  static let isBase64 = "migrate_is_base64"
  /// The number of Unicode scalars of a text.
  static let length = "migrate_length"
  /// Whether a whole text matches a regular expression; NULL if matching takes too long.
  static let matches = "migrate_matches"

  /// The compiled patterns by their text.
  let patterns: [String: Pattern]

  /// Makes the functions available to a connection's statements.
  func register(on connection: Connection) throws(SQLiteError) {
    try connection.register(.isUUID(named: Self.isUUID))
    try connection.register(.isPlainList(named: Self.isPlainList))
    try connection.register(Self.test(Self.isDecimal, ValueSpelling.isDecimal))
    try connection.register(Self.test(Self.isURL, ValueSpelling.isURL))
    try connection.register(Self.test(Self.isBase64) { [UInt8](base64: $0) != nil })
    try connection.register(
      SQLFunction(name: Self.length, argumentCount: 1, isDeterministic: true) {
        arguments throws(SQLFunction.Failure) in
        guard case .text(let text) = arguments[0] else { return .null }
        return .integer(Int64(text.unicodeScalars.count))
      })
    let answers = PatternAnswers(patterns)
    try connection.register(
      SQLFunction(name: Self.matches, argumentCount: 2, isDeterministic: true) {
        arguments throws(SQLFunction.Failure) in
        guard case .text(let text) = arguments[0], case .text(let pattern) = arguments[1] else {
          return arguments[0] == .null ? .null : .integer(0)
        }
        return answers.answer(to: text, pattern).map { .integer($0 ? 1 : 0) } ?? .null
      })
  }

  /// A function that tests a text; NULL for NULL, false for any other value that is not a text.
  private static func test(_ name: String, _ passes: @escaping (String) -> Bool) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 1, isDeterministic: true) {
      arguments throws(SQLFunction.Failure) in
      switch arguments[0] {
      case .null: .null
      case .text(let text): .integer(passes(text) ? 1 : 0)
      default: .integer(0)
      }
    }
  }
}

/// Matches texts against patterns, and keeps the last answer, because two checks ask about each text.
private final class PatternAnswers {
  private let patterns: [String: Pattern]
  private var last: (text: String, pattern: String, answer: Bool?)?

  init(_ patterns: [String: Pattern]) { self.patterns = patterns }

  /// Whether a text matches a pattern: nil if matching takes too long, false if the pattern is not a regular
  /// expression.
  func answer(to text: String, _ pattern: String) -> Bool? {
    if let last, last.pattern == pattern, last.text.utf8.elementsEqual(text.utf8) {
      return last.answer
    }
    let answer = patterns[pattern].map { $0.matches(text) } ?? false
    last = (text, pattern, answer)
    return answer
  }
}
