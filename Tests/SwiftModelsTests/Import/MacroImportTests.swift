import Diagnostics
import SchemaModel
import SwiftModels
import Testing

struct MacroImportTests {
  @Test func `arguments of macros may be constants and expressions of constants`() {
    expect(
      entities(
        #"""
        enum Keys {
          static let old = "alt"
          static let mark = "v" + number
          static let number = "2"
          static let most = 3
        }
        enum Rules { static let usual: Schema.Relationship.DeleteRule = .cascade }
        @Model class Book {
          static let prefix = "x"
          @Attribute(originalName: Keys.old) var title: String
          @Attribute(hashModifier: Keys.mark) var isbn: String
          @Attribute(Schema.Attribute.Option.unique, originalName: prefix + "y") var code: Int
          @Attribute(originalName: nil) var same: Int
          @Relationship(deleteRule: Rules.usual, maximumModelCount: Keys.most * 2, inverse: \Page.book)
          var pages: [Page] = []
        }
        @Model class Page { var book: Book? }
        """#),
      is: """
          Book:
            attributes:
              title: {type: string, renamedFrom: alt}
              isbn: {type: string, hashModifier: v2}
              code: {type: int, unique: true, renamedFrom: xy}
              same: int
            relationships:
              pages: {toMany: Page, inverse: book, delete: cascade, max: 6}

          Page:
            relationships:
              book: {toOne: "Book?", inverse: pages}

        """)
  }

  @Test func `a macro argument that cannot be read is an error at its place`() {
    let problems = schemas([
      "Models.swift": #"""
      import SwiftData
      @Model class Book {
        #Index<Book>(keys)
        #Unique<Book>([\.title, \.place.city])
        #Shelved<Book>("x")
        @Attribute(originalName: Keys.old) var title: String
        @Attribute(hashModifier: mark()) var isbn: String
        @Attribute(.unknownOption) var code: Int
        @Attribute(unique: true) var number: Int
        @Transient @Attribute(originalName: mark()) var open = false
        @Relationship(deleteRule: .explode, maximumModelCount: count(), inverse: Keys.path)
        var pages: [Page] = []
      }
      @Model class Page { var name: String }
      """#
    ]).problems
    let out = "write it where it stands, or as a constant that one of the files declares"
    expect(
      problems.map(line).joined(separator: "\n"),
      is: """
        Models.swift:3:16: error: what '#Index' is given of 'Book' is not spelt out, and what is stored depends on it [unread-argument]
          \(out)
        Models.swift:4:17: error: what '#Unique' is given of 'Book' is not spelt out, and what is stored depends on it [unread-argument]
          \(out)
        Models.swift:5:3: warning: '#Shelved' in 'Book' is not a macro of the platform: what it declares is not seen [unknown-macro]
          write in the schema file what the macro declares and objects store
        Models.swift:6:28: error: 'originalName' of 'Book.title' is not spelt out, and what is stored depends on it [unread-argument]
          \(out)
        Models.swift:7:28: error: 'hashModifier' of 'Book.isbn' is not spelt out, and what is stored depends on it [unread-argument]
          \(out)
        Models.swift:8:14: error: '.unknownOption' of 'Book.code' is nothing that '@Attribute' is known to take [unknown-argument]
          correct its name, or take it out
        Models.swift:9:22: error: 'unique:' of 'Book.number' is nothing that '@Attribute' is known to take [unknown-argument]
          correct its name, or take it out
        Models.swift:11:29: error: 'deleteRule: .explode' of 'Book.pages' is nothing that '@Relationship' is known to take [unknown-argument]
          correct its name, or take it out
        Models.swift:11:58: error: 'maximumModelCount' of 'Book.pages' is not spelt out, and what is stored depends on it [unread-argument]
          \(out)
        Models.swift:11:76: error: 'inverse' of 'Book.pages' is not spelt out, and what is stored depends on it [unread-argument]
          \(out)
        """)
  }

  @Test func `a key path may name the types around its own`() {
    let shared = #"""
      @Model class Shelf {
        @Relationship(deleteRule: .nullify, inverse: \BOOK.shelf) var books: [Book] = []
      }
      @Model class Book {
        #Index<BOOK>([\BOOK.title])
        #Unique<BOOK>([\BOOK.title, \BOOK.shelf])
        var title: String = ""
        var shelf: Shelf?
      }
      """#
    func yaml(_ root: String) -> String {
      entities(
        "enum Store {\n" + shared.replacing("BOOK", with: root) + "\n}\ntypealias Kept = Store")
    }
    let plain = yaml("Book")
    expect(
      plain,
      is: """
          Shelf:
            relationships:
              books: {toMany: Book, inverse: shelf, delete: nullify}

          Book:
            attributes:
              title: string = ""
            relationships:
              shelf: {toOne: "Shelf?", inverse: books}
            unique: [[title, shelf]]
            indexes: [[title]]

        """)
    for root in ["Store.Book", "Kept.Book", "App.Store.Book"] {
      expect(yaml(root), is: plain)
    }
    // Inside the class itself.
    let own = shared.replacing("inverse: \\BOOK", with: "inverse: \\Book").replacing(
      "<BOOK>", with: "<Book>"
    )
    .replacing("BOOK", with: "Self")
    expect(entities("enum Store {\n" + own + "\n}"), is: plain)
  }

  @Test func `an index over places in space is left out and reported`() {
    let source = [
      "Models.swift": #"""
      import SwiftData
      @Model class Place {
        #Index<Place>([\.name], .binary([\.code]), .rtree([\.latitude, \.longitude]))
        var name = ""
        var code = ""
        var latitude = 0.0
        var longitude = 0.0
      }
      """#
    ]
    let found = schemas(source)
    #expect(
      found.documents.first?.schema.entities.first?.indexes == [
        Index([.init("name")]), Index([.init("code")]),
      ])
    expect(
      found.problems.map(line).joined(separator: "\n"),
      is: """
        Models.swift:3:46: warning: the index of 'Place' on 'latitude', 'longitude' is an R-tree, which a schema file does not say: it is left out [left-out]
          the source goes on saying it; what is exported again does not
        """)
  }
}
