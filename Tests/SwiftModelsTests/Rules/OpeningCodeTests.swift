import Testing

@testable import SwiftModels

struct OpeningCodeTests {
  private func names(_ text: String) -> [String] {
    let source = SwiftSource(texts: [("Source.swift", text)])
    return OpeningCode(FunctionTable(source.program), depth: ContainerOpening.depthLimit)
      .functions.map(\.facts.name)
  }

  @Test func `opening code is only code that opens a container, or calls such code`() {
    #expect(
      names(
        """
        import SwiftData
        func open() throws -> ModelContainer { try ModelContainer(for: Book.self) }
        func reopen() throws { _ = try open() }
        func openDocument() {}
        func reopenDocument() { openDocument(); print("open") }
        struct Screen {
          init() throws { try reopen() }
          func show() { openDocument() }
        }
        """) == ["init", "open", "reopen"])
  }

  @Test func `calls are followed as far as the rules follow them, and round circles`() {
    let calls = (1...6).map { "func call\($0)() { call\($0 - 1)() }" }.joined(separator: "\n")
    #expect(
      names(
        """
        func call0() { _ = ModelContainer(for: Book.self); call2() }
        \(calls)
        """) == ["call0", "call1", "call2", "call3"])
  }
}
