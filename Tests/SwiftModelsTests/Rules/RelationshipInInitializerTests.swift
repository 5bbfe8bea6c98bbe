import Diagnostics
import SchemaLint
import Testing

struct RelationshipInInitializerTests {
  @Test func `every parameter that ends in a relationship is found, however it gets there`() {
    MarkedSource(
      #"""
      @Model class Tag { var name = "" }
      @Model class Note {
        var text: String
        var book: Book?
        @Relationship(inverse: \Tag.name) var tags: [Tag] = []
        init(
          text: String,
          book: Book?,  // warning
          tags: [Tag] = []  // warning
        ) {
          self.text = text
          self.book = book
          self.tags = tags
        }
        convenience init(_ book: Book) {  // warning
          self.init(text: "", book: book, tags: [])
        }
        init(later: Book) {  // warning
          text = ""
          defer { book = later }
        }
        init(maybe: Book?) {  // warning
          text = ""
          if let maybe { book = maybe }
        }
        init(one tag: Tag) {  // warning
          text = ""
          tags.append(tag)
        }
      }
      @Model class Book { var title = "" }
      """#
    ).expect("relationship-in-initializer")
  }

  @Test func `initializers that only look at an object, or insert first, draw nothing`() {
    MarkedSource(
      """
      @Model class Book { var title = ""; init(title: String) { self.title = title } }
      @Model class Note {
        var text: String
        var book: Book?
        @Transient var shown: Book?
        init(about book: Book) { text = book.title }
        init(showing book: Book) { text = ""; shown = book }
        init(text: String, book title: String) { self.text = text }
        init(book: Book, in context: ModelContext) {
          text = ""
          context.insert(self)
          self.book = book
        }
        init(copy other: Note) { text = other.text; book = nil }
      }
      struct Draft { var book: Book; init(book: Book) { self.book = book } }
      class Editor { var book: Book; init(book: Book) { self.book = book } }
      """
    ).expect("relationship-in-initializer")
  }

  @Test func `a finding says what to write instead`() {
    let found = MarkedSource(
      """
      @Model class Edition {
        var isbn: String
        var pages: Int
        var work: Work?
        var next: Edition?
        init(isbn: String, _ pages: Int = 0, work: Work, after next: Edition?) {
          (self.isbn, self.pages) = (isbn, pages)
          self.work = work
          self.next = next
        }
      }
      @Model class Work { var title = "" }
      """
    ).findings(of: "relationship-in-initializer")
    expect(
      found.map(line).joined(separator: "\n"),
      is: """
        Source.swift:6:40: warning: the initializer of 'Edition' stores 'work' in the relationship 'work', which relates the object before it is inserted [relationship-in-initializer]
          take 'work' and 'next' out of the initializer, and write where an 'Edition' is made:
        let edition = Edition(isbn: isbn, pages)
        context.insert(edition)
        edition.work = work
        edition.next = next
          Source.swift:6:52: 'next' is stored in the relationship 'next', too
        """)
  }

  @Test func `copies of released models need no change`() {
    func version(_ number: Int, _ mark: String) -> String {
      """
      enum SchemaV\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
        @Model final class Book { var title\(number) = "" }
        @Model final class Note {
          var book: Book?
          init(book: Book) { self.book = book }\(mark)
        }
      }
      """
    }
    MarkedSource("import SwiftData\n\(version(1, ""))\n\(version(2, "  // warning"))")
      .expect("relationship-in-initializer")
  }

  @Test(arguments: ["private(set) var book: Book?", "var book: Book"])
  func `where a caller cannot set the property, a finding says what to change first`(
    property: String
  ) {
    let found = MarkedSource(
      """
      @Model class Book { var title = ""; init() {} }
      @Model class Note {
        \(property)
        init(book: Book) { self.book = book }
      }
      """
    ).findings(of: "relationship-in-initializer")
    #expect(
      found.flatMap(\.notes).map(\.message) == [
        "make 'book' an optional that other files may set, take 'book' out of the initializer, and set "
          + "'book' once the object is inserted"
      ])
  }

  @Test func `a parameter that is stored in a list with others counts as stored`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Shelf {
        var title: String = ""
        @Relationship(deleteRule: .cascade, inverse: \\Book.shelf) var books: [Book] = []
        init(title: String) { self.title = title }
        init(
          first: Book,  // warning
          second: Book  // warning
        ) { books = [first, second] }
        init(
          left: Book,  // warning
          right: Book  // warning
        ) { books.append(contentsOf: [left, right]) }
      }
      @Model final class Book {
        @Relationship(deleteRule: .nullify) var shelf: Shelf?
        init(
          shelf: Shelf?  // warning
        ) { self.shelf = shelf ?? Shelf(title: "none") }
        init(named title: String) { shelf = Shelf(title: title) }
      }
      """
    ).expect("relationship-in-initializer")
  }

  @Test func `an object inside an initializer's argument is not a parameter`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Shelf {
        @Relationship(deleteRule: .cascade, inverse: \\Book.shelf) var books: [Book] = []
        init(both: Book, other: Book, in context: ModelContext) {
          context.insert(self)
          books = [both, other]
        }
      }
      struct Draft { var title: String; var shelf: Shelf }
      @Model final class Book {
        var title = ""
        @Relationship(deleteRule: .nullify) var shelf: Shelf?
        init(draft: Draft) { (title, shelf) = (draft.title, draft.shelf) }
        init(like other: Book) {
          title = other.title
          if let found = other.shelf { shelf = found }
        }
        init(for shelf: Shelf) { self.shelf = shelf }  // warning
      }
      """
    ).expect("relationship-in-initializer")
  }
}
