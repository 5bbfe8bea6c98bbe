import SchemaYAML
import Testing

struct YAMLCommentsTests {
  /// The comments of a text, each to the end of its line.
  private static func comments(_ text: String) -> [String] {
    YAMLComments.starts(in: text).map { start in
      String(text[start...].prefix { !$0.isNewline })
    }
  }

  @Test func `a comment stands alone, behind a value, or behind the mark of a block`() {
    #expect(
      Self.comments(
        """
        # first
        a: b # second
        c: [d, # third
          e] # fourth
        f: | # fifth
          text
        # sixth
        g: "h" # seventh
        i: # eighth
          j: it's # ninth
        """) == [
          "# first", "# second", "# third", "# fourth", "# fifth", "# sixth", "# seventh",
          "# eighth", "# ninth",
        ])
  }

  @Test(arguments: [
    "a: |\n  # one\n    # two\n\n  # three\nb: c\n", "a: >-\n  one\n  # two\n",
    "a: \"one\n  # two\n  three\"\n", "a: 'one\n\n  # two'\n", "a: \"\\\" # one\"\n",
    "a: b#c\n", "- |\n # one\n- b\n", "a: {b: 'c\n # d'}\n", "a: |+\n  b\n\n  # c\n\n",
    "a: |2\n    b\n  # c\n", "\"# a\": b\n", "? |\n  # a\n: b\n",
  ])
  func `text inside a value is not a comment`(text: String) {
    #expect(Self.comments(text) == [])
  }

  @Test func `a line that a block does not reach is a comment`() {
    #expect(
      Self.comments("a:\n  b: |\n    c\n    # d\n  # e\n# f\n  g: h\n") == ["# e", "# f"])
  }

  @Test(arguments: ["\r\n", "\r", "\u{85}", "\u{2028}"])
  func `every break of a line ends a comment`(lineBreak: String) {
    let text = ["é: |", "  # ä", "# b", "c: d # e", ""].joined(separator: lineBreak)
    #expect(Self.comments(text) == ["# b", "# e"])
  }

  @Test func `a byte order mark counts for nothing`() {
    #expect(Self.comments("\u{FEFF}# a\nb: |\n  # c\n") == ["# a"])
  }

  @Test func `behind a mistake nothing is a comment`() {
    #expect(Self.comments("a: b # c\nd: 'e # f\n") == ["# c"])
  }

  @Test func `a text without values has only comments`() {
    #expect(Self.comments("") == [])
    #expect(Self.comments("# a\n  # b\n") == ["# a", "# b"])
  }
}
