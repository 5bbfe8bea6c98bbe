import Testing

@testable import SwiftModels

/// Calls that lead through many functions.
struct ChainOfCallsTests {
  /// More functions, each of which calls the next one, than the stack of a thread has room for.
  private static let length = 1_000

  /// The summaries of the functions, the first one of the chain first.
  private func summaries(_ last: String) -> [FlowSummary] {
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
    let flow = ProgramFlow(SourceProgram([SourceReader.facts(of: text, path: "Source.swift")]))
    return (0...Self.length).compactMap { step in
      flow.functions.globals(named: "step\(step)").first.flatMap(flow.result)?.summary
    }
  }

  @Test func `the effects of a function are known through three others, and no further`() {
    let found = summaries("book.shelf = Shelf()")
    #expect(found.count == Self.length + 1)
    #expect(found.suffix(4).allSatisfy { $0.relations == found.last?.relations })
    #expect(found.dropLast(4).allSatisfy { $0.relations.isEmpty })
    #expect(found.dropLast(4).allSatisfy { $0.fates == [.parameter(0): .escaped] })
  }

  @Test func `a circle is followed to its end`() {
    let found = summaries("if book.title.isEmpty { step0(book) } else { book.shelf = Shelf() }")
    #expect(found.count == Self.length + 1)
    #expect(found.last?.relations.map(\.property) == ["shelf"])
  }
}
