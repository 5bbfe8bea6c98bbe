import Diagnostics
import SchemaLint
import SchemaModel
import SchemaYAML
import SwiftModels
import Testing

/// The findings of the rules on models in Swift source.
struct ModelRulesInSourceTests {
  private func found(_ text: String) -> [String] {
    SwiftSource(texts: [("Source.swift", text)]).findings().map {
      "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)"
    }
  }

  @Test func `a default that only the schema file of the next version has is an error`() throws {
    let documents = try [("1.0.0", "string?"), ("2.0.0", "string = none")].map { version, type in
      try SchemaReader.read(
        text: """
          schema: Library
          version: \(version)
          entities:
            Book:
              attributes:
                title: \(type)
          """, name: "V.yaml")
    }
    let released = ReleasedModel(
      history: SchemaHistory(documents), newest: Version(1),
      pinned: [ReleasedVersion(releasing: documents[0])])
    func severities(_ declaration: String) -> [Diagnostic.Severity] {
      let text = """
        import SwiftData
        @Model final class Book {
          \(declaration)
          init(title: String) { self.title = title }
        }
        """
      return SwiftSource(texts: [("Source.swift", text)]).findings(released: [released])
        .filter { $0.code == "unversioned-model-change" }.map(\.severity)
    }
    #expect(severities("var title: String") == [.error])
    #expect(severities("var title: String = \"none\"") == [])
    #expect(severities("var title: String?") == [])
  }

