import Testing

@testable import SwiftModels

/// Which lines are Swift, asked of several at once.
struct ParsedLinesTests {
  @Test func `lines that are Swift stay`() {
    let all: [[String]?] = [
      ["let a = 1", "use(a)"], nil, ["return a"], ["list.forEach { context.insert($0) }"],
      ["let text = \"\"\"", "  a", "  \"\"\""],
    ]
    #expect(SourceTree.parsing(all) == all)
    #expect(SourceTree.parsing([]) == [])
    #expect(SourceTree.parsing([nil]) == [nil])
  }

  @Test(arguments: [
    ["if a {"], ["}"], ["} catch {"], ["use(a"], ["/*"], ["*/"], ["let = 1"], ["\"\"\""],
  ])
  func `lines that are none go, and the others stay`(broken: [String]) {
    let whole = ["use(a)"]
    #expect(SourceTree.parsing([whole, broken, whole]) == [whole, nil, whole])
    #expect(SourceTree.parsing([broken]) == [nil])
  }

  @Test func `one brace too many does not make up for one that is missing`() {
    let whole = ["use(a)"]
    #expect(SourceTree.parsing([["if a {"], ["}"], whole]) == [nil, nil, whole])
    #expect(SourceTree.parsing([["/*"], ["*/"], whole]) == [nil, nil, whole])
  }
}
