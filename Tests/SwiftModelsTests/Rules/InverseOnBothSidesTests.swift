import SchemaLint
import Testing

struct InverseOnBothSidesTests {
  @Test func `the later of two relationships that name each other is found`() {
    MarkedSource(
      #"""
      import SwiftData
      @Model final class Book {
        @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
        @Relationship(inverse: \Tag.books) var tags: [Tag] = []
      }
      @Model final class Note {
        @Relationship(inverse: \Book.notes) var book: Book?  // error
      }
      @Model final class Tag {
        @Relationship(
          deleteRule: .nullify,
          inverse: \Book.tags)  // error
        var books: [Book] = []
      }
      """#
    ).expect("inverse-on-both-sides")
  }

  @Test func `an inverse at one end, or of another relationship, draws nothing`() {
    MarkedSource(
      #"""
      import SwiftData
      @Model final class Book {
        @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
        @Relationship(inverse: \Book.sequels) var prequel: Book?
        var sequels: [Book] = []
      }
      @Model final class Note {
        @Relationship(deleteRule: .nullify) var book: Book?
      }
      enum Old {
        @Model final class Book { var note: Note? }
        @Model final class Note { @Relationship(inverse: \Book.note) var book: Book? }
      }
      """#
    ).expect("inverse-on-both-sides")
  }
}
