import SQLite
import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreLayout
import StoreMigration
import StoreVerification
import TestSupport
import Testing

/// Declared steps: the changes that they make to rows, and the changes that are refused.
struct StepTests {
  private static let first = """
    schema: Shelf
    version: 1.0.0
    entities:
      Author: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: author}}}
      Book:
        attributes: {title: string, isbn: {type: string, unique: true}, pages: int?}
        relationships: {author: {toOne: Author?, inverse: books}}
      Novel: {parent: Book}

    """

  private static func next(_ steps: String) -> String {
    first.replacing("version: 1.0.0", with: "version: 2.0.0")
      + "migration:\n  kind: custom\n  steps:\n    - {\(steps)}\n"
  }

  private static let content = """
    INSERT INTO Author (_id, name) VALUES (1, 'Jane'), (2, 'Mary');
    INSERT INTO Book (_id, _entity, title, isbn, pages, author) VALUES (1, 'Book', ' Emma', 'a', 400, 1),
      (2, 'Novel', 'Lady Susan ', 'b', NULL, 1), (3, 'Book', 'Mathilda', 'c', 90, 2);
    """

  private func store(_ steps: String) throws -> (TestStore, SchemaHistory) {
    let history = try SchemaHistory(Self.first, Self.next(steps))
    return (try TestStore(history.oldest, filledBy: Self.content), history)
  }

  private func problems(
    _ steps: String, _ closures: [String: MigrationClosure] = [:]
  ) throws -> [String] {
    let (store, history) = try store(steps)
    let before = try store.dump()
    let options = MigrationOptions.testing { $0.closures = closures }
    let error = try #require(failure(of: store, history, options))
    #expect(try store.dump() == before)
    return error.diagnostics(of: store.path).map { diagnostic in
      "\(diagnostic.location.map { "\($0.line):\($0.column) " } ?? "")\(diagnostic.code): "
        + diagnostic.message
    }
  }

