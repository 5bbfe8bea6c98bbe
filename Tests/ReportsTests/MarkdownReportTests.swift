import Diagnostics
import Reports
import Testing

struct MarkdownReportTests {
  private func text(_ diagnostics: [Diagnostic]) -> String {
    MarkdownReport().text(of: diagnostics)
  }

  @Test func `each diagnostic is a row with its notes below it`() {
    #expect(
      text(SampleDiagnostics.ordinary) == """
        | | place | finding | rule |
        |---|---|---|---|
        | **error** | Schemas/V1.yaml:6:7 | 'Book.notes' has no inverse<br>add one\
        <br>Schemas/V1.yaml:9:7: it may be this one | missing-inverse |
        | warning | Schemas/V1.yaml:6:7 | 'Book.notes' has no delete rule<br>write 'delete: nullify' \
        | implicit-delete-rule |
        | note | Schemas/V1.yaml:7:1 | a remark | required-to-many |

        """)
  }

  @Test func `without diagnostics there is no table`() {
    #expect(text([]) == "")
  }

  @Test func `nothing in a name or a message is taken for Markdown`() {
    #expect(
      text(SampleDiagnostics.hostile) == #"""
        | | place | finding | rule |
        |---|---|---|---|
        | **error** | a b,c:d%/é\|x .yaml:1:1 | 100% \| \`a\` \<b\>\&amp;\\u{D} ::error::x \#
        \\u{1B}\[31m\](http://x) \\u{FFFE}\\u{202E}<br>one<br>two<br>one<br>two | odd::code |

        """#)
  }
}
