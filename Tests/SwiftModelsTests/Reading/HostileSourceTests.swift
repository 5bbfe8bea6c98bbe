import Diagnostics
import SwiftModels
import Testing

struct HostileSourceTests {
  private func problems(_ text: String) -> [String] {
    SwiftSource(texts: [("Source.swift", text)]).problems.map { problem in
      "\(problem.location?.line ?? 0):\(problem.location?.column ?? 0) \(problem.code)"
    }
  }

  private static func nested(_ open: String, _ count: Int, _ close: String) -> String {
    "let value = "
      + String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
  }

  @Test func `brackets that open directly inside one another are read up to a limit`() {
    #expect(problems(Self.nested("[", 12, "]")) == [])
    #expect(problems(Self.nested("[", 13, "]")) == ["1:25 invalid-swift"])
    #expect(problems(Self.nested("[", 30, "]")) == ["1:25 invalid-swift"])
    #expect(problems(Self.nested("[(", 30, ")]")) == ["1:37 invalid-swift"])
    #expect(problems("let a = \"\\(" + String(repeating: "[", count: 30)) == ["1:24 invalid-swift"])
  }

  @Test func `brackets in text, and with something between them, are none of these`() {
    let many = String(repeating: "[", count: 30)
    #expect(problems("// \(many)\nlet a = 1 /* /* */ \(many) */") == [])
    #expect(problems("let a = \"\(many)\", b = #\"\"\"\n\"\" \(many)\n\"\"\"#") == [])
    #expect(problems("let a = \"\\\"\(many)\", b = #\"\\\"# + \"\(many)\"") == [])
    #expect(problems("let a = \"\\(f(1, \"x\"))\(many)\"") == [])
    #expect(problems(Self.nested("[1, ", 30, "]")) == [])
    #expect(problems(Self.nested("f([", 30, "])")) == [])
  }

  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      "let value = object" + String(repeating: ".next()", count: 300),
      "let value = object" + String(repeating: ".next", count: 300),
      "let value = " + String(repeating: "a ? b : ", count: 5_000) + "c",
      "let value = " + String(repeating: "1 + ", count: 5_000) + "1",
      "let value = [" + String(repeating: "1, ", count: 10_000) + "1]",
      "func f() { if a {}" + String(repeating: " else if a {}", count: 300) + " }",
      "let value: " + String(repeating: "Optional<", count: 200) + "Int"
        + String(repeating: ">", count: 200),
    ])
  func `what is long is read whole`(_ text: String) {
    let source = SwiftSource(texts: [("Source.swift", "func f() {\n\(text)\n}")])
    #expect(source.findings() == [])
    #expect(source.problems == [])
  }

  @Test func `what is nested too deeply for the parser is refused at its place`() {
    #expect(problems(Self.nested("-(", 1_000, ")")).allSatisfy { $0.hasSuffix("invalid-swift") })
    #expect(!problems(Self.nested("-(", 1_000, ")")).isEmpty)
    #expect(!problems(String(repeating: "#if A\n", count: 300)).isEmpty)
  }
}