  @Test func `a statement changes the properties that it names`() throws {
    let (store, history) = try store(
      "sql: UPDATE Book SET title = trim(title), touches: [Book.title]")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let title = "statement 'UPDATE Book SET title = trim(title)'"
    #expect(
      plan.effects.declared == [
        "the \(title) changes 3 rows, of 'Book.title'",
        "2 values of 'Book.title' are replaced by steps",
      ])
    #expect(plan.migration.hops.map(\.risk) == [.possible])
    let summary = try migrated(store, history)
    #expect(
      summary.effects.named("step").map(\.message) == [
        "the \(title) changes 3 rows, of 'Book.title'"
      ])
    #expect(
      try store.lines("SELECT title, isbn FROM Book ORDER BY _id") == [
        "Emma a", "Lady Susan b", "Mathilda c",
      ])
  }

  @Test func `merges after a step are counted on a copy, too`() throws {
    let next = Self.next("sql: UPDATE Author SET name = 'Ann', touches: [Author.name]")
      .replacing("  steps:", with: "  map: {Author: {dedupe: {by: [name], keep: first}}}\n  steps:")
    let history = try SchemaHistory(Self.first, next)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.effects.named("merged").map(\.message) == [
        "1 object of 'Author' is merged into 1 with the same 'name', such as 'Ann'"
      ])
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT DISTINCT author FROM Book") == ["1"])
  }

  @Test func `a change that a statement does not name is reported before anything is written`()
    throws
  {
    #expect(
      try problems("sql: UPDATE Book SET pages = 1, touches: [Book.title]") == [
        "12:13 unusable-step: the statement 'UPDATE Book SET pages = 1' changes 'Book.pages', "
          + "which 'touches' does not name"
      ])
    #expect(
      try problems("sql: DELETE FROM Author, touches: [Book]") == [
        "12:13 unusable-step: the statement 'DELETE FROM Author' deletes rows of 'Author', "
          + "which 'touches' does not name"
      ])
    #expect(
      try problems("sql: DROP TABLE Author, touches: [Author]") == [
        "12:13 unusable-step: the statement 'DROP TABLE Author' does more than read and change rows"
      ])
    #expect(
      try problems("sql: UPDATE Buch SET a = 1, touches: [Book.title]") == [
        "12:13 unusable-step: the statement 'UPDATE Buch SET a = 1' cannot be run: "
          + "no such table: Buch"
      ])
  }

  @Test(arguments: [
    (
      "INSERT INTO Book (_entity, title, isbn) VALUES ('Book', 'x', 'a') ON CONFLICT (isbn) DO NOTHING",
      "failing-script"
    ),
    (
      "INSERT OR IGNORE INTO Book (_entity, title, isbn) VALUES ('Book', 'x', 'a')", "failed-step"
    ),
  ])
  func `the step's note explains that unique keys do not hold while steps run`(
    statement: String, code: String
  ) throws {
    let (store, history) = try store("sql: \"\(statement)\", touches: [Book]")
    let error = try #require(failure(of: store, history, .testing()))
    let found = error.diagnostics(of: store.path)
    #expect(found.map(\.location?.line) == [12])
    #expect(found.map(\.code) == [code])
    #expect(
      found.first?.notes.last?.message
        == "unique keys are made again once all steps are done: ask for the row with 'WHERE EXISTS'"
    )
  }

  @Test func `changes to rows that are not named undo the migration`() throws {
    #expect(
      try problems("sql: UPDATE Book SET title = 'x', touches: [Novel.title]") == [
        "12:13 failed-step: the statement 'UPDATE Book SET title = 'x'' changes rows of 'Book' "
          + "that 'touches' does not name"
      ])
    let replacing = "UPDATE OR REPLACE Book SET author = 1, isbn = 'a'"
    #expect(
      try problems("sql: \"\(replacing)\", touches: [Book.isbn, Book.author]") == [
        "12:13 failed-step: the statement '\(replacing)' leaves what the version does not allow: "
          + "3 objects of 'Book' share their values of 'isbn', which must be unique, in 1 group"
      ])
  }

  @Test(
    arguments: [
      ("UPDATE Book SET title = NULL", "Book.title", "6:18: 'Book.title' is required"),
      ("UPDATE Book SET pages = 'x'", "Book.pages", "6:69: 'Book.pages' is of type 'int'"),
      ("UPDATE Author SET _id = 1", "Author", "no two objects of 'Author' may have the same '_id'"),
    ])
  func `a part of the model that a statement breaks is reported with its place`(
    sql: String, touches: String, note: String
  ) throws {
    let (store, history) = try store("sql: \"\(sql)\", touches: [\(touches)]")
    let error = try #require(failure(of: store, history))
    let diagnostics = error.diagnostics(of: store.path)
    #expect(diagnostics.map(\.code) == ["failed-step"])
    #expect(
      diagnostics.flatMap(\.notes).map { note in
        (note.location.map { "\($0.line):\($0.column): " } ?? "") + note.message
      } == [note])
  }

  @Test func `a closure is given the objects in batches, and sees both versions`() throws {
    let (store, history) = try store(
      "closure: normalizeTitles, on: Book, reads: [Author], touches: [Book.title]")
    let options = MigrationOptions.testing {
      $0.closures["normalizeTitles"] = MigrationClosure(batchSize: 2) { batch in
        #expect(batch.objects.count <= 2)
        for index in batch.objects.indices {
          let object = batch.objects[index]
          guard case .text(let title)? = try batch.objectBefore(of: "Book", object.id)?["title"],
            case .integer(let author) = object["author"],
            case .text(let name)? = try batch.objectBefore(of: "Author", author)?["name"]
          else { continue }
          let others = try batch.objects(of: "Book", where: "author", is: .integer(author))
          batch.objects[index]["title"] = .text("\(title)/\(name)/\(others.count)")
        }
      }
    }
    let summary = try migrated(store, history, options)
    #expect(summary.effects.named("step").map(\.count) == [3])
    #expect(
      try store.lines("SELECT title FROM Book ORDER BY _id") == [
        " Emma/Jane/2", "Lady Susan /Jane/2", "Mathilda/Mary/1",
      ])
  }

  @Test func `a closure that is not registered is refused`() throws {
    #expect(
      try problems("closure: normalizeTitles, on: Book, touches: [Book.title]") == [
        "12:17 missing-closure: version 2.0.0 needs the closure 'normalizeTitles', "
          + "which is not registered here"
      ])
  }

  @Test func `a closure changes the properties that its step names, or nothing`() throws {
    let step = "closure: c, on: Book, touches: [Book.title]"
    #expect(
      try problems(step, ["c": MigrationClosure { $0.objects[0]["pages"] = .integer(1) }]) == [
        "12:17 failed-step: the closure 'c' changes 'Book.pages' of object 1, "
          + "which 'touches' does not name"
      ])
    struct Trouble: Error, CustomStringConvertible { let description = "no network" }
    #expect(
      try problems(step, ["c": MigrationClosure { _ in throw Trouble() }]) == [
        "12:17 failed-step: the closure 'c' failed: no network"
      ])
    #expect(
      try problems(step, ["c": MigrationClosure { $0.objects[0]["title"] = .null }]) == [
        "12:17 failed-step: the closure 'c' gives object 1 a value that cannot be: "
          + "NOT NULL constraint failed: Book.title"
      ])
    #expect(
      try problems(step, ["c": MigrationClosure { $0.objects[0]["title"] = .real(.nan) }]) == [
        "12:17 failed-step: the closure 'c' gives object 1 a value that cannot be: "
          + "'title' is not a number"
      ])
  }

  @Test func `a mistake of a step is reported for the step, and not for the objects`() throws {
    func failed(_ sql: String) -> String {
      "12:13 failed-step: the statement '\(sql)' leaves what the version does not allow: "
    }
    #expect(
      try problems("sql: DELETE FROM Author, touches: [Author]") == [
        failed("DELETE FROM Author")
          + "3 rows of 'Book' (_id 1, 2, 3) refer by 'author' to rows of 'Author' that are not there"
      ])
    #expect(
      try problems("sql: UPDATE Book SET isbn = 'z', touches: [Book.isbn]") == [
        failed("UPDATE Book SET isbn = 'z'")
          + "3 objects of 'Book' share their values of 'isbn', which must be unique, in 1 group"
      ])
  }

  @Test func `a closure must return each of its objects once, and unchanged in identity`() throws {
    let step = "closure: c, on: Book, touches: [Book.title]"
    let failed = "12:17 failed-step: the closure 'c' "
    #expect(
      try problems(step, ["c": MigrationClosure { $0.objects.removeAll { $0.id == 2 } }]) == [
        failed + "takes object 2 out of its batch, which removes nothing from the store: only a "
          + "statement can"
      ])
    #expect(
      try problems(step, ["c": MigrationClosure { $0.objects.append($0.objects[0]) }]) == [
        failed + "gives object 1 back twice"
      ])
    let other = { @Sendable (id: Int64, entity: String) in
      MigrationClosure { $0.objects[0] = MigrationObject(id, of: entity, $0.objects[0].values) }
    }
    #expect(
      try problems(step, ["c": other(9, "Book")]) == [
        failed + "changes an object 9 that it was not given"
      ])
    #expect(
      try problems(step, ["c": other(1, "Novel")]) == [
        failed + "makes a 'Novel' of object 1, which is a 'Book'"
      ])
  }

  @Test(arguments: [
    ("DELETE FROM Book WHERE _id = 3", "removes 1 row"),
    ("INSERT INTO Book (_entity, title, isbn) VALUES ('Book', 'x', 'z')", "adds 1 row"),
  ])
  func `inserted and deleted rows are reported as such`(sql: String, said: String) throws {
    let (store, history) = try store("sql: \"\(sql)\", touches: [Book]")
    let options = MigrationOptions.testing { $0.allowedLosses = ["lose-objects:Book"] }
    #expect(
      try migrated(store, history, options).effects.named("step").map(\.message) == [
        "the statement '\(sql)' \(said), of 'Book'"
      ])
  }

  @Test func `a closure is given the previous version, however old the store is`() throws {
    let second =
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("Author:", with: "Writer: {renamedFrom: Author, ").replacing(
        "Writer: {renamedFrom: Author,  {", with: "Writer: {renamedFrom: Author, "
      )
      .replacing("toOne: Author?", with: "toOne: Writer?")
    let third =
      second.replacing("version: 2.0.0", with: "version: 3.0.0").replacing(
        "renamedFrom: Author, ", with: "")
        + """
        migration:
          kind: custom
          steps: [{closure: c, on: Book, reads: [Writer], touches: [Book.title]}]

        """
    let history = try SchemaHistory(Self.first, second, third)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let options = MigrationOptions.testing {
      $0.closures["c"] = MigrationClosure { batch in
        for index in batch.objects.indices {
          guard case .integer(let author) = batch.objects[index]["author"],
            let name = try batch.objectBefore(of: "Writer", author)?["name"]
          else { continue }
          batch.objects[index]["title"] = name
        }
      }
    }
    _ = try migrated(store, history, options)
    #expect(
      try store.lines("SELECT title FROM Book ORDER BY _id") == ["Jane", "Jane", "Mary"])
  }
}
