/// Parses the regular expressions that consist only of atoms, their order and their repetition.
///
/// Only the structure is parsed; conditions for a single scalar are left to `Regex`. Whether a whole text
/// matches does not depend on greediness, so quantifiers may be lazy. Expressions with lookaround, back
/// references, possessive quantifiers or inline options are not supported.
struct PatternParser {
  /// The error for an expression that is not supported.
  private struct Rich: Error {}

  /// The maximum depth of nested groups.
  private static let depthLimit = 50

  private var rest: ArraySlice<Character>

  /// The parsed expression; nil if it is not supported.
  static func parse(_ text: String) -> PatternNode? {
    // A quantifier after a character of several scalars applies to all of them.
    guard text.allSatisfy({ $0.unicodeScalars.count == 1 }) else { return nil }
    var parser = Self(rest: Array(text)[...])
    guard let node = try? parser.choice(depth: 0), parser.rest.isEmpty else { return nil }
    return node
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func choice(depth: Int) throws -> PatternNode {
    guard depth < Self.depthLimit else { throw Rich() }
    var branches = [try sequence(depth: depth)]
    while skip("|") { branches.append(try sequence(depth: depth)) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence(depth: Int) throws -> PatternNode {
    // An anchor at either end has no effect, because the whole text must match.
    if depth == 0 { _ = skip("^") }
    var parts: [PatternNode] = []
    while let next = rest.first, next != "|", next != ")" {
      if depth == 0, next == "$", [nil, "|"].contains(rest.dropFirst().first) {
        rest.removeFirst()
        break
      }
      let part = try part(depth: depth)
      parts.append(try quantified(part))
    }
    return .sequence(parts)
  }

  private mutating func part(depth: Int) throws -> PatternNode {
    switch rest.removeFirst() {
    case "(": return try group(depth: depth)
    case "[": return try atom("[" + members())
    case ".": return try atom(".")
    case "\\": return try escape()
    case let other:
      guard !"^$*+?{}])".contains(other), let scalar = other.unicodeScalars.first else {
        throw Rich()
      }
      return .atom(PatternAtom(scalar))
    }
  }

  private func atom(_ expression: String) throws -> PatternNode {
    guard let atom = PatternAtom(expression: expression) else { throw Rich() }
    return .atom(atom)
  }

  private mutating func group(depth: Int) throws -> PatternNode {
    if skip("?") {
      if skip("<") {
        guard let first = rest.first, first.isLetter, let end = rest.firstIndex(of: ">") else {
          throw Rich()
        }
        rest = rest[(end + 1)...]
      } else if !skip(":") {
        throw Rich()
      }
    } else if rest.first == "*" {
      throw Rich()
    }
    let node = try choice(depth: depth + 1)
    guard skip(")") else { throw Rich() }
    return node
  }

  /// The rest of a character class, which may contain other classes.
  private mutating func members() throws -> String {
    var text = ""
    var depth = 1
    // Engines disagree about a leading bracket: it is a member of the class or its end.
    if skip("^") { text += "^" }
    guard rest.first != "]" else { throw Rich() }
    while depth > 0 {
      guard let next = rest.popFirst() else { throw Rich() }
      text.append(next)
      switch next {
      case "\\":
        guard let escaped = rest.popFirst(), escaped != "Q" else { throw Rich() }
        text.append(escaped)
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
    }
    return text
  }

  private mutating func escape() throws -> PatternNode {
    guard let next = rest.popFirst() else { throw Rich() }
    switch next {
    case "d", "D", "w", "W", "s", "S", "n", "r", "t": return try atom("\\\(next)")
    case "p", "P", "u":
      guard rest.first == "{", let end = rest.firstIndex(of: "}") else { throw Rich() }
      let name = String(rest[...end])
      rest = rest[(end + 1)...]
      return try atom("\\\(next)\(name)")
    default:
      guard next.isASCII, !next.isLetter, !next.isNumber, let scalar = next.unicodeScalars.first
      else { throw Rich() }
      return .atom(PatternAtom(scalar))
    }
  }

  // MARK: - Quantifiers

  private mutating func quantified(_ part: PatternNode) throws -> PatternNode {
    guard let (minimum, maximum) = try quantifier() else { return part }
    // Lazy quantifiers match the same texts; possessive ones may match fewer.
    if rest.first == "+" { throw Rich() }
    _ = skip("?")
    return .repeated(part, minimum: minimum, maximum: maximum)
  }

  private mutating func quantifier() throws -> (minimum: Int, maximum: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    guard skip("{") else { return nil }
    guard let minimum = number() else { throw Rich() }
    var maximum: Int? = minimum
    if skip(",") { maximum = number() }
    guard skip("}"), maximum.map({ $0 >= minimum }) ?? true else { throw Rich() }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return Int(String(digits))
  }
}
