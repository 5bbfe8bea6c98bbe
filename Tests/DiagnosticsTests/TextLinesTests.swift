import Diagnostics
import Testing

struct TextLinesTests {
  private static func place(_ line: Int, _ column: Int) -> Diagnostics.SourceLocation {
    Diagnostics.SourceLocation(file: "f", line: line, column: column)
  }

  @Test(arguments: ["", "a", "a\n", "é\r\n名\rb\n\n", "\u{FEFF}a\nb"])
  func `every offset has a place that leads back to it`(text: String) {
    let lines = TextLines(text)
    for offset in 0...lines.scalars.count {
      // Between the two characters of one line break there is no place of its own.
      let isInPair =
        offset > 0 && offset < lines.scalars.count
        && lines.scalars[offset - 1] == "\r" && lines.scalars[offset] == "\n"
      if isInPair { continue }
      #expect(lines.offset(of: lines.location(of: offset, in: "f")) == offset)
    }
    #expect(lines.text == text)
  }

  @Test func `a place outside the text has no offset`() {
    let lines = TextLines("ab\nc")
    #expect(lines.offset(of: Self.place(1, 3)) == 2)
    #expect(lines.offset(of: Self.place(1, 4)) == nil)
    #expect(lines.offset(of: Self.place(2, 2)) == 4)
    #expect(lines.offset(of: Self.place(2, 3)) == nil)
    #expect(lines.offset(of: Self.place(3, 1)) == nil)
    #expect(lines.offset(of: Self.place(0, 1)) == nil)
  }

  @Test func `edits are made in the order of the text, and those that overlap are refused`() {
    let lines = TextLines("one two")
    let second = TextFix.Edit(from: Self.place(1, 5), to: Self.place(1, 8), "2")
    let first = TextFix.Edit(from: Self.place(1, 1), to: Self.place(1, 4), "1")
    let more = TextFix.Edit(from: Self.place(1, 8), to: Self.place(1, 8), "!")
    #expect(lines.applying([second, more, first]) == "1 2!")
    let across = TextFix.Edit(from: Self.place(1, 3), to: Self.place(1, 6), "")
    #expect(lines.applying([first, across]) == nil)
  }

  @Test(arguments: [
    ("a\nb\nc\n", "a\nB\nc\n"), ("", "a\n"), ("a\n", ""), ("a", "a\nb"), ("a\nb", "a"),
    ("a\r\nb\r\n", "x\r\na\r\nb\r\ny\r\n"), ("\u{FEFF}a\nb\n", "\u{FEFF}b\n"), ("a\n", "a\n"),
  ])
  func `a difference of texts is edits that lead from one to the other`(old: String, new: String) {
    let edits = TextDifference(from: old, to: new).edits(of: "f")
    #expect(TextLines(old).applying(edits) == new)
  }
}
