internal import Digests
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The SQL functions that checks call for what SQL itself cannot say.
struct CheckFunctions {
  /// Whether a text is a decimal number.
  static let isDecimal = "migrate_is_decimal"
  /// Whether a text is a UUID as it is stored.
  static let isUUID = "migrate_is_uuid"
  /// Whether a text is a JSON list of texts, of the plainest form; others may be such a list, too.
  static let isPlainList = "migrate_is_plain_list"
  /// Whether a text may be a URL.
  static let isURL = "migrate_is_url"
  /// Whether a text is bytes in Base64.
  static let isBase64 = "migrate_is_base64"
  /// How many Unicode scalars a text has.
  static let length = "migrate_length"
  /// Whether the whole of a text matches a regular expression; NULL where that takes too long.
  static let matches = "migrate_matches"

  /// The compiled patterns by their text.
  let patterns: [String: Pattern]

  /// Lets a connection's statements call the functions.
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

  /// A function that says of a text whether it passes; NULL of NULL, false of anything else.
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

/// Whether texts match patterns, with the last answer kept: of one text two things are asked.
private final class PatternAnswers {
  private let patterns: [String: Pattern]
  private var last: (text: String, pattern: String, answer: Bool?)?

  init(_ patterns: [String: Pattern]) { self.patterns = patterns }

  /// Nil where it takes too long to tell; no text matches what is no pattern.
  func answer(to text: String, _ pattern: String) -> Bool? {
    if let last, last.pattern == pattern, last.text.utf8.elementsEqual(text.utf8) {
      return last.answer
    }
    let answer = patterns[pattern].map { $0.matches(text) } ?? false
    last = (text, pattern, answer)
    return answer
  }
}
