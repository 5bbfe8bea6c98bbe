/// The names in a piece of SQL: every word outside strings and comments, and every quoted name.
///
/// Keywords are included, so this answers whether a name is mentioned, not what it stands for.
///
/// ```swift
/// SQLNames(in: "SELECT _id FROM Work WHERE title = 'Edition'").contains("Edition") // false
/// ```
package struct SQLNames {
  private var names: Set<String> = []

  /// Reads the names of a text.
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

  /// Whether a name is mentioned, in any letter case, as SQL ignores it.
  package func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }

  private mutating func insert(_ name: String) {
    if !name.isEmpty { names.insert(name.lowercased()) }
  }

  /// Removes and returns a word, or one other character.
  private static func word(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
    let word = rest.prefix { $0 == "_" || $0.properties.isXIDContinue }
    rest = rest.dropFirst(max(word.count, 1))
    return text(word)
  }

  /// Removes and returns a quoted text; a doubled quote stands for one.
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
  /// The name in SQL: a keyword in double quotes, any other name unchanged.
  package var sqlName: String {
    SQLNames.keywords.contains(uppercased()) ? "\"\(self)\"" : self
  }
}
