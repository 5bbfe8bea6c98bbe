import Diagnostics
import SchemaLint
import Testing

struct PastFindingsTests {
  @Test func `an earlier finding is old, wherever it stands now`() {
    let past = Self.past([Self.finding("a.yaml", line: 3)], now: ["a.yaml"])
    #expect(Self.new([Self.finding("a.yaml", line: 9)], since: past) == [])
  }

  @Test func `another file, rule or message makes a finding new`() {
    let past = Self.past([Self.finding("a.yaml")], now: ["a.yaml", "b.yaml"], then: ["b.yaml"])
    let others = [
      Self.finding("b.yaml"), Self.finding("a.yaml", code: "other"),
      Self.finding("a.yaml", message: "other"),
    ]
    #expect(Self.new(others, since: past) == others)
  }

  @Test func `one more equal finding is new`() {
    let past = Self.past([Self.finding("a.yaml")], now: ["a.yaml"])
    let found = [Self.finding("a.yaml", line: 1), Self.finding("a.yaml", line: 2)]
    #expect(Self.new(found, since: past) == [found[1]])
  }

  @Test func `a file that has another name keeps its findings, and a copy does not have them`() {
    let past = Self.past([Self.finding("old.yaml")], now: ["new.yaml", "copy.yaml"])
    #expect(Self.new([Self.finding("new.yaml")], since: past) == [])
    let both = [Self.finding("copy.yaml"), Self.finding("new.yaml")]
    #expect(Self.new(both, since: past) == [both[1]])
  }

  @Test func `a finding without a file is identified by its rule and message`() {
    let nowhere = Diagnostic(code: "rule", "message")
    let past = Self.past([nowhere], now: [])
    #expect(Self.new([nowhere, nowhere], since: past) == [nowhere])
  }

  private static func finding(
    _ file: String, line: Int = 1, code: String = "rule", message: String = "message"
  ) -> Diagnostic {
    Diagnostic(code: code, message, at: SourceLocation(file: file, line: line, column: 1))
  }

  /// The past findings, with the files that exist now and the files that had no finding.
  private static func past(
    _ findings: [Diagnostic], now: Set<String>, then: Set<String> = []
  ) -> PastFindings {
    let known = then.union(findings.compactMap(\.location?.file))
    return PastFindings(
      findings, name: { $0 }, wasThere: known.contains, isThere: now.contains)
  }

  private static func new(_ findings: [Diagnostic], since past: PastFindings) -> [Diagnostic] {
    past.divided(findings, \.self).new
  }
}
