import Testing

@testable import SwiftModels

struct MentionsTests {
  @Test(arguments: [
    "book.title", "Book(a)", "shelf.book", "let a: Book? = nil", "let a: [String: Book] = [:]",
    "let a: (Book) -> Void = b", "a = b as? Book", "FetchDescriptor<Book>()", "c { (a: Book) in }",
    "#Predicate<Book> { _ in true }", "a.map(\\.book)", "a.map(\\Book.c)", "#book",
    "func a(_ b: Book) {}", "func a() -> Book {}", "if a { book }", "b.a { c { book } }",
  ])
  func `a name counts wherever it stands`(_ line: String) {
    #expect(mentions(line))
  }

  @Test(arguments: ["books.title", "Bookshelf(a)", "let a: [Shelf] = []", "a(book: 1)", ""])
  func `another name, a label or an empty line does not count`(_ line: String) {
    #expect(!mentions(line))
  }

  private func mentions(_ line: String) -> Bool {
    let facts = SourceReader.facts(of: "func run() {\n\(line)\n}", path: "Source.swift")
    return facts.members.functions.contains { $0.statements.mentions(anyOf: ["book", "Book"]) }
  }
}
