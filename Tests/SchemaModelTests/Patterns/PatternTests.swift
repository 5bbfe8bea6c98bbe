import SchemaModel
import Testing

struct PatternTests {
  /// All texts over some letters, up to a length.
  private static func texts(of letters: [Character], upTo length: Int) -> [String] {
    var all = [""]
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { text in letters.map { text + String($0) } }
      all += last
    }
    return all
  }

  @Test(arguments: [
    "", "a", "ab|ba", "(a|b)*", "(a+)+b", "a?b?a?", "(?:ab)+", "(?<x>a|)b", "a{2}", "a{1,3}b",
    "a{2,}",
    "(a{2}|b){0,2}", "^a+$", "^a|b$", "[ab]c*", "[^a]", "[a-b&&[^b]]+", ".", "a.c", "a*?b",
    "(a|ab)(c|bc)",
    "\\w+", "\\S\\s?", "[\\d\\w]+", "(a*)*", "(a*)+c", "()*a", "(|a){3}", "\\u{61}b", "\\p{L}+",
    "a\\.b", ".*", "\\W", "[\\D]", "[\\s\\S]*",
    // Those that the machine does not know.
    "(?=a)a+", "(a|b)\\1", "a++b", "(?i)A", "\\bab", "a$|^b*(^a)?", "(?>a+)b", "(a$)|b",
  ])
  func `the same texts match as with the platform's expression`(pattern: String) throws {
    let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
    let own = try Pattern(pattern)
    for text in Self.texts(of: ["a", "b", "c", "."], upTo: 4) + [
      "é", "\n", "a\n", "\r\n", "e\u{301}", "7",
    ] {
      let expected = (try? regex.wholeMatch(in: text)) != nil
      #expect(own.matches(text) == expected, "\(pattern) \(text.debugDescription)")
    }
  }

  @Test(arguments: [
    "(a+)+b", "(a|a)*b", "(a|aa)+b", "([a-z]+)*\\d", "(a?){30}a{30}b", "(.*.*.*)*x",
    "^(([a-z])+.)+[A-Z]([a-z])+$", "(a*)*(a*)*(a*)*b",
  ])
  func `a pattern of nested repetitions is decided at once`(pattern: String) throws {
    let own = try Pattern(pattern)
    #expect(own.matches(String(repeating: "a", count: 5000)) == false)
  }

  @Test func `a match that takes too long is given up, and no long text is tried again`() throws {
    let own = try Pattern("(?=a)(a+)+b")
    let long = String(repeating: "a", count: 9) + "b"
    #expect(own.matches("aab") == true)
    #expect(own.matches(long) == true)
    // Half a minute, and not for ever, though no caller ends the match.
    #expect(own.matches(String(repeating: "a", count: 20)) == nil)
    #expect(own.matches("aab") == true)
    #expect(own.matches(long) == nil)
  }

  @Test func `text that is not a pattern is an error`() {
    #expect(throws: (any Error).self) { try Pattern("(a") }
  }
}
