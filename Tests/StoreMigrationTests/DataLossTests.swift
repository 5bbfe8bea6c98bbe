import SQLite
import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
@testable import StoreMigration
import StoreVerification
import Testing

/// Losses are approved one by one, and only where there is something to lose.
struct DataLossTests {
  @Test func `a drop is refused with the number of values and the flag that approves it`() throws {
    let history = try Library.withoutYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(error.exitStatus == 3)
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "version 2.0.0 loses 2 values: attribute Book.year: string?"
      ])
    #expect(
      error.diagnostics(of: store.path).flatMap(\.notes).map(\.message) == [
        "a removed attribute is dropped with its values",
        "if that is meant, add '--allow drop-attribute:Book.year'",
      ])
    #expect(
      error.standing(of: store.path)
        == StoreStanding(
          "'\(store.path)' is unchanged", after: "make sure that the loss is meant",
          next: "migrate apply \(store.path) --allow drop-attribute:Book.year"))
    #expect(try store.dump() == before)
    #expect(try store.files == ["library.store"])
  }

  @Test func `an approved drop is carried out`() throws {
    let history = try Library.withoutYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let told = Told()
    let summary = try migrated(
      store, history,
      .testing {
        $0.allowedLosses = ["drop-attribute:Book.year"]
        $0.onBeginning = { told.losses = $0.losses.map(\.message) }
        $0.onProgress = { told.isWorking = told.isWorking || $0.phase == .backingUp }
      })
    #expect(told.losses == ["lost: 2 values of Book.year"])
    #expect(!told.wasLate)
    #expect(summary.losses.map(\.message) == ["lost: 2 values of Book.year"])
    #expect(
      try store.rows("SELECT outcome FROM _migrate_history") == [
        [.text("migrated; lost: 2 values of Book.year")]
      ])
    #expect(
      try store.rows("SELECT * FROM Book ORDER BY _id") == [
        [.integer(1), .text("Emma"), .text("978-1")],
        [.integer(5), .text("O'Hara 🦊"), .null],
        [.integer(9), .text(""), .text("978-2")],
      ])
  }

  /// The reports of a migration, and whether it had begun to write before.
  private final class Told: @unchecked Sendable {
    // A migration calls back on the thread that it was called on.
    var isWorking = false
    private(set) var wasLate = false
    var losses: [String] = [] {
      didSet { wasLate = isWorking }
    }
  }

  @Test(arguments: ["drop-attribute", "all"])
  func `an approval without a subject is refused, with the approvals that are needed`(
    text: String
  ) throws {
    let history = try Library.withoutYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let plan = try Migrator(
      history: history, options: .testing { $0.allowedLosses = ["drop-attribute:Book.year", text] }
    ).plan(for: store.path)
    #expect(
      plan.obstacles == [
        .unknownApprovals([UnknownApproval(text: text, suggestions: ["drop-attribute:Book.year"])])
      ])
  }

  @Test func `an approval of an unknown loss is refused, with the nearest one`() throws {
    let history = try Library.withoutYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let options = MigrationOptions.testing {
      $0.allowedLosses = ["drop-attribute:Book.year", "drop-attribute:Book.yeer"]
    }
    let refusal = MigrationRefusal.unknownApprovals([
      UnknownApproval(text: "drop-attribute:Book.yeer", suggestions: ["drop-attribute:Book.year"])
    ])
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(plan.obstacles == [refusal])
    #expect(plan.warnings == [])
    let before = try store.dump()
    #expect(failure(of: store, history, options) == .refused([refusal]))
    #expect(try store.dump() == before)
    #expect(try store.files == ["library.store"])
  }

  @Test func `an approval of a change that loses nothing is reported, and is no obstacle`() throws {
    let second = Library.first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("      year: string?\n", with: "      year: string?\n      pages: int?\n")
    let history = try SchemaHistory(Library.first, second)
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let options = MigrationOptions.testing { $0.allowedLosses = ["add-attribute:Book.pages"] }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(plan.obstacles == [])
    #expect(plan.warnings.map(\.code) == ["unknown-approval"])
  }

  @Test func `an approval of a loss in another version is reported, and is no obstacle`() throws {
    let second = Library.first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("      year: string?\n", with: "")
    let third = second.replacing("version: 2.0.0", with: "version: 3.0.0")
      .replacing("      isbn: string?\n", with: "")
    let history = try SchemaHistory(Library.first, second, third)
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let options = MigrationOptions.testing {
      $0.target = Version(2)
      $0.allowedLosses = ["drop-attribute:Book.year", "drop-attribute:Book.isbn"]
    }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(plan.obstacles == [])
    #expect(
      plan.warnings == [
        Diagnostic(
          code: "unknown-approval", severity: .warning,
          "'--allow drop-attribute:Book.isbn' approves no loss of this migration")
      ])
    #expect(try migrated(store, history, options).target == Version(2))
  }

  @Test func `a drop of nothing needs no approval`() throws {
    let history = try Library.withoutYear()
    let store = try TestStore(
      history.oldest, filledBy: Library.content + "UPDATE Book SET year = NULL")
    #expect(try migrated(store, history).target == Version(2))
  }

  @Test func `all losses are reported at once, each with its own number`() throws {
    let history = try Library.history(
      replacing: [
        ("      isbn: string?\n", ""),
        (
          """
              relationships:
                notes: {toMany: Note, inverse: book, delete: cascade}
            Note:
              attributes:
                text: string = ""
              relationships:
                book: {toOne: Book?, inverse: notes, delete: nullify}
          """, ""
        ),
      ])
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.losses.map { "\($0.approval ?? "") \($0.count ?? 0) \($0.kind.unit.rawValue)" } == [
        "drop-attribute:Book.isbn 2 values", "drop-relationship:Book.notes 2 links",
        "drop-entity:Note 3 objects",
      ])
  }

  @Test func `links that are dropped at both ends are reported once`() throws {
    let history = try SchemaHistory(
      """
      schema: Library
      version: 1.0.0
      entities:
        Author: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: author}}}
        Book: {attributes: {title: string}, relationships: {author: {toOne: Author?, inverse: books}}}
      """,
      """
      schema: Library
      version: 2.0.0
      entities:
        Author: {attributes: {name: string}}
        Book: {attributes: {title: string}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Author (_id, name) VALUES (1, 'a');
        INSERT INTO Book (_id, title, author) VALUES (1, 'x', 1), (2, 'y', 1), (3, 'z', NULL);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.losses.map(\.message) == ["lost: 2 links of Book.author"])
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-relationship:Book.author"] })
  }

  @Test func `links that lead elsewhere are counted by their previous destination`() throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Person: {attributes: {name: string}}
        Writer: {parent: Person, attributes: {pen: string?}}
        Book:
          attributes: {title: string}
          relationships: {author: {toOne: Person?}, readers: {toMany: Person}}
      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing("author: {toOne: Person?}", with: "author: {toOne: Writer?}")
        .replacing("toMany: Person", with: "toMany: Writer"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Person (_id, _entity, name) VALUES (1, 'Person', 'a'), (2, 'Writer', 'b');
        INSERT INTO Book (_id, title, author) VALUES (1, 'x', 2), (2, 'y', NULL);
        INSERT INTO Book_readers VALUES (1, 1), (1, 2), (2, 2);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.losses.map(\.message) == ["lost: 1 link of Book.readers, of the object with _id 1"])
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["change-destination:Book.readers"] })
    #expect(try store.lines("SELECT * FROM Book_readers") == ["1 2", "2 2"])
  }

  @Test func `links to objects that leave a hierarchy are a loss`() throws {
    let history = try SchemaHistory(
      """
      schema: Library
      version: 1.0.0
      entities:
        Medium:
          attributes: {title: string}
        Book:
          parent: Medium
        Shelf:
          relationships:
            media: {toMany: Medium}
      """,
      """
      schema: Library
      version: 2.0.0
      entities:
        Medium:
          attributes: {title: string}
        Book:
          attributes: {title: string}
        Shelf:
          relationships:
            media: {toMany: Medium}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Medium (_id, _entity, title) VALUES (1, 'Medium', 'Atlas'), (2, 'Book', 'Emma');
        INSERT INTO Shelf (_id) VALUES (1);
        INSERT INTO Shelf_media (_owner, media) VALUES (1, 1), (1, 2);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.losses.map { "\($0.approval ?? "") \($0.count ?? 0) \($0.kind.unit.rawValue)" } == [
        "change-parent:Book 1 links"
      ])
  }

  @Test(arguments: [true, false])
  func `links to an entity without new objects are lost, and lead to no other objects`(
    toMany: Bool
  ) throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string}
        Author:
          attributes: {name: string}
        Note:
          relationships:
            about: {\(toMany ? "toMany: Book" : "toOne: Book?")}
      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing("Book}", with: "Author}").replacing("Book?", with: "Author?"))
    let link =
      toMany
      ? "INSERT INTO Note (_id) VALUES (1); INSERT INTO Note_about (_owner, about) VALUES (1, 1);"
      : "INSERT INTO Note (_id, about) VALUES (1, 1);"
    let store = try TestStore(
      history.oldest,
      filledBy: "INSERT INTO Book (_id, title) VALUES (1, 'Emma');"
        + "INSERT INTO Author (_id, name) VALUES (1, 'Joyce');" + link)
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).map { [$0.message] + $0.notes.map(\.message) } == [
        [
          "version 2.0.0 loses 1 link: relationship Note.about: leads to 'Author' instead of 'Book'",
          "no object of 'Book' becomes one of 'Author', so the links are dropped",
          "of the object with _id 1",
          "if that is meant, add '--allow change-destination:Note.about'",
        ]
      ])
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["change-destination:Note.about"] })
    #expect(
      toMany
        ? try store.rows("SELECT * FROM Note_about") == []
        : try store.rows("SELECT about FROM Note") == [[.null]])
    #expect(try store.rows("SELECT name FROM Author") == [[.text("Joyce")]])
  }

  @Test func `an expression says where the links lead to another entity`() throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string}
        Author:
          attributes: {name: string}
        Note:
          relationships:
            about: {toOne: Book?}
      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0").replacing("Book?", with: "Author?")
        + """

        migration:
          kind: custom
          map: {Note: {about: {using: "about + 1"}}}
        """)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Book (_id, title) VALUES (1, 'Emma');
        INSERT INTO Author (_id, name) VALUES (2, 'Austen');
        INSERT INTO Note (_id, about) VALUES (1, 1);
        """)
    _ = try migrated(store, history)
    #expect(try store.rows("SELECT about FROM Note") == [[.integer(2)]])
  }

  @Test func `a value that one version renames and a later one drops is counted in the store`()
    throws
  {
    let second = Library.first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing(
        "      year: string?",
        with:
          "      published: {type: string, optional: true, renamedFrom: year}\n      pages: int = 0"
      )
    let third = Library.first.replacing("version: 1.0.0", with: "version: 3.0.0")
      .replacing("      year: string?\n", with: "")
    let history = try SchemaHistory(Library.first, second, third)
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.losses.map { "\($0.version) \($0.approval ?? "") \($0.count ?? 0)" } == [
        "3.0.0 drop-attribute:Book.published 2"
      ])
  }

  @Test func `a requirement that the data does not meet is reported with its objects`() throws {
    let history = try Library.history(
      replacing: [("      year: string?", "      year: string")])
    let store = try TestStore(history.oldest, filledBy: Library.content)
    guard case .refused(let reasons)? = failure(of: store, history),
      case .unmetRequirements(let unmet)? = reasons.first
    else {
      Issue.record("not refused")
      return
    }
    #expect(
      unmet.map(\.requirement.condition) == [
        .valueEverywhere(property: "year", entity: "Book")
      ])
    #expect(unmet.map(\.objects.keys) == [[.integer(5)]])
    try store.execute("UPDATE Book SET year = '1900' WHERE year IS NULL")
    #expect(try migrated(store, history).target == Version(2))
  }

  @Test func `values are counted under the name that a first name led back to`() throws {
    func books(_ version: Int, _ attribute: String) -> String {
      """
      schema: Library
      version: \(version).0.0
      entities: {Book: {attributes: {title: string, \(attribute)}}}
      """
    }
    let history = try SchemaHistory(
      books(1, "label: {type: string, optional: true, renamedFrom: name}"),
      books(2, "name: {type: string, optional: true, transient: true}"))
    let store = try TestStore(
      history.oldest,
      filledBy: "INSERT INTO Book (title, label) VALUES ('a', 'x'), ('b', NULL), ('c', 'y');")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.losses.map(\.message) == ["lost: 2 values of Book.name"])
  }
}
