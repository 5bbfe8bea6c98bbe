import Diagnostics
import JSON
import Reports
import Testing

struct RuleTableTests {
  private static let found: [Diagnostic] =
    [("b-rule", .error), ("a-rule", .warning), ("a-rule", .warning), ("b-rule", .note)].map {
      Diagnostic(code: $0, severity: $1, "x")
    } + (1...10).map { Diagnostic(code: "long-named-rule", severity: .error, "\($0)") }

  @Test func `the rule with the most errors stands first, and each number below its severity`() {
    #expect(
      RuleTable(of: Self.found).text == """
        rule             error  warning  note
        long-named-rule     10
        b-rule               1              1
        a-rule                        2

        """)
  }

  @Test func `an unused severity is left out, and rules with equal numbers are sorted by name`() {
    let found = ["b", "a"].map { Diagnostic(code: $0, severity: .warning, "x") }
    #expect(
      RuleTable(of: found).text == """
        rule  warning
        a           1
        b           1

        """)
  }

  @Test func `in Markdown it is a table`() {
    #expect(
      RuleTable(of: Self.found).markdown == """

        | rule | error | warning | note |
        |---|---:|---:|---:|
        | long-named-rule | 10 |  |  |
        | b-rule | 1 |  | 1 |
        | a-rule |  | 2 |  |

        """)
  }

  @Test func `in JSON every rule has every severity`() {
    let member = RuleTable(of: [Self.found[0]]).member
    #expect(
      JSONWriter.text(of: .object([member])) == """
        {
          "statistics": [
            {
              "rule": "b-rule",
              "error": 1,
              "warning": 0,
              "note": 0
            }
          ]
        }
        """)
  }

  @Test func `without diagnostics there is no table`() {
    #expect(RuleTable(of: []).text == "")
    #expect(RuleTable(of: []).markdown == "")
  }
}
