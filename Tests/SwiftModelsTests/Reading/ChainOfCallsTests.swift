import Testing

@testable import SwiftModels

/// Calls that lead through many functions.
struct ChainOfCallsTests {
  /// More functions, each of which calls the next one, than the stack of a thread has room for.
  private static let length = 1_000

  private func flow(_ last: String) -> ProgramFlow {
    let calls = (0..<Self.length).map { "func step\($0)(_ book: Book) { step\($0 + 1)(book) }" }
    let text = """
      import SwiftData
      @Model final class Book {
        var title = ""
        var shelf: Shelf?
        init() {}
      }
      @Model final class Shelf {
        @Relationship(inverse: \\Book.shelf) var books: [Book] = []
        init() {}
      }
      \(calls.joined(separator: "\n"))
      func step\(Self.length)(_ book: Book) { \(last) }
      """
    return ProgramFlow(SourceProgram([SourceReader.facts(of: text, path: "Source.swift")]))
  }

  private func summaries(_ flow: ProgramFlow) -> [FlowSummary] {
    (0...Self.length).compactMap { step in
      flow.functions.globals(named: "step\(step)").first.flatMap(flow.result)?.summary
    }
  }

  @Test func `what the last function of a long chain does is known to the first`() {
    let found = summaries(flow("book.shelf = Shelf()"))
    #expect(found.count == Self.length + 1)
    #expect(found.allSatisfy { !$0.relations.isEmpty })
    #expect(found.allSatisfy { $0.relations == found.last?.relations })
  }

  @Test func `a long circle is followed to its end`() {
    let found = summaries(
      flow("if book.title.isEmpty { step0(book) } else { book.shelf = Shelf() }"))
    #expect(found.count == Self.length + 1)
    #expect(found.allSatisfy { !$0.relations.isEmpty })
  }

  @Test func `a function that calls itself and one half-way up a long chain is followed`() {
    let half = Self.length / 2
    let found = summaries(
      flow(
        """
        if book.title.isEmpty {
          step\(Self.length)(book)
          step\(half)(book)
        } else { book.shelf = Shelf() }
        """))
    #expect(found.count == Self.length + 1)
    #expect(found.allSatisfy { !$0.relations.isEmpty })
  }
}
