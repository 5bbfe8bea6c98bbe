/// The names in a piece of SQL: every word outside strings and comments, and every quoted name.
///
/// Keywords are among them, so this answers 'is this name mentioned' and not 'what is it'.
///
/// ```swift
/// SQLNames(in: "SELECT _id FROM Work WHERE title = 'Edition'").contains("Edition") // false
/// ```
package struct SQLNames {
  private var names: Set<String> = []

  /// The names in that text.
  package init(in sql: String) {
    var rest = Array(sql.unicodeScalars)[...]
    while let first = rest.first {
      switch first {
      case "'": _ = Self.quoted(by: "'", &rest)
      case "\"", "`": insert(Self.quoted(by: first, &rest))
      case "[": insert(Self.quoted(by: "]", &rest))
      case "-" where rest.dropFirst().first == "-": rest = rest.drop { $0 != "\n" }
      case "/" where rest.dropFirst().first == "*": Self.dropComment(&rest)
      default: insert(Self.word(&rest))
      }
    }
  }

  /// Whether a name is mentioned.
  ///
  /// SQL does not tell letter case apart.
  package func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }

  private mutating func insert(_ name: String) {
    if !name.isEmpty { names.insert(name.lowercased()) }
  }

  /// Takes a word, or one other character.
  private static func word(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
    let word = rest.prefix { $0 == "_" || $0.properties.isXIDContinue }
    rest = rest.dropFirst(max(word.count, 1))
    return text(word)
  }

  /// Takes what stands between quotes; a quote inside is written twice.
  private static func quoted(
    by end: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
  ) -> String {
    var result: [Unicode.Scalar] = []
    rest = rest.dropFirst()
    while let next = rest.first {
      rest = rest.dropFirst()
      if next == end {
        guard rest.first == end, end != "]" else { break }
        rest = rest.dropFirst()
      }
      result.append(next)
    }
    return text(result[...])
  }

  private static func dropComment(_ rest: inout ArraySlice<Unicode.Scalar>) {
    rest = rest.dropFirst(2)
    while let next = rest.first, !(next == "*" && rest.dropFirst().first == "/") {
      rest = rest.dropFirst()
    }
    rest = rest.dropFirst(2)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }
}

extension String {
  /// The name as SQL takes it: a keyword in double quotes, any other as it is.
  package var sqlName: String {
    SQLNames.keywords.contains(uppercased()) ? "\"\(self)\"" : self
  }
}
