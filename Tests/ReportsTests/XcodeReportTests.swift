import Diagnostics
import Reports
import Testing

struct XcodeReportTests {
  private func text(_ diagnostics: [Diagnostic]) -> String { XcodeReport().text(of: diagnostics) }

  @Test func `each diagnostic is a line, and its notes are lines at its place or their own`() {
    #expect(
      text(SampleDiagnostics.ordinary) == """
        Schemas/V1.yaml:6:7: error: 'Book.notes' has no inverse (missing-inverse)
        Schemas/V1.yaml:6:7: note: add one
        Schemas/V1.yaml:9:7: note: it may be this one
        Schemas/V1.yaml:6:7: warning: 'Book.notes' has no delete rule (implicit-delete-rule)
        Schemas/V1.yaml:6:7: note: write 'delete: nullify'
        Schemas/V1.yaml:7:1: note: a remark (required-to-many)

        """)
  }

  @Test func `a diagnostic without a place begins with its severity`() {
    #expect(
      text(SampleDiagnostics.placeless) == "error: there is no file 'V1.yaml' (missing-file)\n")
  }

  @Test func `lines of code in a note stand behind semicolons`() {
    let diagnostic = Diagnostic(
      code: "insert-before-relate", "too soon",
      notes: [
        .init("insert first, relate then:\ncontext.insert(book)\npage.book = book"),
        .init("write:\nlet book = Book(\n  title: \"A\",\n  pages: 1\n)\ncontext.insert(book)"),
      ])
    #expect(
      text([diagnostic]) == """
        error: too soon (insert-before-relate)
        note: insert first, relate then: context.insert(book); page.book = book
        note: write: let book = Book( title: "A", pages: 1 ); context.insert(book)

        """)
  }

  @Test func `a message stays on its line`() {
    let lines = text(SampleDiagnostics.hostile).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("a b,c:d%/é|x .yaml:1:1: ") })
  }
}
