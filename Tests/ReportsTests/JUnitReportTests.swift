import Diagnostics
import Foundation
import Reports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct JUnitReportTests {
  private let report = JUnitReport(
    suite: "migrate lint", subjects: ["Schemas/V2.yaml", "Schemas/V1.yaml"])

  @Test func `each file is a case that fails where there is an error in it`() {
    #expect(
      report.text(of: SampleDiagnostics.ordinary) == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <testsuites name="migrate lint" tests="2" failures="1" errors="0" skipped="0">
            <testsuite name="migrate lint" tests="2" failures="1" errors="0" skipped="0">
                <testcase classname="migrate lint" name="Schemas/V1.yaml" file="Schemas/V1.yaml">
                    <failure message="1 error, 1 warning, 1 note" type="error">\
        Schemas/V1.yaml:6:7: error: 'Book.notes' has no inverse (missing-inverse)
        Schemas/V1.yaml:6:7: note: add one
        Schemas/V1.yaml:9:7: note: it may be this one
        Schemas/V1.yaml:6:7: warning: 'Book.notes' has no delete rule (implicit-delete-rule)
        Schemas/V1.yaml:6:7: note: write 'delete: nullify'
        Schemas/V1.yaml:7:1: note: a remark (required-to-many)
        </failure>
                </testcase>
                <testcase classname="migrate lint" name="Schemas/V2.yaml" file="Schemas/V2.yaml"/>
            </testsuite>
        </testsuites>

        """)
  }

  @Test func `a case that was not run says why, and warnings do not fail one`() {
    let cases = [
      CheckedCase("1.0.0 to 2.0.0", skipReason: "no fixture"),
      CheckedCase("1.0.0 to 3.0.0", diagnostics: [SampleDiagnostics.ordinary[2]]),
    ]
    #expect(
      JUnitReport(suite: "migrate check").text(of: cases) == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <testsuites name="migrate check" tests="2" failures="0" errors="0" skipped="1">
            <testsuite name="migrate check" tests="2" failures="0" errors="0" skipped="1">
                <testcase classname="migrate check" name="1.0.0 to 2.0.0">
                    <skipped message="no fixture"/>
                </testcase>
                <testcase classname="migrate check" name="1.0.0 to 3.0.0">
                    <system-out>Schemas/V1.yaml:7:1: note: a remark (required-to-many)
        </system-out>
                </testcase>
            </testsuite>
        </testsuites>

        """)
  }

  @Test func `an unfinished run has an error, even without findings`() {
    let report = JUnitReport(suite: "migrate check", isUnfinished: true)
    let stopped = Diagnostic(code: "cancelled", severity: .warning, "stopped before the end")
    #expect(
      report.text(of: [stopped]) == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <testsuites name="migrate check" tests="1" failures="0" errors="1" skipped="0">
            <testsuite name="migrate check" tests="1" failures="0" errors="1" skipped="0">
                <testcase classname="migrate check" name="cancelled">
                    <error message="not finished" type="error">\
        warning: stopped before the end (cancelled)
        </error>
                </testcase>
            </testsuite>
        </testsuites>

        """)
  }

  @Test func `a finding in none of the files is a case of its own`() {
    let names = CheckedCase.cases(of: SampleDiagnostics.placeless, in: ["a", "b"]).map(\.name)
    #expect(names == ["a", "b", "missing-file"])
    let alone = CheckedCase.cases(of: SampleDiagnostics.placeless, in: ["a"])
    #expect(alone == [CheckedCase("a", file: "a", diagnostics: SampleDiagnostics.placeless)])
  }

  @Test func `hostile text is well-formed XML and reads back as what is shown`() throws {
    let text = report.text(of: SampleDiagnostics.hostile)
    let document = try XMLDocument(data: Data(text.utf8))
    let failure = try document.nodes(forXPath: "//testcase[@name='odd::code']/failure").first
    #expect(
      failure?.stringValue == #"""
        a b,c:d%/é|x .yaml:1:1: error: 100% | `a` <b>&amp;\u{D} ::error::x \u{1B}[31m](http://x) \#
        \u{FFFE}\u{202E} (odd::code)
        a b,c:d%/é|x .yaml:1:1: note: one two
        a b,c:d%/é|x .yaml:1:1: note: one two

        """#)
  }
}