  @Test func `findings stand at the property, of the newest version alone`() {
    #expect(
      found(
        """
        import SwiftData
        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book { var description = "" }
        }
        enum SchemaV2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book {
            var hash = ""
            @Attribute(originalName: "description") var order = ""
          }
        }
        """) == ["11:9 reserved-name"])
  }

  @Test func `exceptions need a reason and something to except`() {
    #expect(
      found(
        """
        import SwiftData
        @Model final class Book {
          // migrate:ignore reserved-name -- never read by name
          @Attribute(.unique)
          var hash = ""
          var description = ""  // migrate:ignore reserved-name
          // migrate:ignore reserved-name -- renamed since
          var text = ""
        }
        """) == ["6:25 suppression-without-reason", "7:21 unused-suppression"])
  }

  @Test func `a model that several apps in the folder have draws warnings`() {
    let trip = "@Model final class Trip { var name = \"\" }"
    let comment = "@Model final class Comment { var trip: Trip? }"
    let deletion = "func remove(_ trip: Trip, in context: ModelContext) { context.delete(trip) }"
    func severities(_ files: [(String, String)]) -> [Diagnostic.Severity] {
      MarkedSource(files.map { ($0.0, "import SwiftData\n" + $0.1) })
        .findings(of: "missing-inverse").map(\.severity)
    }
    #expect(severities([("A/Trip.swift", "\(trip)\n\(comment)\n\(deletion)")]) == [.error])
    #expect(
      severities([
        ("A/Trip.swift", trip), ("B/Trip.swift", "\(trip)\n\(comment)\n\(deletion)"),
      ]) == [.warning])
  }

  @Test func `findings in a version whose plan opens no container are notes`() {
    func severities(_ plan: String) -> [Diagnostic.Severity] {
      MarkedSource(
        """
        import SwiftData
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book { var title = "" }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
          @Model final class Book { var title = "" }
          @Model final class Note { var text = ""; var book: Book? }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self] }
          static var stages: [MigrationStage] { [] }
        }
        enum Draft: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V2.self] }
          static var stages: [MigrationStage] { [] }
        }
        func open() throws -> ModelContainer {
          try ModelContainer(for: V1.Book.self, migrationPlan: \(plan).self)
        }
        func widget() throws -> ModelContainer { try ModelContainer(for: V1.Book.self) }
        func add(in context: ModelContext) { context.insert(V2.Note()) }
        func remove(_ book: V2.Book, in context: ModelContext) { context.delete(book) }
        """
      ).findings(of: "missing-inverse").map(\.severity)
    }
    #expect(severities("Draft") == [.error])
    #expect(severities("Plan") == [.note])
  }

  @Test(arguments: [
    ("context.delete(book)", "error"), ("try context.delete(model: Book.self)", "error"),
    ("context.delete(shelf)", "error"), ("context.delete(something())", "error"),
    ("context.delete(note)", "warning"), ("try context.save()", "warning"),
    ("realm.delete(something())", "warning"),
    ("if book.notes.isEmpty { context.delete(book) }", "warning"),
    (
      "let p = #Predicate<Book> { $0.notes.count == 0 }; try context.delete(model: Book.self, where: p)",
      "warning"
    ),
    ("if book.notes.count > 0 { context.delete(book) }", "error"),
  ])
  func `'noAction' is an error where objects of the class may be deleted`(
    code: String, severity: String
  ) {
    let source = """
      import SwiftData
      @Model final class Shelf {
        @Relationship(deleteRule: .cascade, inverse: \\Book.shelf) var books: [Book] = []
      }
      @Model final class Book {
        var shelf: Shelf?
        @Relationship(deleteRule: .noAction, inverse: \\Note.book) var notes: [Note] = []
      }
      @Model final class Note { var book: Book? }
      func change(_ context: ModelContext, _ book: Book, _ shelf: Shelf, _ note: Note) throws {
        \(code)
      }
      """
    let found = SwiftSource(texts: [("Source.swift", source)]).findings()
    #expect(found.filter { $0.code == "no-action-delete" }.map { "\($0.severity)" } == [severity])
  }

  @Test(arguments: [
    ("", "error"),
    ("func open() throws -> ModelContainer { try ModelContainer(for: Note.self) }", "warning"),
    ("func drop(_ c: ModelContext, _ note: Note) { c.delete(note) }", "warning"),
    ("func drop(_ c: ModelContext, _ book: Book) { c.delete(book) }", "error"),
    ("func drop(_ c: ModelContext) throws { try c.delete(model: Book.self) }", "error"),
    ("func drop(_ c: ModelContext, _ shelf: Shelf) { c.delete(shelf) }", "error"),
    (
      "func drop(_ c: ModelContext, _ b: Book) { c.delete(b) }\nlet n: Note? = nil\n"
        + "func open() throws -> ModelContainer { try ModelContainer(for: Shelf.self) }", "warning"
    ),
    (
      "func drop(_ c: ModelContext, _ b: Book) { c.delete(b) }\nlet n: Note? = nil\n"
        + "func open() throws -> ModelContainer { try ModelContainer(for: Shelf.self, Note.self) }",
      "error"
    ),
  ])
  func `a missing inverse is an error where objects of the destination may be deleted`(
    code: String, severity: String
  ) {
    let source = """
      import SwiftData
      @Model final class Shelf {
        @Relationship(deleteRule: .cascade, inverse: \\Book.shelf) var books: [Book] = []
      }
      @Model final class Book { var shelf: Shelf? }
      @Model final class Note { var book: Book? }
      \(code)
      """
    #expect(
      MarkedSource(source).findings(of: "missing-inverse").map { "\($0.severity)" } == [severity])
  }

  @Test(arguments: [
    ("c.delete(book)", "error"), ("c.delete(shelf)", "warning"),
    ("for n in notes where n.book == book { n.book = nil }; c.delete(book)", "warning"),
    ("for n in notes { c.delete(n) }; c.delete(book)", "warning"),
  ])
  func `objects that are deleted too, or unlinked before, leave no broken link`(
    code: String, severity: String
  ) {
    let source = """
      import SwiftData
      @Model final class Shelf {
        @Relationship(deleteRule: .cascade, inverse: \\Book.shelf) var books: [Book] = []
        @Relationship(deleteRule: .cascade, inverse: \\Note.shelf) var notes: [Note] = []
      }
      @Model final class Book { var shelf: Shelf? }
      @Model final class Note {
        var shelf: Shelf?
        var book: Book?
      }
      func drop(_ c: ModelContext, _ shelf: Shelf, _ book: Book, _ notes: [Note]) { \(code) }
      """
    #expect(
      MarkedSource(source).findings(of: "missing-inverse").map { "\($0.severity)" } == [severity])
  }

  @Test(arguments: [("Note", "warning"), ("Mark", "error")])
  func `unlinking counts for the right one of two models with the same relationship name`(
    fetched: String, severity: String
  ) {
    let source = """
      import SwiftData
      @Model final class Book { @Relationship(deleteRule: .nullify, inverse: \\Mark.book) var marks: [Mark] = [] }
      @Model final class Note { var book: Book? }
      @Model final class Mark { var book: Book? }
      func drop(_ c: ModelContext, _ book: Book) throws {
        for found in try c.fetch(FetchDescriptor<\(fetched)>()) where found.book == book { found.book = nil }
        c.delete(book)
      }
      """
    #expect(
      MarkedSource(source).findings(of: "missing-inverse").map { "\($0.severity)" } == [severity])
  }

  @Test(arguments: [
    ("c.delete(info)", "error"), ("c.delete(page)", "warning"), ("try c.save()", "warning"),
  ])
  func `a required to-one is emptied only by a deletion of its object`(
    code: String, severity: String
  ) {
    let source = """
      import SwiftData
      @Model final class Page {
        @Relationship(deleteRule: .cascade, inverse: \\Info.page) var info: Info
        init(info: Info) { self.info = info }
      }
      @Model final class Info { var page: Page? }
      func change(_ c: ModelContext, _ page: Page, _ info: Info) throws { \(code) }
      """
    #expect(
      MarkedSource(source).findings(of: "required-to-one-nullified").map { "\($0.severity)" }
        == [severity])
  }

  @Test(arguments: ["c.delete(note)", "c.delete(book)"])
  func `a missing inverse of a list that alone leads to its objects is a warning`(code: String) {
    let source = """
      import SwiftData
      @Model final class Book { @Relationship(deleteRule: .cascade) var notes: [Note] = [] }
      @Model final class Note { var text = "" }
      func drop(_ c: ModelContext, _ note: Note, _ book: Book) { \(code) }
      """
    #expect(
      MarkedSource(source).findings(of: "missing-inverse").map { "\($0.severity)" } == ["warning"])
  }

  @Test func `a file can be excepted as a whole`() {
    #expect(
      found(
        """
        // migrate:ignore-file reserved-name -- made by a tool
        import SwiftData
        @Model final class Book { var hash = ""; var description = "" }
        """) == [])
  }

  @Test func `required attributes without a default are reported once for each model`() {
    let source = SwiftSource(texts: [
      (
        "Source.swift",
        """
        import SwiftData
        @Model final class Book {
          var id: UUID
          var title: String
          var pages: Int
          var made: Date
          init(title: String) { id = UUID(); self.title = title; pages = 1; made = Date() }
        }
        @Model final class Note {
          var text: String
          var page: Int
          init(page: Int) { text = ""; self.page = page }
        }
        """
      )
    ])
    #expect(
      source.findings().map(line) == [
        """
        Source.swift:3:7: warning: 'Book.id', 'Book.pages' and 'Book.made' have no default in the \
        declaration: what the initializer sets reaches no object that is stored already, so a \
        released model cannot get such an attribute later [required-without-default]
          write it in the declaration: 'var id: UUID = UUID()'; a released model may get the default, \
        which changes no version hash
        """,
        """
        Source.swift:10:7: warning: 'Note.text' has no default in the declaration: what the \
        initializer sets reaches no object that is stored already, so a released model cannot \
        get such an attribute later [required-without-default]
          write it in the declaration: 'var text: String = ""'; a released model may get the default, \
        which changes no version hash
        """,
      ])
  }

  @Test func `advice on a link is written in Swift`() {
    let source = SwiftSource(texts: [
      (
        "Source.swift",
        #"""
        import SwiftData
        @Model final class A {
          @Relationship(deleteRule: .cascade, inverse: \B.a) var b: B?
          @Relationship(deleteRule: .nullify, inverse: \D.a) var ds: [D] = []
        }
        @Model final class B { @Relationship(deleteRule: .cascade) var a: A? }
        @Model final class D { @Relationship(deleteRule: .nullify) var a: A }
        @Model final class E { @Relationship(deleteRule: .deny, inverse: \F.e) var f: F }
        @Model final class F { @Relationship(deleteRule: .deny) var e: E }
        """#
      )
    ])
    let rules = ["cascade-cycle", "required-to-one-nullified", "required-cycle"]
    let notes = source.findings().filter { rules.contains($0.code) }.flatMap(\.notes)
    #expect(
      notes.map(\.message) == [
        "'B.a' cascades on from here",
        "keep 'cascade' from the whole to its parts, and write 'deleteRule: .nullify' the other way",
        "write 'deleteRule: .cascade' to delete every 'D' too, or '.deny' to refuse the deletion",
        "or make its type 'A?' to let it be empty",
        "'F.e' is required, too",
        "let one of them be empty, of the type 'F?'",
      ])
  }

  @Test func `an initializer without parameters gives no value to stored objects`() {
    #expect(
      found(
        """
        import SwiftData
        @Model final class Draft {
          var due: Date
          var count: Int
          var title = ""
          var note: String?
          init() {
            due = .now
            count = 0
          }
        }
        @Model final class Entry {
          var due: Date
          init() { due = .now }
          init(due: Date) { self.due = due }
        }
        @Model final class Plain {
          var count = 0
          init() {}
        }
        """) == ["3:7 required-without-default"])
  }

  @Test func `an attribute of an earlier version needs no default`() {
    #expect(
      found(
        """
        import SwiftData
        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book {
            var id: UUID
            var title = ""
            init(title: String) { id = UUID(); self.title = title }
          }
        }
        enum SchemaV2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book {
            var id: UUID
            var title = ""
            var made: Date
            init(title: String) { id = UUID(); made = Date(); self.title = title }
          }
        }
        """) == ["17:9 lightweight-not-inferred", "17:9 required-without-default"])
  }

  @Test func `the link from a part to a whole with a delete rule needs no delete rule`() {
    #expect(
      found(
        #"""
        import SwiftData
        @Model final class Book {
          @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
          @Relationship(deleteRule: .nullify, inverse: \Tag.book) var tags: [Tag] = []
        }
        @Model final class Note { var book: Book? }
        @Model final class Tag { var book: Book? }
        """#) == [])
  }

  @Test func `several possible inverses are reported once, in the words of Swift`() {
    let findings = MarkedSource(
      """
      @Model final class Person { var groups: [Team] = []; var owned: [Team] = [] }
      @Model final class Team { var people: [Person] = [] }
      """
    ).findings(of: "ambiguous-inverse")
    #expect(
      findings.map(line) == [
        """
        Source.swift:2:31: warning: 'Team.people' names no inverse, and 'Person.groups' and 'Person.owned' could each be it [ambiguous-inverse]
          write '@Relationship(inverse: \\Person.groups)' or '@Relationship(inverse: \\Person.owned)' before it, and give the others an inverse of their own
          Source.swift:1:33: 'Person.groups' names no inverse, either
          Source.swift:1:58: 'Person.owned' names no inverse, either
        """
      ])
  }

  @Test func `two ends that name no inverse are one finding with the line to write`() {
    let source = """
      import SwiftData
      @Model final class Group { @Relationship var members: [Person] = [] }
      @Model final class Person { @Relationship var groups: [Group] = [] }
      """
    #expect(
      MarkedSource(source).findings(of: "missing-inverse").map(line) == [
        """
        Source.swift:2:46: error: 'Group.members' has no inverse: nothing keeps its links and the \
        links of 'Person' in agreement [missing-inverse]
          write '@Relationship(inverse: \\Person.groups)' before it, if they are the two ends of one \
        link
        """
      ])
    let mended = source.replacing(
      "@Relationship var members", with: #"@Relationship(inverse: \Person.groups) var members"#)
    #expect(MarkedSource(mended).findings(of: "missing-inverse") == [])
    let cascading = source.replacing(
      "@Relationship var members", with: "@Relationship(deleteRule: .cascade) var members")
    #expect(
      MarkedSource(cascading).findings(of: "missing-inverse").flatMap(\.notes).map(\.message) == [
        "add 'inverse: \\Person.groups' to its '@Relationship(…)', if they are the two ends of one link"
      ])
    let oneEnd = source.replacing("@Relationship var groups: [Group] = []", with: "var name = \"\"")
    #expect(
      MarkedSource(oneEnd).findings(of: "missing-inverse").flatMap(\.notes).map(\.message) == [
        """
        give its destination a property that leads back, and name it here: '@Relationship(inverse: \
        \\….…)'
        """
      ])
  }
}
