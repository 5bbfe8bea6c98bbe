import Diagnostics
import Reports
import Testing

struct TextReportTests {
  @Test func `a problem shows its place, its line with a caret, and its notes`() {
    let diagnostic = Diagnostic(
      code: "unknown-key", "unknown key 'atributes'", at: place(2, 5),
      notes: [
        .init("did you mean 'attributes'?"),
        .init("the entity begins here", at: place(1, 1)),
        .init("write:\nattributes:\n  title: string"),
      ])
    #expect(
      report(diagnostic, source: "Book:\n    atributes:\n") == """
        V1.yaml:2:5: error: unknown key 'atributes' [unknown-key]
          2 |     atributes:
            |     ^
          note: did you mean 'attributes'?
          V1.yaml:1:1: note: the entity begins here
          note: write:
            attributes:
              title: string

        """)
  }

  @Test func `a problem without a place is one line`() {
    let diagnostic = Diagnostic(code: "no-store", severity: .warning, "there is no 'a.store'")
    #expect(report(diagnostic) == "warning: there is no 'a.store' [no-store]\n")
  }

  @Test func `the margin is as wide as the number of the line`() {
    let source = String(repeating: "\n", count: 119) + "key"
    #expect(
      report(problem(120, 1), source: source) == """
        V1.yaml:120:1: error: wrong [code]
          120 | key
              | ^

        """)
  }

  @Test(
    arguments: [
      ("a\tb: x", 3, "a\tb: x", " \t"),
      ("名前: x", 5, "名前: x", "      "),
      ("👍🏽é: x", 6, "👍🏽é: x", "     "),
      ("e\u{301}: x", 5, "e\u{301}: x", "   "),
      ("❤\u{FE0F} x", 4, "❤\u{FE0F} x", "   "),
      ("\u{1B}[31m: x", 8, "\\u{1B}[31m: x", "            "),
      ("abc", 4, "abc", "   "),
      ("abc", 99, "abc", "   "),
    ])
  func `the caret stands below its place, whatever is before it`(
    line: String, column: Int, shown: String, padding: String
  ) {
    #expect(
      report(problem(1, column), source: line) == """
        V1.yaml:1:\(column): error: wrong [code]
          1 | \(shown)
            | \(padding)^

        """)
  }

  @Test func `an empty line ends without a blank`() {
    #expect(
      report(problem(1, 1), source: "\n") == """
        V1.yaml:1:1: error: wrong [code]
          1 |
            | ^

        """)
  }

  @Test func `only the surroundings of the place in a long line are shown`() {
    let line = String(repeating: "a", count: 300) + "X" + String(repeating: "b", count: 300)
    #expect(
      report(problem(1, 301), source: line) == """
        V1.yaml:1:301: error: wrong [code]
          1 | …\(String(repeating: "a", count: 100))X\(String(repeating: "b", count: 99))…
            | \(String(repeating: " ", count: 101))^

        """)
  }

  @Test(arguments: [
    "one\r\ntwo\r\nthree", "one\ntwo\nthree", "one\rtwo\rthree", "\u{FEFF}one\ntwo",
  ])
  func `lines end as in any editor`(source: String) {
    #expect(
      report(problem(2, 1), source: source) == """
        V1.yaml:2:1: error: wrong [code]
          2 | two
            | ^

        """)
  }

  @Test func `a line that does not exist is left out`() {
    #expect(report(problem(9, 1), source: "a") == "V1.yaml:9:1: error: wrong [code]\n")
    #expect(report(problem(1, 1), source: nil) == "V1.yaml:1:1: error: wrong [code]\n")
  }

  @Test func `terminal control characters are made visible`() {
    let diagnostic = Diagnostic(
      code: "code", "name 'a\u{1B}]0;x\u{7}'", notes: [.init("\u{9B}31m\u{202E}")])
    #expect(
      report(diagnostic) == """
        error: name 'a\\u{1B}]0;x\\u{7}' [code]
          note: \\u{9B}31m\\u{202E}

        """)
  }

  @Test func `colours set off the place, the severity, the code and the caret`() {
    let text = TextReport(isColored: true, source: { _ in "key" })
      .text(of: [problem(1, 1)])
      .replacing("\u{1B}", with: "ESC")
    #expect(
      text == """
        ESC[1mV1.yaml:1:1:ESC[0m ESC[1;31merror:ESC[0m wrong ESC[2m[code]ESC[0m
          1 | key
            | ESC[1;32m^ESC[0m

        """)
  }

  @Test func `a tally counts by severity, the heaviest first`() {
    let error = Diagnostic(code: "a", "b")
    let warning = Diagnostic(code: "a", severity: .warning, "b")
    #expect(tally(of: []) == nil)
    #expect(tally(of: [warning, error, warning]) == "1 error, 2 warnings")
    #expect(tally(of: [Diagnostic(code: "a", severity: .note, "b")]) == "1 note")
  }

  private func place(_ line: Int, _ column: Int) -> Diagnostics.SourceLocation {
    Diagnostics.SourceLocation(file: "V1.yaml", line: line, column: column)
  }

  private func problem(_ line: Int, _ column: Int) -> Diagnostic {
    Diagnostic(code: "code", "wrong", at: place(line, column))
  }

  private func report(_ diagnostic: Diagnostic, source: String? = nil) -> String {
    TextReport(isColored: false, source: { _ in source }).text(of: [diagnostic])
  }
}
