/// Takes apart the regular expressions that say nothing but what stands where and how often.
///
/// Only their structure is read; what a single scalar is to be is left to `Regex`. Whether a whole
/// text matches does not depend on how greedy a quantifier is. An expression that looks around,
/// refers back, takes what it has for good or changes its own options is none of these.
struct PatternParser {
  /// What is none of these expressions.
  private struct Rich: Error {}

  /// Groups may stand in each other to this depth.
  private static let depthLimit = 50

  private var rest: ArraySlice<Character>

  /// The expression; nil for one that is richer.
  static func parse(_ text: String) -> PatternNode? {
    // A quantifier behind what is one character and several scalars is for all of them.
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
    // Where all of a text has to match, an anchor at either end asks for nothing.
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

  /// The rest of a class of characters, which may have others in it.
  private mutating func members() throws -> String {
    var text = ""
    var depth = 1
    // A bracket at once is a member to some and the end to others.
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

  // MARK: - How often

  private mutating func quantified(_ part: PatternNode) throws -> PatternNode {
    guard let (minimum, maximum) = try quantifier() else { return part }
    // Lazy or not, the same texts match; what is possessive may miss some.
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
