/// Makes texts that match a simple regular expression.
///
/// A pattern may have literal characters, escapes, `.`, `\d`, `\w`, `\s`, character classes without negation,
/// the quantifiers `?`, `*`, `+`, `{n}`, `{n,m}`, and an anchor at either end. Groups and alternatives are
/// not supported.
struct PatternExample {
  private struct Part {
    var characters: [Character]
    var count: ClosedRange<Int>
  }

  private let parts: [Part]

  /// Reads a pattern; nil if it is not supported.
  init?(_ pattern: String) {
    var rest = Array(pattern)[...]
    if rest.first == "^" { rest.removeFirst() }
    if rest.last == "$", rest.dropLast().last != "\\" { rest.removeLast() }
    var parts: [Part] = []
    while !rest.isEmpty {
      guard let characters = Self.characters(&rest), !characters.isEmpty,
        let count = Self.quantifier(&rest)
      else { return nil }
      parts.append(Part(characters: characters, count: count))
    }
    self.parts = parts
  }

  /// A text that matches the pattern.
  func text(_ random: inout RandomSource) -> String {
    var result = ""
    for part in parts {
      let count = part.count.lowerBound + random.below(part.count.count)
      for _ in 0..<count { result.append(part.characters[random.below(part.characters.count)]) }
    }
    return result
  }

  private static let digits = Array("0123456789")
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  private static func characters(_ rest: inout ArraySlice<Character>) -> [Character]? {
    switch rest.removeFirst() {
    case "\\": escaped(&rest)
    case "[": members(&rest)
    case ".": letters
    case let other where !"(){}|*+?^$]".contains(other): [other]
    default: nil
    }
  }

  private static func escaped(_ rest: inout ArraySlice<Character>) -> [Character]? {
    guard let character = rest.popFirst() else { return nil }
    switch character {
    case "d": return digits
    case "w": return letters + digits + ["_"]
    case "s": return [" "]
    case _ where character.isLetter || character.isNumber: return nil
    default: return [character]
    }
  }

  private static func members(_ rest: inout ArraySlice<Character>) -> [Character]? {
    var result: [Character] = []
    guard rest.first != "^" else { return nil }
    while let character = rest.popFirst(), character != "]" {
      guard character != "\\" else {
        guard let more = escaped(&rest) else { return nil }
        result += more
        continue
      }
      if rest.first == "-", let end = rest.dropFirst().first, end != "]",
        let low = character.asciiValue, let high = end.asciiValue, low <= high
      {
        rest.removeFirst(2)
        result += (low...high).map { Character(UnicodeScalar($0)) }
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static func quantifier(_ rest: inout ArraySlice<Character>) -> ClosedRange<Int>? {
    switch rest.first {
    case "?": rest.removeFirst(); return 0...1
    case "*": rest.removeFirst(); return 0...6
    case "+": rest.removeFirst(); return 1...6
    case "{":
      guard let end = rest.firstIndex(of: "}") else { return nil }
      let numbers = rest[rest.startIndex + 1..<end].split(
        separator: ",", omittingEmptySubsequences: false)
      rest = rest[(end + 1)...]
      guard let least = numbers.first.flatMap({ Int(String($0)) }) else { return nil }
      guard numbers.count == 2 else { return numbers.count == 1 ? least...least : nil }
      guard !numbers[1].isEmpty else { return least...(least + 6) }
      guard let most = Int(String(numbers[1])), least <= most else { return nil }
      return least...most
    default: return 1...1
    }
  }
}
