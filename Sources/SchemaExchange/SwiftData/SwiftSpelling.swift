internal import SchemaModel

/// How names and values are spelt in Swift.
enum SwiftSpelling {
  /// A name, in backticks where it is a word of the language.
  static func name(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A text in quotes.
  static func text(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.properties.generalCategory == .control
          || scalar.properties.generalCategory == .format
        {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// An integer, its digits in threes where there are many, as swift-format has it.
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

  /// A number with a fraction.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "Double.nan" }
    if value.isInfinite { return value < 0 ? "-Double.infinity" : "Double.infinity" }
    return value == value.rounded() && abs(value) < 1e15
      ? integer(Int64(value)) : "\(value)"
  }

  /// A word with a capital at its beginning, as types have it.
  static func typeName(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The name of a model as the beginning of the names of types: what no such name can have parts
  /// its words.
  ///
  /// ```swift
  /// SwiftSpelling.typeName(ofModel: "my-app 2") // "MyApp2"
  /// ```
  static func typeName(ofModel name: String) -> String {
    let words = name.split { !($0.isLetter || $0 == "_" || ("0"..."9").contains($0)) }
    let joined = words.map { typeName(String($0)) }.joined()
    return joined.first.map { ("0"..."9").contains($0) } ?? true ? "Model\(joined)" : joined
  }

  // 'Type' and 'Protocol' are none, but every type has a member of that name.
  private static let keywords: Set = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
