internal import SchemaModel

/// The spelling of names and values in Swift.
enum SwiftSpelling {
  /// A name, in backticks if it is a keyword.
  static func name(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A name after a dot, where most keywords need no backticks.
  static func member(_ name: String) -> String {
    ["Protocol", "Type", "init", "self"].contains(name) ? "`\(name)`" : name
  }

  /// A name as the label of an argument.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  /// A text in quotes.
  static func text(_ text: String) -> String { "\"\(text.map(escaped).joined())\"" }

  /// The lines between triple quotes that spell a text, at most `width` long if they can be broken.
  ///
  /// Each line but the last ends with a backslash.
  static func folded(_ text: String, width: Int) -> [String] {
    var lines = [""]
    // The characters since the last space, which are not broken yet.
    var word = ""
    func flush() {
      lines[lines.count - 1] += word
      word = ""
    }
    for character in text {
      let next = escaped(character)
      // The backslash takes one column; a word that is longer than a line is broken anywhere.
      if lines[lines.count - 1].count + word.count + next.count >= width {
        if lines[lines.count - 1].isEmpty { flush() }
        lines[lines.count - 1] += "\\"
        lines.append("")
      }
      word += next
      if character == " " { flush() }
    }
    flush()
    return lines
  }

  private static func escaped(_ character: Character) -> String {
    character.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default:
        [.control, .format].contains(scalar.properties.generalCategory)
          ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }.joined()
  }

  /// An integer; more than six digits are grouped by three, in the style of swift-format.
  static func integer(_ value: Int64) -> String {
    let digits = String(value.magnitude)
    guard digits.count > 6 else { return "\(value)" }
    var groups: [Substring] = []
    var rest = digits[...]
    while !rest.isEmpty {
      groups.append(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    return (value < 0 ? "-" : "") + groups.reversed().joined(separator: "_")
  }

  /// A floating-point number.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "Double.nan" }
    if value.isInfinite { return value < 0 ? "-Double.infinity" : "Double.infinity" }
    return value == value.rounded() && abs(value) < 1e15
      ? integer(Int64(value)) : "\(value)"
  }

  /// A name with an initial capital, as for types.
  static func typeName(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The name of a model as the first part of type names; characters that are invalid in names separate
  /// words.
  ///
  /// ```swift
  /// SwiftSpelling.typeName(ofModel: "my-app 2") // "MyApp2"
  /// ```
  static func typeName(ofModel name: String) -> String {
    let words = name.split { !($0.isLetter || $0 == "_" || ("0"..."9").contains($0)) }
    let joined = words.map { typeName(String($0)) }.joined()
    return joined.first.map { ("0"..."9").contains($0) } ?? true ? "Model\(joined)" : joined
  }

  // 'Type' and 'Protocol' are not keywords, but every type has a member with that name.
  private static let keywords: Set = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
