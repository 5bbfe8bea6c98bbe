import Diagnostics
import Foundation
import SchemaModel
import SwiftModels
import Synchronization
import TestSupport
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

  @Test func `brackets in text, or with something between them, do not count`() {
    let many = String(repeating: "[", count: 30)
    #expect(problems("// \(many)\nlet a = 1 /* /* */ \(many) */") == [])
    #expect(problems("let a = \"\(many)\", b = #\"\"\"\n\"\" \(many)\n\"\"\"#") == [])
    #expect(problems("let a = \"\\\"\(many)\", b = #\"\\\"# + \"\(many)\"") == [])
    #expect(problems("let a = \"\\(f(1, \"x\"))\(many)\"") == [])
    #expect(problems(Self.nested("[1, ", 30, "]")) == [])
    #expect(problems(Self.nested("f([", 30, "])")) == [])
  }

  @Test(
    .timeLimit(.minutes(60)),
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
  func `long code is read whole`(_ text: String) {
    let source = SwiftSource(texts: [("Source.swift", "func f() {\n\(text)\n}")])
    #expect(source.findings() == [])
    #expect(source.problems == [])
  }

  @Test func `code nested too deeply for the parser is refused at its place`() {
    let levels = Self.nested("-(", 1_000, ")")
    #expect(problems(levels) == ["1:\("let value = ".count + 2 * 256 + 2) invalid-swift"])
    #expect(problems(String(repeating: "#if A\n", count: 300)) == ["257:1 invalid-swift"])
    let interpolated = "let a = " + String(repeating: "\"\\(", count: 300)
    #expect(problems(interpolated) == ["1:\("let a = ".count + 3 * 256 + 2) invalid-swift"])
  }

  @Test(
    .timeLimit(.minutes(60)),
    arguments: [
      ("a<", 256), ("a < b, ", 256), ("Optional<", 256), ("T: A<", 256), ("() -> ", 64),
      ("() throws -> ", 64), ("A -> ", 64), ("if ", 64), ("switch ", 64), ("repeat ", 64),
      ("repeat each ", 64), ("some ", 64), ("await try ", 64),
    ])
  func `endless repetition is refused where the parser counts no levels`(
    _ part: String, _ limit: Int
  ) {
    let found = problems("let value: " + String(repeating: part, count: 100_000))
    #expect(found.count == 1 && found[0].hasSuffix(" invalid-swift"), "\(part): \(found)")
    let read = problems("let value: " + String(repeating: part, count: limit / 2) + "A")
    #expect(!read.contains { $0.hasPrefix("1:\("let value: ".count + part.count * limit)") })
  }

  @Test func `usual numbers of comparisons, function types and declarations are read`() {
    let comparisons = (0..<2_000).map { "let c\($0) = [a < b, c < d]\n" }.joined()
    let functions = (0..<2_000).map { "func f\($0)() -> A\n" }.joined()
    let requirements = String(
      repeating: "if a < b { return a < c }\ncase a < d: b < c\n", count: 2_000)
    #expect(problems(comparisons) == [])
    #expect(problems("protocol P {\n\(functions)}") == [])
    #expect(problems("func f() {\nswitch a {\ndefault:\n\(requirements)}\n}") == [])
    #expect(
      problems(String(repeating: "typealias A = (B<C>) -> (D<E>) throws -> F\n", count: 300)) == [])
  }

  @Test(
    .timeLimit(.minutes(60)),
    arguments: [
      "let value = object" + String(repeating: ".next()", count: 100_000),
      "let value = object" + String(repeating: ".next", count: 100_000),
      "let value = object" + String(repeating: "[0]", count: 100_000),
      "let value = object" + String(repeating: "!.next", count: 50_000),
      "let value = object" + String(repeating: "?.next", count: 50_000),
      "let value = object" + String(repeating: ".next { $0 }", count: 10_000),
      "let value = object" + String(repeating: "()", count: 100_000),
      "let value = A" + String(repeating: "<B>.C", count: 10_000) + "()",
      "let value = a" + String(repeating: " as Any", count: 50_000),
      String(repeating: "a = ", count: 50_000) + "1",
      "if a {}" + String(repeating: " else if a {}", count: 10_000),
      "let value: Int" + String(repeating: "?", count: 100_000),
      "if case " + "a" + String(repeating: ".b()", count: 50_000) + " = c {}",
      "let = 1\nlet value = object" + String(repeating: ".next()", count: 50_000),
    ])
  func `endless nesting is reported, and the rest of the file is read`(_ text: String) {
    let source = SwiftSource(texts: [
      ("Deep.swift", "func f() {\n\(text)\n}\n@Model class Book { var pages = 0 }\n"),
      ("Other.swift", "@Model class Shelf { var name = \"\" }"),
    ])
    let problems = source.problems
    #expect(problems.map(\.code) == (text.hasPrefix("if case") ? [] : ["invalid-swift"]))
    #expect(problems.allSatisfy { $0.location?.file == "Deep.swift" })
    #expect(source.schemas().live?.schema.entities.map(\.name) == ["Book", "Shelf"])
    #expect(source.findings() == [])
  }

  @Test func `code of the greatest depth is released on a small stack`() {
    let text =
      "func f() {\nlet value = object" + String(repeating: ".next()", count: 990)
      + "\n}\n@Model class Book { var pages = 0 }\n"
    let thread = Thread {
      let source = SwiftSource(texts: [("Source.swift", text)])
      Self.outcome.withLock { outcome in outcome = source.problems + source.findings() }
    }
    thread.stackSize = 512 << 10
    Self.outcome.withLock { outcome in outcome = nil }
    thread.start()
    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.01) }
    #expect(Self.outcome.withLock { $0 } == [])
  }

  @Test func `a file that takes the parser too long is given up, and the others are read`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "struct S { var x: Int" + String(repeating: "<a>", count: 400) + "}\n", to: "Slow.swift")
    try folder.write("@Model class Shelf { var name = \"\" }\n", to: "Shelf.swift")
    let source = SwiftSource(paths: [folder.path], patience: 100)
    #expect(
      source.problems == [
        Diagnostic(
          code: "slow-swift", "the parser takes too long with this file, which is left out",
          at: SourceLocation(file: folder.path("Slow.swift"), line: 1, column: 1),
          notes: [
            .init("take long or nested types and expressions in it apart; other files are read")
          ])
      ])
    #expect(source.schemas().live?.schema.entities.map(\.name) == ["Shelf"])
  }

  private static let outcome = Mutex<[Diagnostic]?>(nil)
}
