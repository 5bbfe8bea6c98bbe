import Diagnostics
import Reports
import Testing

struct GitHubReportTests {
  private func text(_ diagnostics: [Diagnostic]) -> String {
    GitHubReport().text(of: diagnostics)
  }

  @Test func `each diagnostic is an annotation of one line`() {
    #expect(
      text(SampleDiagnostics.ordinary) == """
        ::error file=Schemas/V1.yaml,line=6,col=7,title=missing-inverse::'Book.notes' has no inverse\
        %0Aadd one%0ASchemas/V1.yaml:9:7: it may be this one
        ::warning file=Schemas/V1.yaml,line=6,col=7,title=implicit-delete-rule::'Book.notes' has no \
        delete rule%0Awrite 'delete: nullify'
        ::notice file=Schemas/V1.yaml,line=7,col=1,title=required-to-many::a remark

        """)
  }

  @Test func `a diagnostic without a place is an annotation of the run`() {
    #expect(
      text(SampleDiagnostics.placeless)
        == "::error title=missing-file::there is no file 'V1.yaml'\n")
  }

  @Test func `nothing in a name or a message becomes a command`() {
    #expect(
      text(SampleDiagnostics.hostile) == #"""
        ::error file=a b%2Cc%3Ad%25/é|x%0A.yaml,line=1,col=1,title=odd%3A%3Acode::100%25 | `a` \#
        <b>&amp;\u{D}%0A::error::x \u{1B}[31m](http://x) \u{FFFE}\u{202E}%0Aone%0Atwo%0Aone%0Atwo

        """#)
  }
}
