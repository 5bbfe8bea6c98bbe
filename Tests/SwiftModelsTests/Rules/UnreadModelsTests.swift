import Diagnostics
import SwiftModels
import Testing

struct UnreadModelsTests {
  @Test func `models without a release are reported as unread, once for each file`() {
    let source = SwiftSource(texts: [
      (
        "Debug.swift",
        """
        import SwiftData
        @Model final class Book { init() {} }
        #if DEBUG
        @Model final class Probe { init() {} }
        enum Kept { @Model final class Trace { init() {} } }
        #endif
        #if DEBUG
        @Model final class Sample { init() {} }
        #endif
        """
      ),
      (
        "Plain.swift",
        """
        import SwiftData
        #if os(iOS)
        @Model final class Note { init() {} }
        #endif
        """
      ),
    ])
    expect(
      source.unreadModels.map(line).joined(separator: "\n"),
      is: """
        Debug.swift:4:20: note: 'Probe' and 'Sample' stand in clauses of '#if' that are not read: no rule looks at them [conditional-model]
          Debug.swift:4:20: 'Probe' stands under '#if DEBUG', which no release has, and is left out
          Debug.swift:8:20: 'Sample' stands under '#if DEBUG', which no release has, and is left out
        """)
  }

  @Test func `mistakes in versions that an import refuses are reported without an import`() {
    func unsound(_ second: String, _ number: Int = 2) -> [String] {
      SwiftSource(texts: [
        (
          "A.swift",
          """
          import SwiftData
          enum S1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [User.self, Entry.self] }
            @Model final class User { var entries: [Entry] = [] }
            @Model final class Entry { var user: User? }
          }
          enum S2: VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { [User.self, Entry.self] }
            \(second)
            @Model final class User { var name: String = "" }
          }
          """
        )
      ]).unsoundModels.map { "\($0.severity): \($0.message)" }
    }
    let entry = "@Model final class Entry { var text: String = \"\" }"
    #expect(unsound(entry) == [])
    #expect(
      unsound("typealias Entry = S1.Entry") == [
        "error: 'S2' has two models named 'User', and entities are named without what is around them"
      ])
    #expect(unsound(entry, 1) == ["warning: 'S1' and 'S2' are both version 1.0.0"])
  }

  @Test func `a mistake in a version before the newest is a note`() {
    func unsound(_ flawed: Int) -> [String] {
      let versions = (1...3).map { number in
        """
        enum S\(number): VersionedSchema {
          static let versionIdentifier = Schema.Version(\(number), 0, 0)
          static var models: [any PersistentModel.Type] { [User.self, Entry.self] }
          @Model final class User { var name: String = "" }
          \(number == flawed
            ? "typealias Entry = Old.Entry" : "@Model final class Entry { var text: String = \"\" }")
        }
        """
      }
      let old = """
        enum Old {
          @Model final class User { var entries: [Entry] = [] }
          @Model final class Entry { var user: User? }
        }
        """
      return SwiftSource(texts: [("A.swift", "import SwiftData\n" + old + versions.joined())])
        .unsoundModels.map { "\($0.severity): \($0.message.prefix(31))" }
    }
    #expect(unsound(2) == ["note: 'S2' has two models named 'User"])
    #expect(unsound(3) == ["error: 'S3' has two models named 'User"])
  }

  @Test func `two classes of one name are reported where one container lists both`() {
    func unsound(_ container: String) -> [String] {
      let classes = ["A", "B"].map {
        "enum \($0) { @Model final class User { var name: String = \"\"; init() {} } }"
      }
      let text = "import SwiftData\n" + classes.joined(separator: "\n") + "\n" + container
      return SwiftSource(texts: [("A.swift", text)]).unsoundModels.map {
        "\($0.severity): \($0.message)"
      }
    }
    let apart = ["A", "B"].map {
      "let \($0.lowercased()) = try ModelContainer(for: \($0).User.self)"
    }
    #expect(unsound(apart.joined(separator: "\n")) == [])
    #expect(
      unsound("let both = try ModelContainer(for: A.User.self, B.User.self)") == [
        "error: there are two models named 'User'"
      ])
  }

  @Test func `mistakes that end the app at loading are reported without an import`() {
    func unsound(_ text: String) -> String {
      SwiftSource(texts: [("A.swift", "import SwiftData\n" + text)]).unsoundModels.map(line)
        .joined(separator: "\n")
    }
    let shelf = """
      @Model final class Shelf {
        @Relationship(deleteRule: .nullify, inverse: \\Book.shelf) var books: [Book] = []
        init() {}
      }
      @Model final class Book { var pages: Int = 0; var shelf: Shelf?; init() {} }
      """
    expect(unsound(shelf), is: "")
    expect(
      unsound(shelf.replacing("\\Book.shelf", with: "\\Book.pages")),
      is:
        "A.swift:3:48: error: the inverse of 'Shelf.books' is 'Book.pages', which is no relationship "
        + "of its destination [unknown-inverse]")
    expect(
      unsound(
        shelf.replacing("\\Book.shelf", with: "\\Page.shelf") + """

          @Model final class Page { var shelf: Shelf?; init() {} }
          """),
      is:
        "A.swift:3:48: error: the inverse of 'Shelf.books' is 'Page.shelf', which is no relationship "
        + "of its destination [unknown-inverse]")
    expect(
      unsound(shelf.replacing("Shelf {\n", with: "Shelf {\n  #Unique<Shelf>([\\.books])\n")),
      is: "A.swift:3:18: error: 'unique' of 'Shelf' names 'books', which leads to many objects "
        + "[invalid-property-list]")
    expect(
      unsound("@Model struct Note { var text: String = \"\" }"),
      is: "A.swift:2:15: error: 'Note' is no class, and only a class can be a model "
        + "[model-is-no-class]")
    // The superclass may have it, and so may another build.
    expect(
      unsound(
        shelf.replacing("\\Book.shelf", with: "\\Book.place")
          .replacing("class Book", with: "class Book: Thing")), is: "")
    expect(
      unsound(
        shelf.replacing("\\Book.shelf", with: "\\Book.place").replacing(
          "var pages: Int = 0;",
          with: "\n#if os(iOS)\nvar pages: Int = 0\n#else\nvar place: Shelf?\n#endif\n")), is: "")
  }
}
